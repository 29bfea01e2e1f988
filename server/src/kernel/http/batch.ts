import { transactBatch, type Scope } from '../context.ts';
import { AuthChangedError, type CachedAuth, type Pool } from '../database/database.ts';
import type { BatchedCall, BatchOutcome } from './batched-call.ts';
import { problem } from './problem.ts';
import type { Route } from './route.ts';

/*
 * Calls of one school that wait at the same time share a transaction (docs/decisions/030-batched-messages.md). Either all their changes are
 * committed or none: an answer is sent only after the commit, and sockets receive broadcasts only then. After a conflict with another
 * transaction, `transactBatch` runs the handler again, up to three times, so handlers make no outside calls.
 */

/** Maximum calls in one transaction. */
const most = 64;
/**
 * A transaction that takes more milliseconds is probably waiting for another one, so the next one starts without waiting for it. Otherwise
 * one at a time has the highest throughput, because more calls share each wait for the disk.
 */
const slowMs = 60;
/** How often a call can wait for work outside of its transaction. */
const waitsMax = 3;
/** Maximum concurrent transactions per school and endpoint. */
const concurrency = 4;

/** A waiting call. */
interface Waiting {
  readonly scope: Scope;
  readonly entry: CachedAuth;
  readonly input: unknown;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly arrivedAt: Date;
  isFirst: boolean;
  waits: number;
}

/** A call that runs again, at once or after some work. */
interface Again {
  readonly call: Waiting;
  readonly after: (() => Promise<unknown>) | null;
}

interface Lane {
  waiting: Waiting[];
  underWay: number;
  /** The number of slow ones. */
  slow: number;
}

type Handler = (calls: readonly BatchedCall<never>[]) => Promise<readonly BatchOutcome<unknown>[]>;

/**
 * Returns whether a single call caused the error: a failing statement, or a caller whose session has changed. Then each call runs alone.
 * Otherwise all calls fail.
 */
const isOneOfThem = (error: unknown): boolean =>
  error instanceof AuthChangedError ||
  /^(?:2[0-9A-Z]|42|P0|XX)...$/.test(String((error as { code?: unknown } | null)?.code));

/** Runs calls in one transaction, and resolves each. Returns the calls that run again. */
const carryOut = async (handler: Handler, batch: readonly Waiting[]): Promise<Again[]> => {
  const [first] = batch;
  if (first === undefined) return [];
  try {
    const outcomes = await transactBatch(
      first.scope,
      (part) =>
        handler(
          batch.map(({ scope, input, isFirst, arrivedAt }) => ({
            context: { ...scope, ...part },
            input: input as never,
            isFirst,
            arrivedAt,
          })),
        ),
      { auth: batch.map(({ entry }) => entry) },
    );
    const again: Again[] = [];
    for (const [index, one] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined || outcome === 'later') {
        one.isFirst = false;
        again.push({ call: one, after: null });
      } else if ('error' in outcome) one.reject(outcome.error);
      else if ('answer' in outcome) one.resolve(outcome.answer);
      else {
        one.isFirst = false;
        one.waits += 1;
        if (one.waits > waitsMax) one.reject(problem('unavailable'));
        else again.push({ call: one, after: outcome.after });
      }
    }
    return again;
  } catch (error) {
    for (const one of batch) one.isFirst = false;
    if (batch.length === 1 || !isOneOfThem(error)) {
      for (const one of batch) one.reject(error);
      return [];
    }
    const again: Again[] = [];
    for (const one of batch) again.push(...(await carryOut(handler, [one])));
    return again;
  }
};

const lanes = new WeakMap<Pool, Map<string, Lane>>();

const begin = (handler: Handler, lane: Lane, forget: () => void): void => {
  if (lane.waiting.length === 0 || lane.underWay > lane.slow || lane.underWay >= concurrency)
    return;
  const batch = lane.waiting.splice(0, most);
  lane.underWay += 1;
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    lane.slow += 1;
    begin(handler, lane, forget);
  }, slowMs);
  void carryOut(handler, batch).then((again) => {
    clearTimeout(timer);
    lane.underWay -= 1;
    if (isSlow) lane.slow -= 1;
    lane.waiting.unshift(...again.filter(({ after }) => after === null).map(({ call }) => call));
    for (const { call, after } of again)
      void after?.().then(() => {
        lane.waiting.push(call);
        begin(handler, lane, forget);
      }, call.reject);
    if (lane.waiting.length > 0) begin(handler, lane, forget);
    else if (lane.underWay === 0) forget();
  });
};

/**
 * Runs a call of a `batch` route. It starts immediately if its school has no running transaction. Calls that arrive until it ends share
 * the next one, which needs only one confirmation, one round trip per step and one wait for the disk.
 */
export const runBatched = (
  route: Route,
  scope: Scope,
  entry: CachedAuth,
  input: unknown,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    route.before?.(scope);
    const known = lanes.get(scope.pool) ?? new Map<string, Lane>();
    lanes.set(scope.pool, known);
    // Calls with the same stamp can be confirmed together.
    const key = `${route.endpoint.name} ${entry.school} ${entry.stamp}`;
    const lane = known.get(key) ?? { waiting: [], underWay: 0, slow: 0 };
    known.set(key, lane);
    lane.waiting.push({
      scope,
      entry,
      input,
      resolve,
      reject,
      arrivedAt: scope.clock.now(),
      isFirst: true,
      waits: 0,
    });
    // `Route` has checked that the handler's input matches the endpoint's schemas.
    begin(route.handler as Handler, lane, () => known.delete(key));
  });
