import type { AuthenticatedUser } from '#contract/people/endpoints.ts';
import { readCalendar } from '#contract/calendar/calls.ts';
import { listConnections } from '#contract/connections/calls.ts';
import { callQuery } from '../../lib/call.ts';
import { ownZone } from '../../lib/date-format.ts';

export const incomingRequests = () => callQuery(listConnections, { list: 'incoming', pageSize: 5 });

/** The number of days that the card of upcoming items covers. */
export const daysAhead = 3;

/** The items of the calendar from the start of today. */
export function comingQuery(now: Date) {
  const midnight = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString();
  return callQuery(readCalendar, {
    from: midnight(0),
    to: midnight(daysAhead),
    timeZone: ownZone(),
  });
}

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
