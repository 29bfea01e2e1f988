/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as clubPoints from './endpoints.ts';

export const getPointSettings = 'GET /api/v1/clubs/{id}/points/settings' as Call<typeof clubPoints.getPointSettings>;
export const givePoints = 'POST /api/v1/clubs/{id}/points' as Call<typeof clubPoints.givePoints>;
export const listPoints = 'GET /api/v1/clubs/{id}/points' as Call<typeof clubPoints.listPoints>;
export const reversePoints = 'POST /api/v1/clubs/{id}/points/{line}/reversal' as Call<typeof clubPoints.reversePoints>;
export const updatePointSettings = 'PATCH /api/v1/clubs/{id}/points/settings' as Call<typeof clubPoints.updatePointSettings>;
