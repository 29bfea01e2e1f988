import { liveCalls, type LiveCall } from '#contract/live.ts';
import { watchedMax } from '#contract/live-limits.ts';
import { transact } from './context.ts';
import { personId } from './ids.ts';
import { parseInput } from './input.ts';
import { admitGuest, scopeOfGuest, type Guest } from './live-entry.ts';
import type { LiveParts } from './live.ts';
import { asRefusal, refused } from './problem.ts';
import type { Parts } from './serve.ts';

/** Calls one person may make at one server at once, on all their sockets, and how many a second they earn anew. */
const callsAtOnce = 40;
const callsPerSecond = 20;
/** Refused calls after which a socket that goes on is closed; each call that is not refused makes up for one. */
const refusedMax = 400;

/** The calls of one person, counted. `isFlood`: they go on although they are refused. */
export const openAllowance = (now: () => number) => {
  let left = callsAtOnce;
  let at = now();
  let refusals = 0;
  return {
    /** Counts a call; false: too many. */
    take: (): boolean => {
      const then = now();
      left = Math.min(callsAtOnce, left + ((then - at) / 1000) * callsPerSecond);
      at = then;
      if (left < 1) {
        refusals += 1;
        return false;
      }
      left -= 1;
      refusals = Math.max(0, refusals - 1);
      return true;
    },
    isFlood: () => refusals > refusedMax,
  };
};

export type Allowance = ReturnType<typeof openAllowance>;

/** One allowance for each person who has sockets here: more sockets are not more calls. `of` counts a socket, `left` counts it off. */
export const openAllowances = (now: () => number) => {
  const held = new Map<string, { allowance: Allowance; sockets: number }>();
  return {
    of: (person: string): Allowance => {
      const found = held.get(person) ?? { allowance: openAllowance(now), sockets: 0 };
      held.set(person, found);
      found.sockets += 1;
      return found.allowance;
    },
    left: (person: string): void => {
      const found = held.get(person);
      if (found === undefined) return;
      found.sockets -= 1;
      if (found.sockets === 0) held.delete(person);
    },
  };
};

/** What a call needs of the socket it came on. */
export interface Caller {
  readonly guest: Guest;
  /** A fresh token has come. */
  readonly renewed: (guest: Guest) => void;
  readonly host: string | undefined;
  /** Watches these people instead of those it watched; answers who of them is there. */
  readonly watch: (people: readonly number[]) => readonly number[];
}

/** What an acknowledgement says. */
export type LiveAnswer = { ok: true; online?: string[] } | { ok: false; code: string };

/** Does what a client says, and answers what its acknowledgement says. Never throws. */
export const answerLiveCall = async (
  name: string,
  input: unknown,
  caller: Caller,
  parts: Parts,
  { calls, mayWatch }: LiveParts,
): Promise<LiveAnswer> => {
  const { guest } = caller;
  const scope = scopeOfGuest(parts, guest, `live.${name}`);
  try {
    if (!(name in liveCalls)) throw refused('not_found');
    const call = name as LiveCall;
    const given: unknown = parseInput(liveCalls[call], input);
    switch (call) {
      case 'renew': {
        const next = await admitGuest(parts, caller.host, given);
        if (next.member.sessionId !== guest.member.sessionId) throw refused('invalid_token');
        caller.renewed(next);
        return { ok: true };
      }
      case 'watch': {
        const { uids } = given as { uids: string[] };
        const people = uids.flatMap((uid) => personId(uid) ?? []).slice(0, watchedMax);
        const allowed = people.length === 0 ? [] : await mayWatch(scope, people);
        return { ok: true, online: caller.watch(allowed).map(String) };
      }
      default:
        // Parsed by this very call's schema.
        await calls[call](scope, given as never);
        return { ok: true };
    }
  } catch (error) {
    const refusal = asRefusal(error, scope.requestId);
    if (refusal.status >= 500) scope.log.error({ requestId: scope.requestId, err: error }, 'live call failed');
    return { ok: false, code: refusal.code };
  }
};

/** Rooms and switches of somebody whose socket has come. */
export const welcomeGuest = (parts: Parts, guest: Guest, { welcome }: LiveParts) =>
  transact(scopeOfGuest(parts, guest, 'live.connect'), welcome, { readOnly: true });
