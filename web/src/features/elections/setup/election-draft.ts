import { electionLimits, type ContestKind, type CountMethod } from '#contract/elections/limits.ts';
import type {
  Contest,
  ContestInput,
  ElectionSettings,
  VoterRule,
} from '#contract/elections/endpoints.ts';

export const setupSteps = ['contests', 'voters', 'nominations', 'dates', 'check'] as const;
export type SetupStep = (typeof setupSteps)[number];

export interface DraftCandidate {
  /** The person, or null for a candidate without an account. */
  readonly uid: string | null;
  readonly name: string;
  readonly photoUrl: string | null;
  readonly statement: string;
}

export interface DraftContest {
  /** Identifies the contest on this page. Saving changes the server's ids. */
  readonly key: string;
  readonly title: string;
  readonly kind: ContestKind;
  /** Null for the default of the number of seats. */
  readonly method: CountMethod | null;
  readonly seats: number;
  /** Maximum number of candidates on a ballot. Null for no limit. */
  readonly max: number | null;
  readonly allowsWriteIns: boolean;
  readonly needsMajority: boolean;
  readonly share: { readonly numerator: number; readonly denominator: number } | null;
  readonly candidates: readonly DraftCandidate[];
}

/** The fields of a draft election that the set-up edits. */
export interface ElectionDraft {
  readonly title: string;
  readonly description: string;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly timeZone: string;
  readonly nominationsEndAt: string | null;
  readonly voters: VoterRule;
  readonly contests: readonly DraftContest[];
  readonly allowsRevote: boolean;
  readonly quorum: number | null;
  readonly keepsVoterList: boolean;
  readonly acceptsPaper: boolean;
}

let lastKey = 0;
export const newKey = (): string => {
  lastKey += 1;
  return `contest ${lastKey}`;
};

const draftContest = (contest: Contest): DraftContest => ({
  key: newKey(),
  title: contest.title,
  kind: contest.kind,
  method: contest.method,
  seats: contest.seats,
  max: contest.kind === 'ranked' && contest.max >= electionLimits.candidates ? null : contest.max,
  allowsWriteIns: contest.allowsWriteIns,
  needsMajority: contest.needsMajority,
  share: contest.share,
  candidates: contest.candidates.map(({ uid, name, photoUrl, statement }) => ({
    uid,
    name,
    photoUrl,
    statement,
  })),
});

export const draftOf = ({ election, voters }: ElectionSettings): ElectionDraft => ({
  title: election.title,
  description: election.description,
  opensAt: election.opensAt,
  closesAt: election.closesAt,
  timeZone: election.timeZone,
  nominationsEndAt: election.nominationsEndAt,
  voters,
  contests: election.contests.map(draftContest),
  allowsRevote: election.allowsRevote,
  quorum: election.quorum,
  keepsVoterList: election.keepsVoterList,
  acceptsPaper: election.acceptsPaper,
});

/** Returns a contest as the server receives it. */
export const contestInput = (contest: DraftContest): ContestInput => ({
  title: contest.title,
  kind: contest.kind,
  seats: contest.seats,
  ...(contest.method !== null && { method: contest.method }),
  ...(contest.max !== null && { max: contest.max }),
  allowsWriteIns: contest.allowsWriteIns,
  needsMajority: contest.needsMajority,
  share: contest.share,
  candidates: contest.candidates.map(({ uid, name, statement }) =>
    uid === null ? { name, statement } : { uid, statement },
  ),
});

/** Something that the set-up still needs. */
export type Missing =
  | { readonly step: 'contests'; readonly part: 'contests' | 'title' }
  | { readonly step: 'contests'; readonly part: 'candidates'; readonly contest: string }
  | { readonly step: 'voters'; readonly part: 'voters' }
  | { readonly step: 'nominations'; readonly part: 'nominations' }
  | { readonly step: 'dates'; readonly part: 'past' | 'order' };

const minuteMs = 60_000;

/** Returns why the times can't be stored, or null. */
export const timesProblem = ({
  opensAt,
  closesAt,
  nominationsEndAt,
}: Pick<ElectionDraft, 'opensAt' | 'closesAt' | 'nominationsEndAt'>):
  | 'past'
  | 'order'
  | 'nominations'
  | null => {
  const opens = Date.parse(opensAt);
  const closes = Date.parse(closesAt);
  if (closes - opens < electionLimits.minutes * minuteMs) return 'order';
  if (closes <= Date.now()) return 'past';
  return nominationsEndAt !== null && Date.parse(nominationsEndAt) > opens ? 'nominations' : null;
};

/** Returns what the draft needs before it can be announced. `voters`: how many people can vote, if known. */
export const missingOf = (draft: ElectionDraft, voters: number | undefined): Missing[] => {
  const problem = timesProblem(draft);
  const hasNominations = draft.nominationsEndAt !== null;
  return [
    ...(draft.title.trim() === '' ? [{ step: 'contests', part: 'title' } as const] : []),
    ...(draft.contests.length === 0 ? [{ step: 'contests', part: 'contests' } as const] : []),
    ...draft.contests.flatMap(({ kind, title, allowsWriteIns, candidates }) =>
      kind === 'yes_no' || allowsWriteIns || hasNominations || candidates.length > 0
        ? []
        : [{ step: 'contests', part: 'candidates', contest: title } as const],
    ),
    ...(voters !== undefined && voters < electionLimits.voters
      ? [{ step: 'voters', part: 'voters' } as const]
      : []),
    ...(problem === 'nominations'
      ? [{ step: 'nominations', part: 'nominations' } as const]
      : problem === null
        ? []
        : [{ step: 'dates', part: problem } as const]),
  ];
};

/** Below this number of voters per squared candidate, a rare ranking can point to a person. */
const votersPerRanking = 5;

/** Returns the ranked contest with the most candidates if the electorate is small for it, or undefined. */
export const smallContest = (
  contests: readonly DraftContest[],
  voters: number,
): DraftContest | undefined =>
  contests
    .filter(
      ({ kind, candidates }) =>
        kind === 'ranked' && voters < candidates.length ** 2 * votersPerRanking,
    )
    .toSorted((a, b) => b.candidates.length - a.candidates.length)[0];
