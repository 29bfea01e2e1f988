import { runTasks } from '../../../kernel/thread-work.ts';
import { countContest, type ContestResult, type ElectionContest } from '../count/count.ts';

/** The contests of an election, each with the choices of all ballots. */
export interface CountTask {
  readonly contests: readonly {
    readonly contest: ElectionContest;
    readonly votes: readonly (readonly string[])[];
  }[];
}

/* The thread of counting.ts, so that the server answers other calls during a large count. */

runTasks(({ contests }: CountTask): ContestResult[] =>
  contests.map(({ contest, votes }) => countContest(contest, votes)),
);
