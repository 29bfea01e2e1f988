import type { jwtSeconds, Tokens } from '#contract/sessions/endpoints.ts';
import type { HostSession } from '#contract/embedding/host-messages.ts';
import { tradeCode } from '#contract/embedding/calls.ts';
import { call } from './call.ts';
import { readCookie } from './request.ts';
import type { Carrier } from './session-store.ts';

/** Tokens that did not come with a cookie of this page, and how old they are. */
export interface HandedSession {
  tokens: Tokens;
  carrier: Carrier;
  heldSince: number;
}

// The contract's number; typed by it, so that a change there does not compile here.
const lifetimeSeconds: typeof jwtSeconds = 600;

/** When a jwt was made, by its own word (RFC 7519, 4.1.4); now, where it says nothing or the clocks disagree. */
function madeAt(jwt: string): number {
  try {
    const { exp } = JSON.parse(
      atob((jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
    ) as { exp?: unknown };
    if (typeof exp === 'number') return Math.min(Date.now(), (exp - lifetimeSeconds) * 1000);
  } catch {
    // Not ours to judge: the server will say.
  }
  return Date.now();
}

/**
 * The session that a host, or our own sign-in window, hands over. A code is traded for one whose cookies belong to this page in
 * this host; a browser that keeps no cookie at all leaves us the tokens. `origin`: whose word it is.
 */
export async function takeSession(session: HostSession, origin: string): Promise<HandedSession> {
  if ('jwt' in session)
    return { tokens: session, carrier: 'bearer', heldSince: madeAt(session.jwt) };
  const [tokens, carrier] = await trade(() => call(tradeCode, { code: session.code, origin }));
  return { tokens, carrier, heldSince: Date.now() };
}

/** Makes a call that begins a session, and says whether this browser has kept its cookies. */
export async function trade<T>(begin: () => Promise<T>): Promise<[T, Carrier]> {
  const before = readCookie(document.cookie, 'XSRF-TOKEN');
  const answer = await begin();
  return [answer, readCookie(document.cookie, 'XSRF-TOKEN') === before ? 'bearer' : 'cookie'];
}
