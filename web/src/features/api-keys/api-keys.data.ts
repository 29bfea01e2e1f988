import type { Face } from '#contract/people/endpoints.ts';
import type { Scope, SchoolScope } from '#contract/api-keys/scopes.ts';
import { listOwnKeys, listSchoolKeys } from '#contract/api-keys/calls.ts';
import { callQuery } from '../../lib/call.ts';

/** A key in a list, personal or of the school. */
export interface ListedKey {
  readonly id: string;
  readonly name: string;
  readonly hint: string | null;
  readonly scopes: readonly Scope[];
  readonly madeAt: string;
  readonly expiresAt: string | null;
  readonly isExpired: boolean;
  readonly lastUsedAt: string | null;
  /** The creator of a school key. */
  readonly by?: Face | null;
}

export const schoolKeysQuery = (scope?: SchoolScope) =>
  callQuery(listSchoolKeys, scope === undefined ? {} : { scope });
export const ownKeysQuery = () => callQuery(listOwnKeys, {});

/** The lists that contain keys of any scope. */
export const keyLists = [listSchoolKeys, listOwnKeys] as const;
