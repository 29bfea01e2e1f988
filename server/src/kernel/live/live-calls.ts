import { liveCalls, type LiveCall } from '#contract/live.ts';
import { watchedMax } from '#contract/live-limits.ts';
import { transact } from '../context.ts';
import { personId } from '../ids.ts';
import { parseInput } from '../http/input.ts';
import { idOf } from '../sql.ts';
import { takeInMemory } from '../security/rate-limits.ts';
import { authenticateSocket, scopeOfSocket, type SocketSession } from './live-authentication.ts';
import type { LiveParts } from './live-sources.ts';
import { asProblem, problem } from '../http/problem.ts';
import type { Parts } from '../http/serve.ts';

/** Calls one person may make at one server, on all their sockets together: forty at once, twenty a second for long. */
const callLimit = { max: 40, seconds: 2 } as const;
/** Refused calls in a window, after which a socket that goes on is closed. */
const refusedLimit = { max: 400, seconds: 20 } as const;

/**
 * Counts a call of somebody on a socket. `taken`: it may be carried out; `refused`: it is too many; `flood`: they go on although
 * they are refused, and their socket is to be closed. More sockets are not more calls.
 */
export const countLiveCall = async (
  parts: Pick<Parts, 'pool' | 'clock'>,
  { school, member }: SocketSession,
): Promise<'taken' | 'refused' | 'flood'> => {
  const person = `${school.school_id}:${member.userId}`;
  if (await takeInMemory(parts, `live:${person}`, callLimit)) return 'taken';
  return (await takeInMemory(parts, `live-refused:${person}`, refusedLimit)) ? 'refused' : 'flood';
};

/** What a call needs of the socket it came on. */
export interface Caller {
  readonly session: SocketSession;
  /** A fresh token has come. */
  readonly renewed: (session: SocketSession) => void;
  readonly host: string | undefined;
  /** Watches these people instead of those it watched; answers who of them is there. */
  readonly watch: (people: readonly number[]) => readonly number[];
  /** Hears of the posts of this club instead of the one before. */
  readonly read: (club: number | null) => void;
}

/** What an acknowledgement says. */
export type LiveReply = { ok: true; online?: string[] } | { ok: false; code: string };

/** Does what a client says, and answers what its acknowledgement says. Never throws. */
export const handleLiveCall = async (
  name: string,
  input: unknown,
  caller: Caller,
  parts: Parts,
  { calls, canWatch, canRead }: LiveParts,
): Promise<LiveReply> => {
  const { session } = caller;
  const scope = scopeOfSocket(parts, session, `live.${name}`);
  try {
    // Its own only: what every object has by birth (`constructor`, `__proto__`) is no call.
    if (!Object.hasOwn(liveCalls, name)) throw problem('not_found');
    const call = name as LiveCall;
    const given: unknown = parseInput(liveCalls[call], input);
    switch (call) {
      case 'renew': {
        const next = await authenticateSocket(parts, caller.host, given);
        if (next.member.sessionId !== session.member.sessionId) throw problem('invalid_token');
        caller.renewed(next);
        return { ok: true };
      }
      case 'watch': {
        const { uids } = given as { uids: string[] };
        const people = uids.flatMap((uid) => personId(uid) ?? []).slice(0, watchedMax);
        const allowed = people.length === 0 ? [] : await canWatch(scope, people);
        return { ok: true, online: caller.watch(allowed).map(String) };
      }
      case 'read': {
        const { club } = given as { club: string | null };
        const id = club === null ? null : idOf(club);
        // First from the one before: what cannot be read is not heard, and neither is that any more.
        caller.read(null);
        if (id === null) return { ok: true };
        if (!(await canRead(scope, id))) throw problem('not_found');
        caller.read(id);
        return { ok: true };
      }
      default:
        // Parsed by this very call's schema.
        await calls[call](scope, given as never);
        return { ok: true };
    }
  } catch (error) {
    const failure = asProblem(error, scope.requestId);
    if (failure.status >= 500)
      scope.log.error({ requestId: scope.requestId, err: error }, 'live call failed');
    return { ok: false, code: failure.code };
  }
};

/** Rooms and switches of somebody whose socket has come. */
export const readConnectionState = (parts: Parts, session: SocketSession, { welcome }: LiveParts) =>
  transact(scopeOfSocket(parts, session, 'live.connect'), welcome, { readOnly: true });
