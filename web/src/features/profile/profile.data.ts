import type { User } from '#contract/people/endpoints.ts';
import { getProfile } from '#contract/people/calls.ts';
import { callQuery } from '../../lib/call.ts';

/** One person; without uid the signed-in one. */
export const profileOf = (uid: string | undefined) =>
  callQuery(getProfile, uid === undefined ? { view: 'full' } : { uid, view: 'full' });

/**
 * The person in a profile lookup's answer. An empty result and a logout mark mean 'not found' (CARD-09): null.
 * Older services answer a list; its first item counts.
 */
export function readProfile(answer: { data: unknown } | null | undefined): User | null {
  const data: unknown = Array.isArray(answer?.data) ? answer.data[0] : answer?.data;
  if (typeof data !== 'object' || data === null || !('uid' in data) || 'logout' in data)
    return null;
  // What has a uid and came through the typed call is the contract's user.
  return data as User;
}
