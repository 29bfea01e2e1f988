/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as clubEmails from './endpoints.ts';

export const countClubEmailReach = 'POST /api/v1/clubs/{id}/emails/reach' as Call<typeof clubEmails.countClubEmailReach>;
export const createClubEmail = 'POST /api/v1/clubs/{id}/emails' as Call<typeof clubEmails.createClubEmail>;
export const deleteClubEmail = 'DELETE /api/v1/clubs/{id}/emails/{email}' as Call<typeof clubEmails.deleteClubEmail>;
export const listClubEmails = 'GET /api/v1/clubs/{id}/emails' as Call<typeof clubEmails.listClubEmails>;
export const readClubEmail = 'GET /api/v1/clubs/{id}/emails/{email}' as Call<typeof clubEmails.readClubEmail>;
export const scheduleClubEmail = 'POST /api/v1/clubs/{id}/emails/{email}/schedule' as Call<typeof clubEmails.scheduleClubEmail>;
export const testClubEmail = 'POST /api/v1/clubs/{id}/emails/{email}/test' as Call<typeof clubEmails.testClubEmail>;
export const updateClubEmail = 'PATCH /api/v1/clubs/{id}/emails/{email}' as Call<typeof clubEmails.updateClubEmail>;
export const uploadClubEmailPicture = 'POST /api/v1/clubs/{id}/emails/pictures' as Call<typeof clubEmails.uploadClubEmailPicture>;
export const withdrawClubEmail = 'POST /api/v1/clubs/{id}/emails/{email}/withdraw' as Call<typeof clubEmails.withdrawClubEmail>;
