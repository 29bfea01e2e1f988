import * as scim from '#contract/scim.ts';
import { handleWithoutTransaction } from '../../kernel/handle.ts';
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

export const scimHandlers = [
  handleWithoutTransaction(scim.readScimConfig, readConfig),
  handleWithoutTransaction(scim.listScimTypes, listTypes),
  handleWithoutTransaction(scim.readScimType, readType),
  handleWithoutTransaction(scim.listScimSchemas, listSchemas),
  handleWithoutTransaction(scim.readScimSchema, readSchema),
  handleWithoutTransaction(scim.listScimUsers, listUsers),
  handleWithoutTransaction(scim.createScimUser, createUser),
  handleWithoutTransaction(scim.readScimUser, readUser),
  handleWithoutTransaction(scim.replaceScimUser, replaceUser),
  handleWithoutTransaction(scim.patchScimUser, patchUser),
  handleWithoutTransaction(scim.deleteScimUser, removeUser),
  handleWithoutTransaction(scim.listScimGroups, listGroups),
  handleWithoutTransaction(scim.createScimGroup, createGroup),
  handleWithoutTransaction(scim.readScimGroup, readGroup),
  handleWithoutTransaction(scim.replaceScimGroup, replaceGroup),
  handleWithoutTransaction(scim.patchScimGroup, patchGroup),
  handleWithoutTransaction(scim.deleteScimGroup, removeGroup),
];
