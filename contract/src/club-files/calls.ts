/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as clubFiles from './endpoints.ts';

export const createClubFile = 'POST /api/v1/clubs/{id}/files' as Call<typeof clubFiles.createClubFile>;
export const createClubFolder = 'POST /api/v1/clubs/{id}/folders' as Call<typeof clubFiles.createClubFolder>;
export const createFileVersion = 'POST /api/v1/club-files/{id}/versions' as Call<typeof clubFiles.createFileVersion>;
export const deleteClubFile = 'DELETE /api/v1/club-files/{id}' as Call<typeof clubFiles.deleteClubFile>;
export const deleteClubFolder = 'DELETE /api/v1/club-folders/{id}' as Call<typeof clubFiles.deleteClubFolder>;
export const getClubFileSettings = 'GET /api/v1/school/club-files' as Call<typeof clubFiles.getClubFileSettings>;
export const listClubFiles = 'GET /api/v1/clubs/{id}/files' as Call<typeof clubFiles.listClubFiles>;
export const listClubFolders = 'GET /api/v1/clubs/{id}/folders' as Call<typeof clubFiles.listClubFolders>;
export const listFileVersions = 'GET /api/v1/club-files/{id}/versions' as Call<typeof clubFiles.listFileVersions>;
export const restoreFileVersion = 'PUT /api/v1/club-files/{id}/version' as Call<typeof clubFiles.restoreFileVersion>;
export const updateClubFile = 'PATCH /api/v1/club-files/{id}' as Call<typeof clubFiles.updateClubFile>;
export const updateClubFileSettings = 'PUT /api/v1/school/club-files' as Call<typeof clubFiles.updateClubFileSettings>;
export const updateClubFolder = 'PATCH /api/v1/club-folders/{id}' as Call<typeof clubFiles.updateClubFolder>;
