import { checkContest, type Papers } from './contest.ts';
import { countIrv, type IrvCount } from './irv.ts';
import {
  countPlurality,
  countYesNo,
  reachesShare,
  yesNo,
  type PluralityCount,
  type Share,
} from './plurality.ts';
import { countScottishStv, type StvCount } from './scottish-stv.ts';

/** A contest of an election, as the file of ballots describes it. Candidates are IDs. */
export interface ElectionContest {
  readonly kind: 'one' | 'several' | 'ranked' | 'yes_no';
  /** Null unless `kind` is `ranked`. */
  readonly method: 'irv' | 'scottish-stv' | null;
  readonly seats: number;
  /** The most candidates that a ballot can name. Null for all. */
  readonly max: number | null;
  /** In ballot order, including withdrawn candidates and counted write-ins. */
  readonly candidates: readonly string[];
  readonly withdrawn: readonly string[];
  /** In the order in which the lot draws them; empty if no lot was drawn. */
  readonly lots: readonly string[];
  readonly needsMajority?: boolean;
  /** The share of yes votes with which a question passes. Null for more yes than no. */
  readonly share?: Share | null;
}

export type ContestCount = StvCount | IrvCount | PluralityCount;

export interface ContestResult {
  /** IDs of candidates in the order of election; `yes` or `no` of a question. */
  readonly elected: string[];
  /** Candidates in it are numbers: places in `candidates`, from 1. */
  readonly count: ContestCount;
}

/** Returns ballots with numbers instead of IDs. Unknown IDs become an invalid number. */
const numbered = (votes: Iterable<readonly string[]>, candidates: readonly string[]): Papers[] => {
  const numbers = new Map(candidates.map((id, index) => [id, index + 1]));
  const groups = new Map<string, { papers: number; ranking: number[] }>();
  for (const choices of votes) {
    const ranking = choices.map((id) => numbers.get(id) ?? candidates.length + 1);
    const key = ranking.join();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { papers: 1, ranking });
    else group.papers += 1;
  }
  return [...groups.values()].map(({ papers, ranking }): Papers => [papers, ranking]);
};

/**
 * Counts a contest. `votes` has one list of candidates for each ballot; an empty list is a blank ballot. Throws `CountError` with
 * `lot_missing` if a tie needs a lot that wasn't drawn.
 */
export function countContest(
  {
    kind,
    method,
    seats,
    max,
    candidates,
    withdrawn,
    lots,
    needsMajority = false,
    share = null,
  }: ElectionContest,
  votes: Iterable<readonly string[]>,
): ContestResult {
  if (kind === 'yes_no') {
    const ballots = numbered(votes, yesNo);
    const { passes, count } = countYesNo({ ballots, share });
    return { elected: [passes ? 'yes' : 'no'], count };
  }
  const numbersOf = (ids: readonly string[]) =>
    ids.map((id) => {
      const place = candidates.indexOf(id);
      return place === -1 ? candidates.length + 1 : place + 1;
    });
  const contest = {
    candidates: candidates.length,
    seats,
    withdrawn: numbersOf(withdrawn),
    lots: numbersOf(lots),
  };
  checkContest({ ...contest, ballots: [] });
  const longest = kind === 'one' ? 1 : (max ?? candidates.length);
  const ballots = numbered(votes, candidates);
  const idsOf = (numbers: readonly number[]) =>
    numbers.map((number) => candidates[number - 1] ?? '');
  if (kind !== 'ranked') {
    const { elected, count } = countPlurality({ ...contest, ballots, max: longest, needsMajority });
    return { elected: idsOf(elected), count };
  }
  const ranked = {
    ...contest,
    ballots: ballots.filter(([, ranking]) => ranking.length <= longest),
  };
  const count = method === 'irv' ? countIrv(ranked) : countScottishStv(ranked);
  return { elected: idsOf(count.elected), count };
}

/** Compares the number of ballots, including blank ones, with a percentage of the voters. */
export const isQuorumReached = (ballots: number, voters: number, quorum: number | null): boolean =>
  quorum === null || reachesShare(ballots, voters, { numerator: quorum, denominator: 100 });
