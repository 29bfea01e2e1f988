/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as audit from './endpoints.ts';

export const exportAudit = 'GET /api/v1/audit-export' as Call<typeof audit.exportAudit>;
export const listAudit = 'GET /api/v1/audit' as Call<typeof audit.listAudit>;
