/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as apiKeys from './endpoints.ts';

export const allowPersonalKeys = 'PUT /api/v1/api-keys/personal' as Call<typeof apiKeys.allowPersonalKeys>;
export const createOwnKey = 'POST /api/v1/account/api-keys' as Call<typeof apiKeys.createOwnKey>;
export const createSchoolKey = 'POST /api/v1/api-keys' as Call<typeof apiKeys.createSchoolKey>;
export const listOwnKeys = 'GET /api/v1/account/api-keys' as Call<typeof apiKeys.listOwnKeys>;
export const listSchoolKeys = 'GET /api/v1/api-keys' as Call<typeof apiKeys.listSchoolKeys>;
export const revokeOwnKey = 'DELETE /api/v1/account/api-keys/{id}' as Call<typeof apiKeys.revokeOwnKey>;
export const revokeSchoolKey = 'DELETE /api/v1/api-keys/{id}' as Call<typeof apiKeys.revokeSchoolKey>;
