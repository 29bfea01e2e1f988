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

/** Maximum socket calls of a person on one server, across all their sockets: forty in a burst, and twenty per second. */
const callLimit = { max: 40, seconds: 2 } as const;
/** Maximum refused calls in a window before the socket is closed. */
const refusedLimit = { max: 400, seconds: 20 } as const;

/**
 * Counts a call on a socket. `taken`: it can run. `refused`: it exceeds the limit. `flood`: the client continues despite refusals, so close
 * its socket. All sockets of a person share one limit.
 */
export const countLiveCall = async (
  parts: Pick<Parts, 'pool' | 'clock'>,
  { school, member }: SocketSession,
): Promise<'taken' | 'refused' | 'flood'> => {
  const person = `${school.school_id}:${member.userId}`;
  if (await takeInMemory(parts, `live:${person}`, callLimit)) return 'taken';
  return (await takeInMemory(parts, `live-refused:${person}`, refusedLimit)) ? 'refused' : 'flood';
};

/** The socket of a call. */
export interface Caller {
  readonly session: SocketSession;
  /** Replaces the session after the client sent a new token. */
  readonly renewed: (session: SocketSession) => void;
  readonly host: string | undefined;
  /** Watches the presence of these people instead of earlier ones. Returns those who are online. */
  readonly watch: (people: readonly number[]) => readonly number[];
  /** Subscribes to this club's posts, replacing the previous club. */
  readonly read: (club: number | null) => void;
}

/** The acknowledgement of a call. */
export type LiveReply = { ok: true; online?: string[] } | { ok: false; code: string };

/** Handles a client's call, and returns the acknowledgement. Never throws. */
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
    // Checks own properties only, because every object inherits names such as `constructor` and `__proto__`.
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
        // Unsubscribe first, so that a failure leaves the socket without any club.
        caller.read(null);
        if (id === null) return { ok: true };
        if (!(await canRead(scope, id))) throw problem('not_found');
        caller.read(id);
        return { ok: true };
      }
      default:
        // The schema of this call has parsed the input.
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

/** Returns the rooms of a new socket, and whether others see the person's presence. */
export const readConnectionState = (
  parts: Parts,
  session: SocketSession,
  { connectionState: welcome }: LiveParts,
) => transact(scopeOfSocket(parts, session, 'live.connect'), welcome, { readOnly: true });
