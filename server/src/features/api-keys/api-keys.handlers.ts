import * as keys from '#contract/api-keys.ts';
import { handle } from '../../kernel/handle.ts';
import {
  endKey,
  endKeyOfMine,
  listKeys,
  listKeysOfMine,
  makeKey,
  makeKeyOfMine,
  switchPersonalKeys,
} from './api-keys.actions.ts';

export const apiKeysHandlers = [
  handle(keys.listSchoolKeys, listKeys),
  handle(keys.makeSchoolKey, makeKey),
  handle(keys.endSchoolKey, endKey),
  handle(keys.allowPersonalKeys, switchPersonalKeys),
  handle(keys.listOwnKeys, listKeysOfMine),
  handle(keys.makeOwnKey, makeKeyOfMine),
  handle(keys.endOwnKey, endKeyOfMine),
];
