/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as calendarEntries from './endpoints.ts';

export const createEntry = 'POST /api/v1/calendar/entries' as Call<typeof calendarEntries.createEntry>;
export const deleteEntry = 'DELETE /api/v1/calendar/entries/{id}' as Call<typeof calendarEntries.deleteEntry>;
export const readEntry = 'GET /api/v1/calendar/entries/{id}' as Call<typeof calendarEntries.readEntry>;
export const updateEntry = 'PATCH /api/v1/calendar/entries/{id}' as Call<typeof calendarEntries.updateEntry>;
