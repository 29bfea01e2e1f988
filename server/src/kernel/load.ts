/** Returns the processor time of this thread in milliseconds, without waiting time and other processes. */
const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The longest time between two timer ticks of a kernel, in milliseconds. */
const tickMs = 4;

/**
 * Kernels may update a thread's processor time only at a tick or when another thread gets the processor, so it misses most short
 * bursts. Elapsed time is right for those, because they are rarely interrupted; a longer burst counts its processor time. On a
 * busy machine, a short burst can take long because other processes run, so a long burst has no minimum.
 */
export const burstMs = (elapsed: number, processor: number): number =>
  elapsed <= tickMs ? elapsed : Math.min(elapsed, processor);

/** Processor time in milliseconds per minute: for a person, an API key of a school, and the visitors of a network. */
export interface LoadBudgets {
  readonly person: number;
  readonly key: number;
  readonly network: number;
}

/**
 * Measures the processor time that a call takes on the event loop: the code between its statements, and everything in `run`. The
 * statements themselves run in the database. If a transaction awaits anything else, the work of other calls in that time counts
 * too, so it shouldn't.
 */
export class Load {
  /** Key of the budget and its milliseconds per minute, from `load-budget.ts`. */
  subject: string;
  most: number;
  #used = 0;
  #since: { elapsed: number; processor: number } | null = null;

  constructor(subject: string, most: number) {
    this.subject = subject;
    this.most = most;
  }

  /** Starts or resumes measuring. */
  begin(): void {
    this.#since = { elapsed: performance.now(), processor: threadMs() };
  }

  /** Pauses measuring while the call waits. */
  pause(): void {
    if (this.#since === null) return;
    this.#used += burstMs(
      performance.now() - this.#since.elapsed,
      threadMs() - this.#since.processor,
    );
    this.#since = null;
  }

  /** Runs synchronous work and measures it. */
  run<T>(work: () => T): T {
    this.begin();
    try {
      return work();
    } finally {
      this.pause();
    }
  }

  /** Returns the time since the last call of `take`. */
  take(): number {
    this.pause();
    const used = this.#used;
    this.#used = 0;
    return used;
  }
}
