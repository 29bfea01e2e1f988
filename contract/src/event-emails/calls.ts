/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as eventEmails from './endpoints.ts';

export const countEventEmailReach = 'POST /api/v1/events/{id}/emails/reach' as Call<typeof eventEmails.countEventEmailReach>;
export const createEventEmail = 'POST /api/v1/events/{id}/emails' as Call<typeof eventEmails.createEventEmail>;
export const deleteEventEmail = 'DELETE /api/v1/events/{id}/emails/{email}' as Call<typeof eventEmails.deleteEventEmail>;
export const listEventEmails = 'GET /api/v1/events/{id}/emails' as Call<typeof eventEmails.listEventEmails>;
export const readEventEmail = 'GET /api/v1/events/{id}/emails/{email}' as Call<typeof eventEmails.readEventEmail>;
export const scheduleEventEmail = 'POST /api/v1/events/{id}/emails/{email}/schedule' as Call<typeof eventEmails.scheduleEventEmail>;
export const testEventEmail = 'POST /api/v1/events/{id}/emails/{email}/test' as Call<typeof eventEmails.testEventEmail>;
export const updateEventEmail = 'PATCH /api/v1/events/{id}/emails/{email}' as Call<typeof eventEmails.updateEventEmail>;
export const uploadEventEmailPicture = 'POST /api/v1/events/{id}/emails/pictures' as Call<typeof eventEmails.uploadEventEmailPicture>;
export const withdrawEventEmail = 'POST /api/v1/events/{id}/emails/{email}/withdraw' as Call<typeof eventEmails.withdrawEventEmail>;
