import type { AuthenticatedUser } from '#contract/people/endpoints.ts';
import { getFirstRun } from '#contract/onboarding/calls.ts';
import { callQuery } from '../../lib/call.ts';

/* What Home needs of the first run. It loads with every first visit, so it is small. */

/** The user's first run. It only changes through this app, so it stays fresh. */
export const firstRunQuery = () => ({ ...callQuery(getFirstRun, {}), staleTime: 10 * 60_000 });

/** Returns whether the welcome page may be about to open, so that Home waits for the answer and doesn't show for a moment. */
export const isLikelyNew = (user: AuthenticatedUser): boolean =>
  user.accountTypeType === 'student' &&
  !user.isAdmin &&
  !user.photoUrl &&
  !user.bio &&
  (user.interests?.length ?? 0) === 0;
