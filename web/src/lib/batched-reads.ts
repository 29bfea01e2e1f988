/*
 * Many clients receive the same event at once, and one client may receive many in a row. Their reads from the server are
 * batched: one call for all events, shortly after the first, at a random time, so that clients don't all call at once.
 */

/** The delay before a call and its maximum random addition, in milliseconds. */
export const restMs = { least: 400, more: 800 } as const;
/** Delays after failures, in milliseconds. The last one repeats. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

export interface BatchedReads<T> {
  /** Adds items to the next call. */
  add(...some: readonly T[]): void;
  /** Adds items and resets the delay after failures, because the connection is back. */
  addAnew(...some: readonly T[]): void;
}

/**
 * Batches items for `ask`. Only one call runs at a time; items added during it are part of the next one. `ask` returns the
 * items to retry, which happens with growing delays.
 */
export function batchReads<T>(
  ask: (all: ReadonlySet<T>) => Promise<readonly T[]>,
): BatchedReads<T> {
  let waiting = new Set<T>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let failures = 0;
  const start = () => {
    if (timer !== undefined || isAsking || waiting.size === 0) return;
    const least =
      failures === 0
        ? restMs.least
        : (pausesMs[Math.min(failures, pausesMs.length) - 1] ?? restMs.least);
    const more = failures === 0 ? restMs.more : least / 2;
    timer = setTimeout(() => void run(), least + Math.random() * more);
  };
  const run = async () => {
    const all = waiting;
    timer = undefined;
    waiting = new Set();
    isAsking = true;
    try {
      const missing = await ask(all);
      failures = missing.length === 0 ? 0 : failures + 1;
      for (const one of missing) waiting.add(one);
    } finally {
      isAsking = false;
      start();
    }
  };
  const add = (...some: readonly T[]) => {
    for (const one of some) waiting.add(one);
    start();
  };
  return {
    add,
    addAnew: (...some) => {
      if (failures > 0) {
        failures = 0;
        clearTimeout(timer);
        timer = undefined;
      }
      add(...some);
    },
  };
}
