import type { IncomingMessage } from 'node:http';
import { liveHello } from '#contract/live.ts';
import { authenticateToken } from '../security/authenticate.ts';
import type { Member } from '../actor.ts';
import type { Scope, SchoolRow } from '../context.ts';
import { parseInput } from '../http/input.ts';
import { CallLog } from '../log.ts';
import { problem } from '../http/problem.ts';
import type { Parts } from '../http/serve.ts';

export interface SocketSession {
  readonly school: SchoolRow;
  readonly member: Member & { readonly sessionId: string };
  /** The time when the token or the session expires, in milliseconds. A new token extends it. */
  readonly until: number;
}

/**
 * Returns whether a browser's page can open a socket, which is limited to our own pages. Other programs send no Origin, and need a token,
 * too. Embedded pages have the school's own origin.
 */
export const isOwnOrigin = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean => {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  const page = URL.parse(origin);
  return page !== null && page.host === (host ?? '').toLowerCase();
};

/** Validates the handshake, and finds the session of its token in the database. */
export const authenticateSocket = async (
  parts: Parts,
  host: string | undefined,
  hello: unknown,
): Promise<SocketSession> => {
  const { token } = parseInput(liveHello, hello) as { token: string };
  const admitted = await authenticateToken(host, token, {
    ...parts,
    isCacheAllowed: false,
    now: parts.clock.now(),
  });
  if (admitted === null) throw problem('invalid_token');
  return admitted;
};

/** Returns the scope for a socket's call. */
export const scopeOfSocket = (
  parts: Parts,
  { school, member }: SocketSession,
  call: string,
): Scope => ({
  ...parts,
  requestId: crypto.randomUUID(),
  call,
  school,
  actor: member,
  log: new CallLog(parts.log, { school: school.code, call }),
  origin: '',
  userAgent: '',
  address: '',
});
