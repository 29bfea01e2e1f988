/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as invitations from './endpoints.ts';

export const listInvitations = 'GET /api/v1/school/invitations' as Call<typeof invitations.listInvitations>;
export const sendInvitations = 'POST /api/v1/school/invitations' as Call<typeof invitations.sendInvitations>;
