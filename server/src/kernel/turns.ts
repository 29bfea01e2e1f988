import { setImmediate } from 'node:timers/promises';
import type { Load } from './load.ts';

/** Milliseconds of work after which other calls can run. */
const turnMs = 15;

/** Lets other calls run if the current turn has lasted long enough. Await it between steps of long work. */
export type EndTurn = () => Promise<void>;

/**
 * Divides long work on the event loop into turns. Use it for work of up to a second that needs its transaction or the server's keys.
 * Run longer work in a thread (`threads.ts`). `load` measures the time of this call and excludes that of others.
 */
export const openTurns = (load?: Load): EndTurn => {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < turnMs) return;
    load?.pause();
    await setImmediate();
    load?.begin();
    began = performance.now();
  };
};
