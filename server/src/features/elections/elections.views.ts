import type { Candidate, Contest, Election, ElectionItem } from '#contract/elections/endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { fileUrl } from '../people/people.views.ts';
import type { CandidateRow, ContestRow, ElectionRow } from './elections.queries.ts';
import { awaitsPaper, inOwnOrder, isOnBallot, phaseOf } from './elections.rules.ts';

/** What one person knows and may do in an election. */
export interface ElectionReader {
  readonly viewer: number;
  readonly now: Date;
  readonly manages: boolean;
  /** True if the caller is the person who is missing to announce it. */
  readonly canAnnounce: boolean;
  readonly hasVoted: boolean | null;
  readonly turnout: number;
}

const candidateView = (row: CandidateRow): Candidate => ({
  id: String(row.id),
  name: row.name,
  uid: row.user_id === null ? null : String(row.user_id),
  photoUrl: fileUrl(row.photo),
  hasOwnPicture: row.own_photo !== null,
  statement: row.statement,
  videoUrl: row.video_url,
  isWithdrawn: row.state === 'withdrawn',
});

const contestView = (row: ContestRow, viewer: number): Contest => ({
  id: String(row.id),
  title: row.title,
  kind: row.kind,
  method: row.method,
  seats: row.seats,
  max: row.max_choices,
  allowsWriteIns: row.allows_write_ins,
  needsMajority: row.needs_majority,
  share:
    row.share_numerator === null || row.share_denominator === null
      ? null
      : { numerator: row.share_numerator, denominator: row.share_denominator },
  candidates: inOwnOrder(viewer, row.candidates.filter(isOnBallot)).map(candidateView),
  lots: row.lots?.map(String) ?? null,
});

export const electionItemView = (row: ElectionRow, reader: ElectionReader): ElectionItem => {
  const phase = phaseOf(row, reader.now);
  const isPublished = phase === 'published';
  return {
    id: String(row.id),
    title: row.title,
    club: row.club_id === null ? null : { id: String(row.club_id), name: row.club_name ?? '' },
    phase,
    opensAt: row.opens_at.toISOString(),
    closesAt: row.closes_at.toISOString(),
    voters: row.voters,
    turnout: isPublished ? (row.ballots ?? 0) : reader.turnout,
    canVote: phase === 'voting' && row.is_voter && (reader.hasVoted !== true || row.allows_revote),
    hasVoted: row.has_voted ?? reader.hasVoted,
    isProposed: row.state === 'draft' && row.proposed_by !== null,
    can: {
      manage: reader.manages,
      announce: reader.canAnnounce,
      nominate: phase === 'nominations' && (row.is_voter || reader.manages),
      answer: phase === 'nominations' && row.is_nominated,
    },
  };
};

/** `faces`: the people of nominations by id. */
export const electionView = (
  row: ElectionRow,
  reader: ElectionReader,
  faces: ReadonlyMap<number, Face>,
): Election => ({
  ...electionItemView(row, reader),
  description: row.description,
  timeZone: row.time_zone,
  nominationsEndAt: row.nominations_end_at?.toISOString() ?? null,
  allowsRevote: row.allows_revote,
  quorum: row.quorum,
  keepsVoterList: row.keeps_voter_list,
  acceptsPaper: row.accepts_paper,
  awaitsPaper: awaitsPaper(row),
  isVoter: row.is_voter,
  extensionReason: row.extension_reason,
  cancellationReason: row.cancellation_reason,
  contests: row.contests.map((contest) => contestView(contest, reader.viewer)),
  nominations: row.contests.flatMap((contest) =>
    contest.candidates.flatMap((one) => {
      const person = one.user_id === null ? undefined : faces.get(one.user_id);
      const isMine = one.user_id === reader.viewer;
      if (person === undefined) return [];
      if (!isMine && one.proposed_by !== reader.viewer && !reader.manages) return [];
      return [
        {
          id: String(one.id),
          contest: String(contest.id),
          state: one.state,
          person,
          proposedBy: (one.proposed_by === null ? null : faces.get(one.proposed_by)) ?? null,
          photoUrl: fileUrl(one.photo),
          hasOwnPicture: one.own_photo !== null,
          statement: one.statement,
          isMine,
        },
      ];
    }),
  ),
  version: row.version,
});
