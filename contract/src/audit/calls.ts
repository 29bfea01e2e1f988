/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as audit from './endpoints.ts';

export const listAudit = 'GET /api/v1/audit' as Call<typeof audit.listAudit>;
