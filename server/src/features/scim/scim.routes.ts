import * as scim from '#contract/scim.ts';
import { routeOutside } from '../../kernel/http/route.ts';
import {
  createGroup,
  listGroups,
  patchGroup,
  readGroup,
  removeGroup,
  replaceGroup,
} from './groups/groups.actions.ts';
import { listSchemas, listTypes, readConfig, readSchema, readType } from './scim.actions.ts';
import {
  createUser,
  listUsers,
  patchUser,
  readUser,
  removeUser,
  replaceUser,
} from './users/users.actions.ts';

export const scimRoutes = [
  routeOutside(scim.readScimConfig, readConfig),
  routeOutside(scim.listScimTypes, listTypes),
  routeOutside(scim.readScimType, readType),
  routeOutside(scim.listScimSchemas, listSchemas),
  routeOutside(scim.readScimSchema, readSchema),
  routeOutside(scim.listScimUsers, listUsers),
  routeOutside(scim.createScimUser, createUser),
  routeOutside(scim.readScimUser, readUser),
  routeOutside(scim.replaceScimUser, replaceUser),
  routeOutside(scim.patchScimUser, patchUser),
  routeOutside(scim.deleteScimUser, removeUser),
  routeOutside(scim.listScimGroups, listGroups),
  routeOutside(scim.createScimGroup, createGroup),
  routeOutside(scim.readScimGroup, readGroup),
  routeOutside(scim.replaceScimGroup, replaceGroup),
  routeOutside(scim.patchScimGroup, patchGroup),
  routeOutside(scim.deleteScimGroup, removeGroup),
];
