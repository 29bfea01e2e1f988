/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as roles from './endpoints.ts';
import type * as rolesPositions from './positions.endpoints.ts';

export const addRoleMember = 'PUT /api/v1/school/roles/{id}/members/{uid}' as Call<typeof roles.addRoleMember>;
export const createRole = 'POST /api/v1/school/roles' as Call<typeof roles.createRole>;
export const deleteRole = 'DELETE /api/v1/school/roles/{id}' as Call<typeof roles.deleteRole>;
export const listRoleMembers = 'GET /api/v1/school/roles/{id}/members' as Call<typeof roles.listRoleMembers>;
export const listRoles = 'GET /api/v1/school/roles' as Call<typeof roles.listRoles>;
export const removeRoleMember = 'DELETE /api/v1/school/roles/{id}/members/{uid}' as Call<typeof roles.removeRoleMember>;
export const updateRole = 'PATCH /api/v1/school/roles/{id}' as Call<typeof roles.updateRole>;
export const createClubPosition = 'POST /api/v1/school/club-positions' as Call<typeof rolesPositions.createClubPosition>;
export const deleteClubPosition = 'DELETE /api/v1/school/club-positions/{id}' as Call<typeof rolesPositions.deleteClubPosition>;
export const listClubPositions = 'GET /api/v1/school/club-positions' as Call<typeof rolesPositions.listClubPositions>;
export const updateClubPosition = 'PATCH /api/v1/school/club-positions/{id}' as Call<typeof rolesPositions.updateClubPosition>;
