import { isPublicAddress } from '#contract/sharing/shared-fields.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AuthenticatedUser } from '#contract/people/endpoints.ts';
import { authStatus, clearSession, noSession, requireUser, session } from './session-store.ts';
import { signedInUser, startAuthentication } from './start-authentication.ts';

const ana = { uid: '7', firstName: 'Ana', accountTypeType: 'student' } as AuthenticatedUser;
const tokens = { csrfToken: 'c', jwt: 'j' };

const start = (lookup: Parameters<typeof signedInUser>[0], isPublic = false) => {
  const lookUp = vi.fn<() => Promise<typeof lookup>>(async () => lookup);
  const fetchTokens = vi.fn<() => Promise<typeof tokens>>(async () => tokens);
  return {
    lookUp,
    fetchTokens,
    done: startAuthentication({ isPublicMode: isPublic, lookUp, fetchTokens, now: () => 42 }),
  };
};

afterEach(() => session.set(noSession));

describe('authentication', () => {
  test('[AUTH-01] the statuses are VISITOR 0, LOGGED_IN 1, LOGGED_OUT 2', () => {
    expect(authStatus).toEqual({ VISITOR: 0, LOGGED_IN: 1, LOGGED_OUT: 2 });
  });

  test('[AUTH-01] [AUTH-04] public mode creates a visitor without a user, lookup or tokens', async () => {
    const { lookUp, fetchTokens, done } = start([ana], true);
    expect(await done).toMatchObject({ status: 0, user: null, tokens: null });
    expect([lookUp.mock.calls.length, fetchTokens.mock.calls.length]).toEqual([0, 0]);
  });

  test('[AUTH-04] only a public route with share=1 opens in public mode', () => {
    expect([
      isPublicAddress('/student_profile', new URLSearchParams('?share=1')),
      isPublicAddress('/directory', new URLSearchParams('?share=1')),
      isPublicAddress('/student_profile', new URLSearchParams('?share=2')),
      isPublicAddress('/student_profile', new URLSearchParams('')),
    ]).toEqual([true, false, false, false]);
  });

  test('[AUTH-02] [AUTH-05] a lookup that returns a user logs them in and loads tokens', async () => {
    expect(await start([ana]).done).toEqual({
      ...noSession,
      status: 1,
      user: ana,
      tokens,
      receivedAt: 42,
    });
  });

  test.each([
    ['an empty list', []],
    ['a logout flag', [{ logout: true as const }]],
    ['a user and a logout flag', [ana, { logout: true as const }]],
  ])('[AUTH-02] %s logs the user out and loads no tokens', async (_, lookup) => {
    const { fetchTokens, done } = start(lookup);
    expect(await done).toMatchObject({ status: 2, user: null, tokens: null });
    expect(fetchTokens).not.toHaveBeenCalled();
  });

  test('[AUTH-12] requireUser throws “user not logged in” if there is no user', () => {
    expect(() => requireUser()).toThrow('user not logged in');
    session.set({ ...noSession, status: 1, user: ana });
    expect(requireUser()).toBe(ana);
  });

  test('[AUTH-08] the error handler logs the user out', () => {
    session.set({ ...noSession, status: 1, user: ana, tokens, receivedAt: 1 });
    clearSession();
    expect(session.get()).toEqual({ ...noSession, status: 2 });
  });
});
