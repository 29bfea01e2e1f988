import { transactBatch, type Scope } from '../context.ts';
import { AuthChangedError, type CachedAuth, type Pool } from '../database/database.ts';
import type { BatchedCall, BatchOutcome } from './batched-call.ts';
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
/** Maximum concurrent transactions per school and endpoint. */
const concurrency = 4;

/** A waiting call. */
interface Waiting {
  readonly scope: Scope;
  readonly entry: CachedAuth;
  readonly input: unknown;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  isFirst: boolean;
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

/** Runs calls in one transaction, and resolves each. Returns the calls that have to wait for another one. */
const carryOut = async (handler: Handler, batch: readonly Waiting[]): Promise<Waiting[]> => {
  const [first] = batch;
  if (first === undefined) return [];
  try {
    const outcomes = await transactBatch(
      first.scope,
      (part) =>
        handler(
          batch.map(({ scope, input, isFirst }) => ({
            context: { ...scope, ...part },
            input: input as never,
            isFirst,
          })),
        ),
      { auth: batch.map(({ entry }) => entry) },
    );
    const later: Waiting[] = [];
    for (const [index, one] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined || outcome === 'later') {
        one.isFirst = false;
        later.push(one);
      } else if ('error' in outcome) one.reject(outcome.error);
      else one.resolve(outcome.answer);
    }
    return later;
  } catch (error) {
    for (const one of batch) one.isFirst = false;
    if (batch.length === 1 || !isOneOfThem(error)) for (const one of batch) one.reject(error);
    else for (const one of batch) await carryOut(handler, [one]);
    return [];
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
  void carryOut(handler, batch).then((later) => {
    clearTimeout(timer);
    lane.underWay -= 1;
    if (isSlow) lane.slow -= 1;
    lane.waiting.unshift(...later);
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
    lane.waiting.push({ scope, entry, input, resolve, reject, isFirst: true });
    // `Route` has checked that the handler's input matches the endpoint's schemas.
    begin(route.handler as Handler, lane, () => known.delete(key));
  });
