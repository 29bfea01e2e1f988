import type { AuthenticatedUser } from '#contract/people/endpoints.ts';
import { listConnections } from '#contract/connections/calls.ts';
import { callQuery } from '../../lib/call.ts';

export const incomingRequests = () => callQuery(listConnections, { list: 'incoming', pageSize: 5 });

const parts = {
  bio: (user: AuthenticatedUser) => user.bio,
  interests: (user: AuthenticatedUser) => user.interests?.length,
  languages: (user: AuthenticatedUser) => user.languages?.length,
  lookingFor: (user: AuthenticatedUser) => user.lookingForSelections?.length,
  industries: (user: AuthenticatedUser) => user.industrySelections?.length,
  sports: (user: AuthenticatedUser) => user.sports?.length,
  city: (user: AuthenticatedUser) => user.city,
};

export type ProfilePart = keyof typeof parts;

/** Returns the share of the profile parts used in searches that are filled in, and the missing ones. */
export function completeness(user: AuthenticatedUser): { share: number; missing: ProfilePart[] } {
  const names = Object.keys(parts) as ProfilePart[];
  const missing = names.filter((name) => !parts[name](user));
  return { share: (names.length - missing.length) / names.length, missing };
}
