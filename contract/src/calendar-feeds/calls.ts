/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as calendarFeeds from './endpoints.ts';

export const createFeed = 'POST /api/v1/calendar/feeds' as Call<typeof calendarFeeds.createFeed>;
export const createPassword = 'POST /api/v1/calendar/app-passwords' as Call<typeof calendarFeeds.createPassword>;
export const listFeeds = 'GET /api/v1/calendar/feeds' as Call<typeof calendarFeeds.listFeeds>;
export const listPasswords = 'GET /api/v1/calendar/app-passwords' as Call<typeof calendarFeeds.listPasswords>;
export const renewFeed = 'POST /api/v1/calendar/feeds/{id}/renew' as Call<typeof calendarFeeds.renewFeed>;
export const revokeFeed = 'DELETE /api/v1/calendar/feeds/{id}' as Call<typeof calendarFeeds.revokeFeed>;
export const revokePassword = 'DELETE /api/v1/calendar/app-passwords/{id}' as Call<typeof calendarFeeds.revokePassword>;
