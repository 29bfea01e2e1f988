/** Codes of input that can't be counted. */
export const countErrorCodes = [
  'papers_invalid',
  'seats_invalid',
  'candidate_unknown',
  'candidate_twice',
  'rank_twice',
  'lot_missing',
] as const;
export type CountErrorCode = (typeof countErrorCodes)[number];

export class CountError extends Error {
  override name = 'CountError';
  readonly code: CountErrorCode;
  constructor(code: CountErrorCode) {
    super(`The ballots can’t be counted: ${code}.`);
    this.code = code;
  }
}

/** A number of equal ballots, and their candidates in order of preference. Candidates are numbered from 1 in ballot order. */
export type Papers = readonly [papers: number, ranking: readonly number[]];

/** A ranking of a ballot that was entered from paper can also contain these. */
export const emptyRank = 0;
export const overvote = -1;

export interface Contest {
  /** The number of candidates, including withdrawn ones. */
  readonly candidates: number;
  readonly seats: number;
  readonly ballots: readonly Papers[];
  readonly withdrawn?: readonly number[];
  /** The order in which a lot draws candidates. Counting fails if it needs a lot and a tied candidate is missing here. */
  readonly lots: readonly number[];
}

/** Numbers every candidate from 1. */
export const candidatesOf = ({ candidates }: Pick<Contest, 'candidates'>): number[] =>
  Array.from({ length: candidates }, (_, index) => index + 1);

const checkList = (list: readonly number[], { candidates }: Contest): void => {
  for (const candidate of list)
    if (!Number.isInteger(candidate) || candidate < 1 || candidate > candidates)
      throw new CountError('candidate_unknown');
  if (new Set(list).size < list.length) throw new CountError('candidate_twice');
};

/**
 * Throws the code of the first problem. Ballots that were entered from paper can have empty ranks, overvotes and repeated candidates,
 * because voters can mark them.
 */
export function checkContest(contest: Contest, { isFromPaper = false } = {}): void {
  if (!Number.isSafeInteger(contest.seats) || contest.seats < 1)
    throw new CountError('seats_invalid');
  let total = 0;
  for (const [papers, ranking] of contest.ballots) {
    total += papers;
    // With a larger total, sums of papers would no longer be exact.
    if (!Number.isSafeInteger(papers) || papers < 1 || !Number.isSafeInteger(total))
      throw new CountError('papers_invalid');
    checkList(
      isFromPaper
        ? [...new Set(ranking.filter((rank) => rank !== emptyRank && rank !== overvote))]
        : ranking,
      contest,
    );
  }
  checkList(contest.withdrawn ?? [], contest);
  checkList(contest.lots, contest);
}

/** Papers with the same ranking, which a count moves together. */
export interface PaperGroup {
  readonly papers: number;
  readonly ranking: readonly number[];
  /** The place of the next preference. */
  next: number;
}

/** Counts equal rankings together, because real elections have far fewer rankings than ballots. */
export const groupPapers = (ballots: Iterable<Papers>): PaperGroup[] => {
  const groups = new Map<string, { papers: number; ranking: readonly number[] }>();
  for (const [papers, ranking] of ballots) {
    const key = ranking.join();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { papers, ranking });
    else group.papers += papers;
  }
  return [...groups.values()].map((group) => ({ ...group, next: 0 }));
};

export const sumOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0);
