import { endSchoolKey, listSchoolKeys, makeSchoolKey } from '#contract/api-keys.ts';
import { route } from '../../kernel/route.ts';
import { endKey, listKeys, makeKey } from './api-keys.actions.ts';

export const apiKeysRoutes = [route(listSchoolKeys, listKeys), route(makeSchoolKey, makeKey), route(endSchoolKey, endKey)];
