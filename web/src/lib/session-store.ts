import type { AuthenticatedUser } from '#contract/people/endpoints.ts';
import type { PermissionOf } from '#contract/permissions.ts';
import type { Tokens } from '#contract/sessions/endpoints.ts';
import { notLoggedIn } from './call-error.ts';
import { createStore, useStore } from './store.ts';

/** Product text §4. */
export const authStatus = { VISITOR: 0, LOGGED_IN: 1, LOGGED_OUT: 2 } as const;
export type AuthStatus = (typeof authStatus)[keyof typeof authStatus];

/** The credential that calls use: the session's cookie, or only the JWT in a frame whose host supplied the session. */
export type CredentialType = 'cookie' | 'bearer';

export interface Session {
  /** Null until authentication has started. */
  status: AuthStatus | null;
  user: AuthenticatedUser | null;
  tokens: Tokens | null;
  /** The time when the tokens arrived, in milliseconds by the local clock. */
  receivedAt: number;
  credential: CredentialType;
}

export const noSession: Session = {
  status: null,
  user: null,
  tokens: null,
  receivedAt: 0,
  credential: 'cookie',
};

export const session = createStore<Session>(noSession);

/** Returns the signed-in user, or throws 'user not logged in' if there is none (AUTH-12). */
export function requireUser(): AuthenticatedUser {
  const { user } = session.get();
  if (user === null) throw notLoggedIn();
  return user;
}

/** Returns the signed-in user, for pages that require one. */
export function useUser(): AuthenticatedUser {
  const { user } = useStore(session);
  if (user === null) throw notLoggedIn();
  return user;
}

/** Returns whether the signed-in user has a school permission. */
export const useHasPermission = (permission: PermissionOf<'school'>): boolean =>
  useUser().permissions.includes(permission);

/** Call this after users change their own profile. */
export function storeUser(user: AuthenticatedUser): void {
  session.set({ ...session.get(), user });
}

/** The authentication error handler. It signs the user out, and the shell then shows the sign-in page. */
export function clearSession(): void {
  session.set({ ...noSession, status: authStatus.LOGGED_OUT });
}
