import { setImmediate } from 'node:timers/promises';
import type { Load } from './load.ts';

/** Milliseconds of work after which other calls get their turn. */
const turnMs = 15;

/** Lets other calls work if the current turn was long enough. Await it between the steps of long work. */
export type EndTurn = () => Promise<void>;

/**
 * Divides long work on the event loop into turns. For work of up to a second that needs its transaction or the keys of the server;
 * longer work belongs in a thread (`threads.ts`). `load` is the running meter of the call, which doesn't count the work of others.
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
