import type { IncomingMessage } from 'node:http';
import { liveHello } from '#contract/live.ts';
import { authenticateToken } from '../security/authenticate.ts';
import type { Member } from '../actor.ts';
import type { Scope, SchoolRow } from '../context.ts';
import { parseInput } from '../http/input.ts';
import { CallLog } from '../log.ts';
import { problem } from '../http/problem.ts';
import type { Parts } from '../http/serve.ts';

/** Who is at the other end of a socket. */
export interface SocketSession {
  readonly school: SchoolRow;
  readonly member: Member & { readonly sessionId: string };
  /** When the token has expired or the session ends, in milliseconds; another token moves it. */
  readonly until: number;
}

/**
 * Whether a browser's page may open a socket here: its own pages only. Programs send no Origin; they need a token all the same.
 * A school's pages in somebody's frame are of the school's own origin.
 */
export const isOwnOrigin = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean => {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  const page = URL.parse(origin);
  return page !== null && page.host === (host ?? '').toLowerCase();
};

/** Reads the handshake's body, and asks the database for the session that its token names. */
export const authenticateSocket = async (
  parts: Parts,
  host: string | undefined,
  hello: unknown,
): Promise<SocketSession> => {
  const { token } = parseInput(liveHello, hello) as { token: string };
  const admitted = await authenticateToken(host, token, {
    ...parts,
    mayRemember: false,
    now: parts.clock.now(),
  });
  if (admitted === null) throw problem('invalid_token');
  return admitted;
};

/** The scope of what somebody says on their socket. */
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
