import { createHash } from 'node:crypto';
import type { ContestInput, VoterRule } from '#contract/elections/endpoints.ts';
import type { Votes } from '#contract/elections/voting.endpoints.ts';
import { electionLimits, writeInPrefix, type ElectionPhase } from '#contract/elections/limits.ts';
import type {
  CandidateRow,
  ContestRow,
  ElectionRow,
  NewContest,
  StoredRule,
} from './elections.queries.ts';

/** Returns the phase of an election at a time. Voting starts and ends at its times, even if a job hasn't stored it yet. */
export const phaseOf = (
  row: Pick<ElectionRow, 'state' | 'nominations_end_at' | 'opens_at' | 'closes_at'>,
  now: Date,
): ElectionPhase => {
  if (row.state === 'announced') {
    if (row.nominations_end_at !== null && row.nominations_end_at > now) return 'nominations';
    if (row.opens_at > now) return 'announced';
  }
  if ((row.state === 'announced' || row.state === 'voting') && row.opens_at <= now)
    return row.closes_at > now ? 'voting' : 'counting';
  return row.state;
};

/** Returns whether voting ended and the count waits until two people confirmed the paper ballots. */
export const awaitsPaper = (
  row: Pick<ElectionRow, 'state' | 'accepts_paper' | 'paper_entered_at'>,
): boolean => row.state === 'counting' && row.accepts_paper && row.paper_entered_at === null;

/** Returns whether a candidate is on the ballot. Withdrawn ones stay visible. */
export const isOnBallot = ({ state }: Pick<CandidateRow, 'state'>): boolean =>
  state === 'accepted' || state === 'withdrawn';

/** Returns candidates in a different order for each viewer, and in the same order each time. */
export const inOwnOrder = (
  viewer: number,
  candidates: readonly CandidateRow[],
): readonly CandidateRow[] =>
  candidates
    .map((candidate) => ({
      candidate,
      key: createHash('sha256').update(`${viewer}:${candidate.id}`).digest('hex'),
    }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ candidate }) => candidate);

/** Returns the rule with all parts. */
export const storedRule = (rule: VoterRule): StoredRule => ({
  members: rule.members ?? false,
  dues: rule.dues ?? false,
  tags: rule.tags ?? [],
  years: rule.years ?? [],
  people: rule.people ?? [],
  allow: rule.allow ?? [],
  deny: rule.deny ?? [],
});

/** Returns the people that a rule lists by name. */
export const namedIn = ({ people, allow, deny }: StoredRule): string[] => [
  ...people,
  ...[...allow, ...deny].map(({ uid }) => uid),
];

/** Returns the people that a rule lists by name and the earlier rule didn't. Another manager may have added the others. */
export const newlyNamedIn = (rule: StoredRule, before: StoredRule): string[] => {
  const known = new Set(namedIn(before));
  return namedIn(rule).filter((uid) => !known.has(uid));
};

/** Returns a contest with its defaults: one seat, and ranked ballots count by instant runoff with one seat, otherwise by STV. */
export const newContest = (input: ContestInput, ids: (uid: string) => number): NewContest => {
  const { kind, seats = 1 } = input;
  const candidates = (kind === 'yes_no' ? [] : (input.candidates ?? [])).map((one) => ({
    user_id: 'uid' in one ? ids(one.uid) : null,
    name: 'uid' in one ? '' : one.name,
    statement: one.statement ?? '',
    photo: null,
  }));
  const defaultMax = kind === 'several' ? seats : kind === 'ranked' ? electionLimits.candidates : 1;
  return {
    title: input.title,
    kind,
    method: kind === 'ranked' ? (input.method ?? (seats === 1 ? 'irv' : 'scottish-stv')) : null,
    seats: kind === 'yes_no' ? 1 : seats,
    max_choices: kind === 'one' || kind === 'yes_no' ? 1 : (input.max ?? defaultMax),
    allows_write_ins: kind !== 'yes_no' && (input.allowsWriteIns ?? false),
    needs_majority: kind === 'one' && seats === 1 && (input.needsMajority ?? false),
    share_numerator: kind === 'yes_no' ? (input.share?.numerator ?? null) : null,
    share_denominator: kind === 'yes_no' ? (input.share?.denominator ?? null) : null,
    candidates,
  };
};

/**
 * Returns the contests of a draft with the pictures that their candidates had before. A candidate is the same person, or has the same
 * name, if possible in a contest with the same title, because saving replaces all contests.
 */
