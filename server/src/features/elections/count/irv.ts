import {
  candidatesOf,
  emptyRank,
  groupPapers,
  overvote,
  sumOf,
  type Contest,
  type PaperGroup,
  type Papers,
} from './contest.ts';
import { breakTie, candidatesWith, type Settlement } from './tie-break.ts';

/*
 * Instant runoff as in San Francisco (Charter §13.102) and Maine (21-A M.R.S. §723-A), without batch elimination.
 */

export type IrvRound = {
  readonly round: number;
  /** Votes in the order of candidates. */
  readonly votes: number[];
  readonly continuing: number;
  readonly exhausted: number;
  readonly overvoted: number;
  readonly blank: number;
} & ({ readonly eliminated: number } | { readonly elected: number });

export type IrvTie = { readonly round: number; readonly tied: number[] } & Settlement<'round'>;

export interface IrvCount {
  readonly method: 'irv';
  readonly seats: 1;
  readonly ballots: number;
  readonly rounds: IrvRound[];
  readonly elected: number[];
  readonly ties: IrvTie[];
}

/** `skipsOvervotes`: a rank with several candidates is passed over like an empty one (Minneapolis 167.60). It ends the ballot otherwise. */
export function countIrv(contest: Contest, { skipsOvervotes = false } = {}): IrvCount {
  const { candidates, lots } = contest;
  const withdrawn = new Set(contest.withdrawn);
  const isInvalid = (rank: number): boolean =>
    !Number.isInteger(rank) || rank < overvote || rank > candidates;
  const isRead = (rank: number): boolean =>
    rank !== emptyRank && !withdrawn.has(rank) && !(skipsOvervotes && rank === overvote);

  const read = contest.ballots
    .filter(([, ranking]) => !ranking.some(isInvalid))
    .map(([papers, ranking]): Papers => [papers, ranking.filter(isRead)]);
  const ballots = sumOf(read.map(([papers]) => papers));
  const blank = sumOf(read.flatMap(([papers, ranking]) => (ranking.length === 0 ? papers : [])));
  const rounds: IrvRound[] = [];
  const ties: IrvTie[] = [];
  const outcome = { method: 'irv', seats: 1, ballots, rounds } as const;
  if (!read.some(([, ranking]) => ranking.some((rank) => rank !== overvote)))
    return { ...outcome, elected: [], ties };

  const continuing = new Set(
    candidatesOf(contest).filter((candidate) => !withdrawn.has(candidate)),
  );
  const held = candidatesOf(contest).map((): PaperGroup[] => []);
  const votes = candidatesOf(contest).map(() => 0);
  const history: number[][] = [];
  let [exhausted, overvoted] = [0, 0];

  /** Counts a group for its highest-ranked continuing candidate. */
  const move = (group: PaperGroup): void => {
    while (group.next < group.ranking.length) {
      const rank = group.ranking[group.next] ?? overvote;
      if (rank === overvote) {
        overvoted += group.papers;
        return;
      }
      if (continuing.has(rank)) {
        held[rank - 1]?.push(group);
        votes[rank - 1] = (votes[rank - 1] ?? 0) + group.papers;
        return;
      }
      group.next += 1;
    }
    exhausted += group.papers;
  };

  const chooseEliminated = (): number => {
    const tied = candidatesWith('fewest', [...continuing], votes);
    const [only = 0] = tied;
    if (tied.length === 1) return only;
    const settlement = breakTie(tied, 'fewest', history, lots, 'round');
    ties.push({ round: rounds.length + 1, tied, ...settlement });
    return settlement.chosen;
  };

  for (const group of groupPapers(read.filter(([, ranking]) => ranking.length > 0))) move(group);
  for (;;) {
    const inPlay = sumOf(votes);
    const round = {
      round: rounds.length + 1,
      votes: [...votes],
      continuing: inPlay,
      exhausted,
      overvoted,
      blank,
    };
    const hasMajority = (candidate: number): boolean => {
      const own = votes[candidate - 1] ?? 0;
      return own > inPlay - own;
    };
    const elected = [...continuing].find(
      (candidate) => continuing.size === 1 || hasMajority(candidate),
    );
    if (elected !== undefined) {
      rounds.push({ ...round, elected });
      return { ...outcome, elected: [elected], ties };
    }
    const eliminated = chooseEliminated();
    rounds.push({ ...round, eliminated });
    history.push(round.votes);
    continuing.delete(eliminated);
    votes[eliminated - 1] = 0;
    for (const group of held[eliminated - 1]?.splice(0) ?? []) move(group);
  }
}
