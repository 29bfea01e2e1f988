/* Limits and lists of elections. This file doesn't import zod because the browser uses it at run time. */

export const electionLimits = {
  title: 120,
  description: 2_000,
  reason: 500,
  contests: 20,
  candidates: 100,
  seats: 50,
  candidateName: 120,
  statement: 4_000,
  videoUrl: 500,
  writeIn: 80,
  /** People listed by name in a rule for voters. */
  listed: 500,
  tags: 20,
  years: 20,
  /** Minimum voters of an election. */
  voters: 5,
  /** Minimum ballots for figures and the published file. */
  ballots: 5,
  /** Minimum duration of voting in minutes. */
  minutes: 1,
  /** Elections of a club, or of the school. */
  elections: 500,
  /** Paper ballots of an election. */
  paperBallots: 20_000,
  /** Below this number of paper ballots, people at the desk can guess whose ballot they enter. */
  paperSecrecy: 5,
  /** Names in a preview of the voters. */
  preview: 200,
} as const;

export const electionPhases = [
  'draft',
  'nominations',
  'announced',
  'voting',
  'counting',
  'published',
  'canceled',
] as const;
export type ElectionPhase = (typeof electionPhases)[number];

/** `one`: one candidate; `several`: up to `max`; `ranked`: in order of preference; `yes_no`: yes or no. */
export const contestKinds = ['one', 'several', 'ranked', 'yes_no'] as const;
export type ContestKind = (typeof contestKinds)[number];

/** How ranked ballots are counted. */
export const countMethods = ['irv', 'scottish-stv'] as const;
export type CountMethod = (typeof countMethods)[number];

export const nominationStates = ['proposed', 'accepted', 'declined', 'withdrawn'] as const;
export type NominationState = (typeof nominationStates)[number];

/** Why a person can't vote by a rule. */
export const leftOutReasons = ['denied', 'tag', 'year', 'dues', 'disabled'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Rate limits per person. They are counted in memory, so they leave no trace of a vote. */
export const electionRates = {
  cast: { max: 60, seconds: 600 },
  preview: { max: 600, seconds: 3_600 },
  desk: { max: 1_200, seconds: 3_600 },
  entry: { max: 3_600, seconds: 3_600 },
  /** Files of ballots. One with 10,000 ballots takes the server about 50 ms. */
  download: { max: 60, seconds: 3_600 },
} as const;

/** The prefix of a write-in candidate on a ballot. The percent-encoded name follows. */
export const writeInPrefix = 'w:';
