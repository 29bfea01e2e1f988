import type { IncomingMessage } from 'node:http';
import { liveHello } from '#contract/live.ts';
import { admitToken } from '../security/authenticate.ts';
import type { Member, Scope, SchoolRow } from '../context.ts';
import { parseInput } from '../http/input.ts';
import { CallLog } from '../log.ts';
import { refused } from '../http/problem.ts';
import type { Parts } from '../http/serve.ts';

/** Who is at the other end of a socket. */
export interface Guest {
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
export const admitGuest = async (
  parts: Parts,
  host: string | undefined,
  hello: unknown,
): Promise<Guest> => {
  const { token } = parseInput(liveHello, hello) as { token: string };
  const admitted = await admitToken(host, token, {
    ...parts,
    mayRemember: false,
    now: parts.clock.now(),
  });
  if (admitted === null) throw refused('invalid_token');
  return admitted;
};

/** The scope of what somebody says on their socket. */
export const scopeOfGuest = (parts: Parts, { school, member }: Guest, call: string): Scope => ({
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
