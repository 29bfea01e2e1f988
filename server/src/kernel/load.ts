/** Returns the processor time of this thread in milliseconds, without waiting time and other processes. */
const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

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
  #since: number | null = null;

  constructor(subject: string, most: number) {
    this.subject = subject;
    this.most = most;
  }

  /** Starts or resumes measuring. */
  begin(): void {
    this.#since = threadMs();
  }

  /** Pauses measuring while the call waits. */
  pause(): void {
    if (this.#since === null) return;
    this.#used += threadMs() - this.#since;
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
