/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as storage from './endpoints.ts';

export const deleteStoredFile = 'DELETE /api/v1/storage/files/{id}' as Call<typeof storage.deleteStoredFile>;
export const getSchoolStorage = 'GET /api/v1/school/storage' as Call<typeof storage.getSchoolStorage>;
export const getStorage = 'GET /api/v1/storage' as Call<typeof storage.getStorage>;
export const listStorageUsers = 'GET /api/v1/school/storage/people' as Call<typeof storage.listStorageUsers>;
export const listStoredFiles = 'GET /api/v1/storage/files' as Call<typeof storage.listStoredFiles>;
export const updatePersonStorage = 'PUT /api/v1/school/storage/people/{uid}' as Call<typeof storage.updatePersonStorage>;
export const updateSchoolStorage = 'PUT /api/v1/school/storage' as Call<typeof storage.updateSchoolStorage>;
