/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as reports from './endpoints.ts';

export const createReport = 'POST /api/v1/reports' as Call<typeof reports.createReport>;
export const hideReported = 'PUT /api/v1/reports/{id}/hidden' as Call<typeof reports.hideReported>;
export const listReports = 'GET /api/v1/reports' as Call<typeof reports.listReports>;
export const unhideReported = 'DELETE /api/v1/reports/{id}/hidden' as Call<typeof reports.unhideReported>;
export const updateReport = 'PATCH /api/v1/reports/{id}' as Call<typeof reports.updateReport>;
export const warnReported = 'POST /api/v1/reports/{id}/warning' as Call<typeof reports.warnReported>;
