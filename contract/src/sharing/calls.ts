/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as sharing from './endpoints.ts';

export const createShareLink = 'POST /api/v1/sharing/links' as Call<typeof sharing.createShareLink>;
export const getPublicProfile = 'GET /api/v1/public/profile' as Call<typeof sharing.getPublicProfile>;
export const getSchoolSharing = 'GET /api/v1/school/sharing' as Call<typeof sharing.getSchoolSharing>;
export const getSharing = 'GET /api/v1/sharing' as Call<typeof sharing.getSharing>;
export const updateSchoolSharing = 'PUT /api/v1/school/sharing' as Call<typeof sharing.updateSchoolSharing>;
export const updateShareLink = 'PATCH /api/v1/sharing/links/{id}' as Call<typeof sharing.updateShareLink>;
export const updateSharing = 'PATCH /api/v1/sharing' as Call<typeof sharing.updateSharing>;
