import type { AuthenticatedUser, User } from '#contract/people/endpoints.ts';
import type { Tokens } from '#contract/sessions/endpoints.ts';
import { authStatus, noSession, type Session } from './session-store.ts';

type Lookup = readonly (AuthenticatedUser | User | { logout: true })[];

interface Parts {
  /** share=1 on a route flagged public. */
  isPublicMode: boolean;
  lookUp: () => Promise<Lookup>;
  /** Skipped in public mode. If a host page supplies the session, it returns without a call. */
  fetchTokens: () => Promise<Tokens>;
  now: () => number;
}

/** Determines the user: a visitor, a signed-in user with tokens, or none (AUTH-01, 02, 05). */
export async function startAuthentication({
  isPublicMode,
  lookUp,
  fetchTokens,
  now,
}: Parts): Promise<Session> {
  if (isPublicMode) return { ...noSession, status: authStatus.VISITOR };
  const user = signedInUser(await lookUp());
  if (user === null) return { ...noSession, status: authStatus.LOGGED_OUT };
  return {
    ...noSession,
    status: authStatus.LOGGED_IN,
    user,
    tokens: await fetchTokens(),
    receivedAt: now(),
  };
}

/** Returns the user if the list is not empty and has no logout flag. */
export function signedInUser(lookup: Lookup): AuthenticatedUser | null {
  if (!Array.isArray(lookup) || lookup.some((item) => 'logout' in item)) return null;
  const first = lookup[0];
  return first !== undefined && 'accountTypeType' in first ? first : null;
}
