import { CallError } from './call-error.ts';

/** Pauses in milliseconds after each failed attempt; the last one repeats. A random part is added, so that clients don't all retry at the same moment. */
export const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

/** Returns whether a retry may succeed: the network failed, the server had an error or timed out, or the rate limit was reached. */
export const isTransient = (error: unknown): error is CallError =>
  error instanceof CallError &&
  (error.status === 0 || error.status >= 500 || error.status === 429 || error.status === 408);

/** Runs one task at a time until it succeeds. */
export interface Retry {
  /** Rejects if a retry can't help, and after `end`. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Ends the pause before the next attempt. */
  hurry(): void;
  /** Stops all attempts. */
  end(): void;
}

/** A pause ends when the network returns. Call `hurry` when the server is known to be back. */
export function createRetry(): Retry {
  let hasEnded = false;
  let wake = () => undefined as void;
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        window.removeEventListener('online', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      window.addEventListener('online', done);
      wake = done;
    });
  return {
    run: async (work) => {
      for (let failures = 0; ; failures += 1) {
        try {
          return await work();
        } catch (error) {
          if (hasEnded || !isTransient(error)) throw error;
          const least = pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0;
          await pause(Math.max(least, (error.retryAfter ?? 0) * 1_000) * (1 + Math.random() / 2));
          if (hasEnded) throw error;
        }
      }
    },
    hurry: () => wake(),
    end: () => {
      hasEnded = true;
      wake();
    },
  };
}
