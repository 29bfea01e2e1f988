/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as calendar from './endpoints.ts';

export const chooseSources = 'PATCH /api/v1/calendar/sources' as Call<typeof calendar.chooseSources>;
export const listConflicts = 'GET /api/v1/calendar/conflicts' as Call<typeof calendar.listConflicts>;
export const readBusy = 'GET /api/v1/calendar/busy' as Call<typeof calendar.readBusy>;
export const readCalendar = 'GET /api/v1/calendar' as Call<typeof calendar.readCalendar>;
export const readSources = 'GET /api/v1/calendar/sources' as Call<typeof calendar.readSources>;
