import { CallError } from './call-error.ts';

/** Pauses after so many failed tries, in milliseconds; the last holds from then on. Some time by chance is added, so that not everybody comes at once. */
export const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

/** Whether what failed may succeed by itself later: no answer came, the server is in trouble, or it was asked too often. */
export const passes = (error: unknown): error is CallError =>
  error instanceof CallError &&
  (error.status === 0 || error.status >= 500 || error.status === 429 || error.status === 408);

/** Does one thing at a time until it succeeds. */
export interface SteadyTries {
  /** Rejects where trying again cannot help, and after `end`. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** What waits for its next try waits no longer. */
  hurry(): void;
  /** Nothing is tried any more. */
  end(): void;
}

/** A network that comes back ends a pause by itself; whoever hears of a server that is back says `hurry`. */
export function steadyTries(): SteadyTries {
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
          if (hasEnded || !passes(error)) throw error;
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