export const keepPictures = (
  contests: readonly NewContest[],
  before: readonly Pick<ContestRow, 'title' | 'candidates'>[],
): NewContest[] =>
  contests.map((contest) => {
    const known = [
      ...before.filter(({ title }) => title === contest.title),
      ...before.filter(({ title }) => title !== contest.title),
    ].flatMap(({ candidates }) => candidates);
    return {
      ...contest,
      candidates: contest.candidates.map((one) => {
        const same = known.find((old) =>
          one.user_id === null
            ? old.user_id === null && old.name === one.name
            : old.user_id === one.user_id,
        );
        return { ...one, photo: same?.own_photo ?? null };
      }),
    };
  });

/** Returns whether voters can decide something in every contest. Nominations and write-ins add candidates later. */
export const isComplete = (
  contests: readonly Pick<ContestRow, 'kind' | 'allows_write_ins' | 'candidates'>[],
  hasNominations: boolean,
): boolean =>
  contests.length > 0 &&
  contests.every(
    ({ kind, allows_write_ins: writeIns, candidates }) =>
      kind === 'yes_no' || writeIns || hasNominations || candidates.length > 0,
  );

/** Returns a random order, drawn with the given random numbers below a limit. */
export const drawLots = (
  ids: readonly number[],
  below: (limit: number) => number,
): readonly number[] => {
  const list = [...ids];
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [list[last], list[other]] = [list[other] ?? 0, list[last] ?? 0];
  }
  return list;
};

export type BallotProblem =
  | 'candidate_unknown'
  | 'candidate_twice'
  | 'too_many_choices'
  | 'contest_unknown';

/** Returns the name of a write-in in the form that a ballot stores, or null if it isn't valid. Equal names count together. */
const readWriteIn = (choice: string): string | null => {
  try {
    const name = decodeURIComponent(choice.slice(writeInPrefix.length))
      .normalize('NFC')
      .replaceAll(/\s+/gu, ' ')
      .trim();
    if (name === '' || name.length > electionLimits.writeIn) return null;
    return `${writeInPrefix}${encodeURIComponent(name)}`;
  } catch {
    return null;
  }
};

/** What a ballot is checked against. */
export type BallotContest = Pick<ContestRow, 'id' | 'kind' | 'max_choices' | 'allows_write_ins'> & {
  readonly candidates: readonly Pick<CandidateRow, 'id' | 'state'>[];
};

const problemOf = (contest: BallotContest, choices: readonly string[]): BallotProblem | null => {
  if (new Set(choices).size < choices.length) return 'candidate_twice';
  if (choices.length > contest.max_choices) return 'too_many_choices';
  if (choices.filter((choice) => choice.startsWith(writeInPrefix)).length > 1)
    return 'too_many_choices';
  const known = new Set(
    contest.kind === 'yes_no'
      ? ['yes', 'no']
      : contest.candidates.filter(isOnBallot).map(({ id }) => String(id)),
  );
  const isKnown = (choice: string) =>
    known.has(choice) ||
    (contest.allows_write_ins &&
      choice.startsWith(writeInPrefix) &&
      readWriteIn(choice) === choice);
  return choices.every(isKnown) ? null : 'candidate_unknown';
};

/**
 * Checks a ballot. Returns its votes with every contest in the order of the election, the problems by contest, and whether it names a
 * candidate who withdrew.
 */
export const readBallot = (
  contests: readonly BallotContest[],
  votes: Votes,
): {
  readonly votes: Votes;
  readonly problems: readonly { readonly contest: string; readonly code: BallotProblem }[];
  readonly isWithdrawn: boolean;
} => {
  const known = new Set(contests.map(({ id }) => String(id)));
  const problems: { contest: string; code: BallotProblem }[] = Object.keys(votes)
    .filter((contest) => !known.has(contest))
    .map((contest) => ({ contest, code: 'contest_unknown' }));
  let isWithdrawn = false;
  const all = contests.map((contest) => {
    const choices = votes[String(contest.id)] ?? [];
    const code = problemOf(contest, choices);
    if (code !== null) problems.push({ contest: String(contest.id), code });
    isWithdrawn ||= contest.candidates.some(
      ({ id, state }) => state === 'withdrawn' && choices.includes(String(id)),
    );
    return [String(contest.id), choices] as const;
  });
  return { votes: Object.fromEntries(all), problems, isWithdrawn };
};

/** Returns the turnout that people see while voting runs: rounded down, so that people can't watch a single ballot arrive. */
export const turnoutStep = (ballots: number, voters: number): number => {
  const step = Math.max(electionLimits.voters, Math.ceil(voters / 20));
  return Math.floor(ballots / step) * step;
};
