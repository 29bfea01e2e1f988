/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as calendarSubscriptions from './endpoints.ts';

export const createSubscription = 'POST /api/v1/calendar/subscriptions' as Call<typeof calendarSubscriptions.createSubscription>;
export const deleteSubscription = 'DELETE /api/v1/calendar/subscriptions/{id}' as Call<typeof calendarSubscriptions.deleteSubscription>;
export const readAgain = 'POST /api/v1/calendar/subscriptions/{id}/read' as Call<typeof calendarSubscriptions.readAgain>;
export const updateSubscription = 'PATCH /api/v1/calendar/subscriptions/{id}' as Call<typeof calendarSubscriptions.updateSubscription>;
export const uploadCalendar = 'POST /api/v1/calendar/subscriptions/upload' as Call<typeof calendarSubscriptions.uploadCalendar>;
