import type { AuthenticatedUser } from '#contract/people/endpoints.ts';
import type { PermissionOf } from '#contract/permissions.ts';
import type { Tokens } from '#contract/sessions/endpoints.ts';
import { notLoggedIn } from './call-error.ts';
import { createStore, useStore } from './store.ts';

/** Product text §4. */
export const authStatus = { VISITOR: 0, LOGGED_IN: 1, LOGGED_OUT: 2 } as const;
export type AuthStatus = (typeof authStatus)[keyof typeof authStatus];

/** What our calls ride on: the session's cookie, or, in a frame whose host handed the session over, the jwt alone. */
export type Carrier = 'cookie' | 'bearer';

export interface Session {
  /** Null until authentication has started. */
  status: AuthStatus | null;
  user: AuthenticatedUser | null;
  tokens: Tokens | null;
  /** When the tokens came, in milliseconds of the local clock. */
  heldSince: number;
  carrier: Carrier;
}

export const noSession: Session = {
  status: null,
  user: null,
  tokens: null,
  heldSince: 0,
  carrier: 'cookie',
};

export const session = createStore<Session>(noSession);

/** The signed-in person; throws 'user not logged in' where there is none (AUTH-12). */
export function requireUser(): AuthenticatedUser {
  const { user } = session.get();
  if (user === null) throw notLoggedIn();
  return user;
}

/** The signed-in person, for pages that only a signed-in person reaches. */
export function useUser(): AuthenticatedUser {
  const { user } = useStore(session);
  if (user === null) throw notLoggedIn();
  return user;
}

/** Whether the signed-in person may do something at the school that not everybody may. */
export const useHasPermission = (permission: PermissionOf<'school'>): boolean =>
  useUser().permissions.includes(permission);

/** After the person changed their own profile. */
export function storeUser(user: AuthenticatedUser): void {
  session.set({ ...session.get(), user });
}

/** The authentication error handler: from here on nobody is signed in. The shell answers by showing the sign-in page. */
export function clearSession(): void {
  session.set({ ...noSession, status: authStatus.LOGGED_OUT });
}
