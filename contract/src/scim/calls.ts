/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as scim from './endpoints.ts';

export const createScimGroup = 'POST /scim/v2/Groups' as Call<typeof scim.createScimGroup>;
export const createScimUser = 'POST /scim/v2/Users' as Call<typeof scim.createScimUser>;
export const deleteScimGroup = 'DELETE /scim/v2/Groups/{id}' as Call<typeof scim.deleteScimGroup>;
export const deleteScimUser = 'DELETE /scim/v2/Users/{id}' as Call<typeof scim.deleteScimUser>;
export const listScimGroups = 'GET /scim/v2/Groups' as Call<typeof scim.listScimGroups>;
export const listScimSchemas = 'GET /scim/v2/Schemas' as Call<typeof scim.listScimSchemas>;
export const listScimTypes = 'GET /scim/v2/ResourceTypes' as Call<typeof scim.listScimTypes>;
export const listScimUsers = 'GET /scim/v2/Users' as Call<typeof scim.listScimUsers>;
export const patchScimGroup = 'PATCH /scim/v2/Groups/{id}' as Call<typeof scim.patchScimGroup>;
export const patchScimUser = 'PATCH /scim/v2/Users/{id}' as Call<typeof scim.patchScimUser>;
export const readScimConfig = 'GET /scim/v2/ServiceProviderConfig' as Call<typeof scim.readScimConfig>;
export const readScimGroup = 'GET /scim/v2/Groups/{id}' as Call<typeof scim.readScimGroup>;
export const readScimSchema = 'GET /scim/v2/Schemas/{id}' as Call<typeof scim.readScimSchema>;
export const readScimType = 'GET /scim/v2/ResourceTypes/{id}' as Call<typeof scim.readScimType>;
export const readScimUser = 'GET /scim/v2/Users/{id}' as Call<typeof scim.readScimUser>;
export const replaceScimGroup = 'PUT /scim/v2/Groups/{id}' as Call<typeof scim.replaceScimGroup>;
export const replaceScimUser = 'PUT /scim/v2/Users/{id}' as Call<typeof scim.replaceScimUser>;
