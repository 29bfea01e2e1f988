/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as connections from './endpoints.ts';

export const acceptRequests = 'POST /api/v1/connections/acceptances' as Call<typeof connections.acceptRequests>;
export const connectUser = 'GET /mobile_ws/v18/user_connect' as Call<typeof connections.connectUser>;
export const listConnections = 'GET /api/v1/connections' as Call<typeof connections.listConnections>;
