/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as dues from './endpoints.ts';

export const changeMemberDues = 'PUT /api/v1/clubs/{id}/dues/{uid}' as Call<typeof dues.changeMemberDues>;
export const createDuesPlan = 'POST /api/v1/clubs/{id}/dues-plans' as Call<typeof dues.createDuesPlan>;
export const exportDues = 'GET /api/v1/clubs/{id}/dues-export' as Call<typeof dues.exportDues>;
export const getDues = 'GET /api/v1/clubs/{id}/dues' as Call<typeof dues.getDues>;
export const listMemberDues = 'GET /api/v1/clubs/{id}/dues-members' as Call<typeof dues.listMemberDues>;
export const previewDuesReminder = 'GET /api/v1/clubs/{id}/dues-reminder' as Call<typeof dues.previewDuesReminder>;
export const remindOfDues = 'POST /api/v1/clubs/{id}/dues-reminder' as Call<typeof dues.remindOfDues>;
export const updateDuesPlan = 'PATCH /api/v1/dues-plans/{id}' as Call<typeof dues.updateDuesPlan>;
