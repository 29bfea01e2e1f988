import { candidatesOf, sumOf, type Contest } from './contest.ts';
import { candidatesWith, drawLot } from './tie-break.ts';

/** A fraction, such as two thirds. */
export interface Share {
  readonly numerator: number;
  readonly denominator: number;
}

/** Compares without division, because 2/3 has no exact decimal. */
export const reachesShare = (
  part: number,
  whole: number,
  { numerator, denominator }: Share,
): boolean => BigInt(part) * BigInt(denominator) >= BigInt(numerator) * BigInt(whole);

export interface PluralityContest extends Contest {
  /** The most candidates that a ballot can name. */
  readonly max: number;
  /** With one seat, the candidate needs more than half of the valid votes. */
  readonly needsMajority?: boolean;
}

export interface PluralityCount {
  /** Votes in the order of candidates. */
  readonly votes: number[];
  readonly blank: number;
}

export interface PluralityOutcome {
  readonly elected: number[];
  readonly count: PluralityCount;
}

/** Counts ballots that name up to `max` candidates. Withdrawn candidates are removed from ballots first. Ignores invalid ballots. */
const countVotes = (contest: PluralityContest): PluralityCount & { readonly valid: number } => {
  const { candidates, max } = contest;
  const withdrawn = new Set(contest.withdrawn);
  const votes = candidatesOf(contest).map(() => 0);
  let [blank, valid] = [0, 0];
  for (const [papers, choices] of contest.ballots) {
    const isInvalid =
      choices.length > max ||
      new Set(choices).size < choices.length ||
      choices.some((choice) => !Number.isInteger(choice) || choice < 1 || choice > candidates);
    if (isInvalid) continue;
    const named = choices.filter((choice) => !withdrawn.has(choice));
    if (named.length === 0) blank += papers;
    else valid += papers;
    for (const choice of named) votes[choice - 1] = (votes[choice - 1] ?? 0) + papers;
  }
  return { votes, blank, valid };
};

/** Removes the candidates that the lot draws until `seats` remain. */
const drawOut = (tied: readonly number[], seats: number, lots: readonly number[]): number[] => {
  const drawn: number[] = [];
  while (tied.length - drawn.length > seats)
    drawn.push(
      drawLot(
        tied.filter((candidate) => !drawn.includes(candidate)),
        lots,
      ),
    );
  return drawn;
};

/** Elects the candidates with the most votes. In a tie at the boundary, the candidates that the lot draws are not elected. */
export function countPlurality(contest: PluralityContest): PluralityOutcome {
  const { seats, lots, needsMajority = false } = contest;
  const { valid, ...count } = countVotes(contest);
  const elected: number[] = [];
  if (valid === 0) return { elected, count };
  if (needsMajority && seats === 1 && !count.votes.some((votes) => votes > valid - votes))
    return { elected, count };
  let left = candidatesOf(contest).filter((candidate) => !contest.withdrawn?.includes(candidate));
  while (elected.length < seats && left.length > 0) {
    const leading = candidatesWith('most', left, count.votes);
    const drawn = drawOut(leading, seats - elected.length, lots);
    elected.push(...leading.filter((candidate) => !drawn.includes(candidate)));
    left = left.filter((candidate) => !leading.includes(candidate));
  }
  return { elected, count };
}

/** The choices of a yes/no ballot, as candidates. */
export const yesNo = ['yes', 'no'] as const;

/** Passes with more yes than no votes, or with at least a share of both. A question without a yes vote doesn't pass. */
export function countYesNo({
  ballots,
  share,
}: {
  readonly ballots: Contest['ballots'];
  /** Null for more yes than no. */
  readonly share: Share | null;
}): {
  readonly passes: boolean;
  readonly count: PluralityCount;
} {
  const { votes, blank } = countVotes({
    ballots,
    candidates: yesNo.length,
    seats: 1,
    max: 1,
    lots: [],
  });
  const [yes = 0, no = 0] = votes;
  const passes = share === null ? yes > no : yes > 0 && reachesShare(yes, sumOf(votes), share);
  return { passes, count: { votes, blank } };
}
