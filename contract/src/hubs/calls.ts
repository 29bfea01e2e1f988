/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as hubs from './endpoints.ts';

export const addHubMember = 'PUT /api/v1/school/hubs/{id}/members/{uid}' as Call<typeof hubs.addHubMember>;
export const chooseHub = 'PUT /api/v1/hubs/chosen' as Call<typeof hubs.chooseHub>;
export const createHub = 'POST /api/v1/school/hubs' as Call<typeof hubs.createHub>;
export const listHubMembers = 'GET /api/v1/school/hubs/{id}/members' as Call<typeof hubs.listHubMembers>;
export const listHubs = 'GET /api/v1/hubs' as Call<typeof hubs.listHubs>;
export const listManagedHubs = 'GET /api/v1/school/hubs' as Call<typeof hubs.listManagedHubs>;
export const orderHubs = 'PUT /api/v1/school/hubs/order' as Call<typeof hubs.orderHubs>;
export const removeHubMember = 'DELETE /api/v1/school/hubs/{id}/members/{uid}' as Call<typeof hubs.removeHubMember>;
export const updateHub = 'PATCH /api/v1/school/hubs/{id}' as Call<typeof hubs.updateHub>;
