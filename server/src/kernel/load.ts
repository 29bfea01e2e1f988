/** Processor time that this thread has taken, in milliseconds. Time in which it waits, or other processes run, is not in it. */
const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Milliseconds of processor time a minute: of one person, of one key of a school, and of the visitors of one network. */
export interface LoadBudgets {
  readonly person: number;
  readonly key: number;
  readonly network: number;
}

/**
 * Measures the processor time that one call takes of the event loop: what runs between its statements, and where `run` is used. The statements
 * themselves are the database's. What else a transaction waits for counts with what others do meanwhile, which is why nothing should.
 */
export class Load {
  /** Whose budget it counts against, and how many milliseconds a minute that has; `load-budget.ts` knows them. */
  subject: string;
  most: number;
  #used = 0;
  #since: number | null = null;

  constructor(subject: string, most: number) {
    this.subject = subject;
    this.most = most;
  }

  /** The call runs from now on. */
  begin(): void {
    this.#since = threadMs();
  }

  /** The call waits from now on. */
  pause(): void {
    if (this.#since === null) return;
    this.#used += threadMs() - this.#since;
    this.#since = null;
  }

  /** Runs what waits for nothing. */
  run<T>(work: () => T): T {
    this.begin();
    try {
      return work();
    } finally {
      this.pause();
    }
  }

  /** What was used since this was last asked. */
  take(): number {
    this.pause();
    const used = this.#used;
    this.#used = 0;
    return used;
  }
}
