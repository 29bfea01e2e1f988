import type { Contest, Election } from '#contract/elections/endpoints.ts';
import { electionLimits, writeInPrefix } from '#contract/elections/limits.ts';
import type { Votes } from '#contract/elections/voting.endpoints.ts';

/** A voter's previous ballot, which a new one replaces. */
export interface PreviousBallot {
  readonly receipt: string;
  readonly nonce: string;
}

/** A ballot that was sent, and whose answer may be lost. Sending it again is safe. */
export interface SentBallot {
  readonly nonce: string;
  readonly votes: Votes;
  readonly replaces?: PreviousBallot;
}

/** A ballot that isn't cast yet. */
export interface BallotDraft {
  /** Choices by contest, in order of preference. */
  readonly choices: Votes;
  /** Contests that the voter has opened. */
  readonly seen: readonly string[];
  /** Ballots that were sent without an answer, the last one first. Any of them may have arrived. */
  readonly sent: readonly SentBallot[];
  readonly replaces: PreviousBallot | null;
}

export const emptyDraft: BallotDraft = { choices: {}, seen: [], sent: [], replaces: null };

export type BallotAct =
  /** Replaces the choice, in contests with one choice. */
  | { readonly kind: 'choose'; readonly choice: string }
  | { readonly kind: 'toggle'; readonly choice: string }
  /** Ranks a choice, or moves it. The first rank is 1. */
  | { readonly kind: 'rank'; readonly choice: string; readonly rank: number }
  | { readonly kind: 'order'; readonly choices: readonly string[] }
  | { readonly kind: 'remove'; readonly choice: string }
  | { readonly kind: 'clear' };

export const isWriteIn = (choice: string): boolean => choice.startsWith(writeInPrefix);

/** Returns the choice for a name that the voter wrote, in the form that the server stores. Undefined if the name isn't valid. */
export const writeInChoice = (typed: string): string | undefined => {
  const name = typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  if (name === '' || name.length > electionLimits.writeIn) return undefined;
  try {
    return `${writeInPrefix}${encodeURIComponent(name)}`;
  } catch {
    // Half of a surrogate pair can't be encoded.
    return undefined;
  }
};

/** Returns the name of a write-in. */
export const writeInName = (choice: string): string => {
  try {
    return decodeURIComponent(choice.slice(writeInPrefix.length));
  } catch {
    return choice;
  }
};

/** Returns the choices after an act. An act that the contest doesn't allow changes nothing. */
export function choicesAfter(
  { kind, max }: Pick<Contest, 'kind' | 'max'>,
  choices: readonly string[],
  act: BallotAct,
): readonly string[] {
  if (act.kind === 'clear') return [];
  if (act.kind === 'remove') return choices.filter((one) => one !== act.choice);
  if (act.kind === 'order') {
    const isSame =
      act.choices.length === choices.length && choices.every((one) => act.choices.includes(one));
    return isSame ? act.choices : choices;
  }
  if (act.kind === 'choose') return [act.choice];
  const others = choices.filter((one) => one !== act.choice);
  if (act.kind === 'toggle' && others.length < choices.length) return others;
  // A ballot has at most one write-in per contest, so another one replaces it.
  const kept = isWriteIn(act.choice) ? others.filter((one) => !isWriteIn(one)) : others;
  if (kept.length >= max) return choices;
  const at = act.kind === 'rank' ? Math.max(0, act.rank - 1) : kept.length;
  return kind === 'ranked' ? kept.toSpliced(at, 0, act.choice) : [...kept, act.choice];
}

export const draftAfter = (draft: BallotDraft, contest: Contest, act: BallotAct): BallotDraft => ({
  ...draft,
  choices: {
    ...draft.choices,
    [contest.id]: [...choicesAfter(contest, draft.choices[contest.id] ?? [], act)],
  },
});

export const choicesOf = (draft: BallotDraft, contest: string): readonly string[] =>
  draft.choices[contest] ?? [];

/** Returns the votes with every contest. A blank contest has an empty list. */
export const votesOf = (draft: BallotDraft, { contests }: Pick<Election, 'contests'>): Votes =>
  Object.fromEntries(contests.map(({ id }) => [id, [...choicesOf(draft, id)]]));

const isOnBallot = (contest: Contest, choice: string): boolean => {
  if (contest.kind === 'yes_no') return choice === 'yes' || choice === 'no';
  if (isWriteIn(choice)) return contest.allowsWriteIns;
  return contest.candidates.some(({ id, isWithdrawn }) => id === choice && !isWithdrawn);
};

/**
 * Removes choices that are no longer on the ballot, such as candidates who withdrew. Returns the same draft if all of them are still
 * there, and the removed choices by contest.
 */
export function fitDraft(
  draft: BallotDraft,
  contests: readonly Contest[],
): { readonly draft: BallotDraft; readonly removed: readonly string[] } {
  const removed: string[] = [];
  const choices = Object.fromEntries(
    contests.map((contest) => [
      contest.id,
      choicesOf(draft, contest.id).filter((choice) => {
        if (isOnBallot(contest, choice)) return true;
        removed.push(choice);
        return false;
      }),
    ]),
  );
  return removed.length === 0 ? { draft, removed } : { draft: { ...draft, choices }, removed };
}

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isVotes = (value: unknown): value is Votes =>
  isRecord(value) && Object.values(value).every(isList);
const isPrevious = (value: unknown): value is PreviousBallot =>
  isRecord(value) && typeof value['receipt'] === 'string' && typeof value['nonce'] === 'string';

const isSent = (value: unknown): value is SentBallot =>
  isRecord(value) &&
  typeof value['nonce'] === 'string' &&
  isVotes(value['votes']) &&
  (value['replaces'] === undefined || isPrevious(value['replaces']));

/** Reads a stored draft. Anything else becomes an empty one. */
export function readDraft(stored: string | null): BallotDraft {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (!isRecord(value) || !isVotes(value['choices']) || !isList(value['seen'])) return emptyDraft;
    const { sent, replaces } = value;
    return {
      choices: value['choices'],
      seen: value['seen'],
      sent: Array.isArray(sent) ? sent.filter(isSent) : [],
      replaces: isPrevious(replaces) ? replaces : null,
    };
  } catch {
    return emptyDraft;
  }
}

/** Returns whether two ballots have the same votes in the same order. */
export const hasSameVotes = (one: Votes, other: Votes): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([contest, choices]) => {
    const others = other[contest];
    return (
      others?.length === choices.length && choices.every((choice, nth) => choice === others[nth])
    );
  });
