/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as account from './endpoints.ts';

export const downloadOwnData = 'GET /api/v1/account/data' as Call<typeof account.downloadOwnData>;
export const eraseAccount = 'POST /api/v1/account/erase' as Call<typeof account.eraseAccount>;
