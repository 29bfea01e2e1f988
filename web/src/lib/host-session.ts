import type { jwtSeconds, Tokens } from '#contract/sessions/endpoints.ts';
import type { HostSession } from '#contract/embedding/host-messages.ts';
import { exchangeCode } from '#contract/embedding/calls.ts';
import { call } from './call.ts';
import { readCookie } from './request.ts';
import type { CredentialType } from './session-store.ts';

/** Tokens that came without a cookie of this page, and their age. */
export interface ReceivedSession {
  tokens: Tokens;
  credential: CredentialType;
  receivedAt: number;
}

// The contract's number. Its type makes this fail to compile if the contract changes.
const lifetimeSeconds: typeof jwtSeconds = 600;

/** Returns a JWT's issue time, computed from its expiry (RFC 7519, 4.1.4), or now if that is missing or the clocks disagree. */
function madeAt(jwt: string): number {
  try {
    const { exp } = JSON.parse(
      atob((jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
    ) as { exp?: unknown };
    if (typeof exp === 'number') return Math.min(Date.now(), (exp - lifetimeSeconds) * 1000);
  } catch {
    // The server validates the token, not the client.
  }
  return Date.now();
}

/**
 * Uses the session from a host or our own sign-in window. A code is exchanged for a session whose cookies belong to this page
 * in this host. A browser that stores no cookies keeps the tokens only. `origin` is the sender.
 */
export async function takeSession(session: HostSession, origin: string): Promise<ReceivedSession> {
  if ('jwt' in session)
    return { tokens: session, credential: 'bearer', receivedAt: madeAt(session.jwt) };
  const [tokens, credential] = await trade(() =>
    call(exchangeCode, { code: session.code, origin }),
  );
  return { tokens, credential, receivedAt: Date.now() };
}

/** Makes a call that starts a session, and returns whether the browser stored its cookies. */
export async function trade<T>(begin: () => Promise<T>): Promise<[T, CredentialType]> {
  const before = readCookie(document.cookie, 'XSRF-TOKEN');
  const answer = await begin();
  return [answer, readCookie(document.cookie, 'XSRF-TOKEN') === before ? 'bearer' : 'cookie'];
}
