/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as safety from './endpoints.ts';

export const blockPerson = 'PUT /api/v1/blocks/{uid}' as Call<typeof safety.blockPerson>;
export const listBlocks = 'GET /api/v1/blocks' as Call<typeof safety.listBlocks>;
export const unblockPerson = 'DELETE /api/v1/blocks/{uid}' as Call<typeof safety.unblockPerson>;
