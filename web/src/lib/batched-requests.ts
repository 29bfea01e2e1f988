/*
 * Many clients hear the same at one moment, and one client hears much in a row. What they ask the server then is gathered: once for
 * all that came, a moment after the first of it, and spread over time, so that they do not all ask at once.
 */

/** How long something rests before it is asked for, and how much longer by chance, in milliseconds. */
export const restMs = { least: 400, more: 800 } as const;
/** The same after so many failures; the last holds from then on. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

export interface BatchedRequests<T> {
  /** Asks for these too, soon. */
  add(...some: readonly T[]): void;
  /** Asks for these too, and waits no longer than that after failures: something has come back. */
  addAnew(...some: readonly T[]): void;
}

/**
 * Gathers what `ask` asks for. It is never asked twice at once: what is added meanwhile comes after. `ask` answers what it did not
 * get and is to be tried again, after longer and longer pauses.
 */
export function batchRequests<T>(
  ask: (all: ReadonlySet<T>) => Promise<readonly T[]>,
): BatchedRequests<T> {
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
