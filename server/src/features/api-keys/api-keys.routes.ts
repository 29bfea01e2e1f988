import * as keys from '#contract/api-keys.ts';
import { route } from '../../kernel/http/route.ts';
import {
  endKey,
  endKeyOfMine,
  listKeys,
  listKeysOfMine,
  makeKey,
  makeKeyOfMine,
  switchPersonalKeys,
} from './api-keys.actions.ts';

export const apiKeysRoutes = [
  route(keys.listSchoolKeys, listKeys),
  route(keys.makeSchoolKey, makeKey),
  route(keys.endSchoolKey, endKey),
  route(keys.allowPersonalKeys, switchPersonalKeys),
  route(keys.listOwnKeys, listKeysOfMine),
  route(keys.makeOwnKey, makeKeyOfMine),
  route(keys.endOwnKey, endKeyOfMine),
];
