import type { User } from '#contract/people/endpoints.ts';
import { getProfile } from '#contract/people/calls.ts';
import { callQuery } from '../../lib/call.ts';

/** A person's profile. Without a uid, the signed-in user's. */
export const profileOf = (uid: string | undefined) =>
  callQuery(getProfile, uid === undefined ? { view: 'full' } : { uid, view: 'full' });

/**
 * Returns the person in the reply of a profile lookup. An empty result and a logout mark mean 'not found' (CARD-09): null.
 * Older services return a list, whose first item counts.
 */
export function readProfile(answer: { data: unknown } | null | undefined): User | null {
  const data: unknown = Array.isArray(answer?.data) ? answer.data[0] : answer?.data;
  if (typeof data !== 'object' || data === null || !('uid' in data) || 'logout' in data)
    return null;
  // An object with a uid from the typed call is a contract user.
  return data as User;
}
