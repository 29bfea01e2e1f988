/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as imports from './endpoints.ts';
import type * as importsProgram from './program.endpoints.ts';

export const cancelRun = 'POST /api/v1/import-runs/{id}/cancel' as Call<typeof imports.cancelRun>;
export const checkRun = 'POST /api/v1/import-runs/{id}/check' as Call<typeof imports.checkRun>;
export const confirmRun = 'POST /api/v1/import-runs/{id}/confirm' as Call<typeof imports.confirmRun>;
export const createRun = 'POST /api/v1/import-runs' as Call<typeof imports.createRun>;
export const listImports = 'GET /api/v1/imports' as Call<typeof imports.listImports>;
export const newestRun = 'GET /api/v1/import-runs/newest' as Call<typeof imports.newestRun>;
export const undoImport = 'POST /api/v1/imports/{id}/undo' as Call<typeof imports.undoImport>;
export const uploadFile = 'PUT /api/v1/import-runs/{id}/files/{name}' as Call<typeof imports.uploadFile>;
export const importClubs = 'PUT /api/v1/data/clubs/imports/{name}' as Call<typeof importsProgram.importClubs>;
export const importCourses = 'PUT /api/v1/data/courses/imports/{name}' as Call<typeof importsProgram.importCourses>;
export const importEvents = 'PUT /api/v1/data/events/imports/{name}' as Call<typeof importsProgram.importEvents>;
