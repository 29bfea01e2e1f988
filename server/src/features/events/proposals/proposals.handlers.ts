import * as proposals from '#contract/events/proposals.endpoints.ts';
import { handle } from '../../../kernel/handle.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { accessTo } from '../../clubs/club-access.ts';
import { selectClubState } from '../../clubs/clubs.queries.ts';
import { isWritable } from '../../clubs/clubs.rules.ts';
import { faceView, fileUrl } from '../../people/people.views.ts';
import { occurrenceAt, timesView } from '../event-times.ts';
import { readerOf } from '../reader/event-reader.queries.ts';
import { managesAll } from '../setup/publishing.ts';
import { canPropose } from './event-proposals.ts';
import { selectProposals, type ProposalRow } from './proposals.queries.ts';

/** Maximum proposals in a list. */
const listed = 50;

const proposalView = (row: ProposalRow): proposals.EventProposal => {
  const time = occurrenceAt(row.series, row.original);
  // The index is written with the series, so it contains only dates of the series.
  if (time === undefined) throw new Error('an event has no such time');
  const { id, name, logo } = row.club;
  return {
    id: String(row.id),
    title: row.title,
    ...timesView(row.series, time),
    isRecurring: row.series.rule !== null,
    club: { id, name, logo: fileUrl(logo) },
    state: row.proposal,
    isReturned: row.is_returned,
    isMine: row.is_mine,
    proposer: row.proposer && faceView(row.proposer),
    submission: row.submission_id === null ? null : String(row.submission_id),
    sentAt: row.submitted_at?.toISOString() ?? null,
  };
};

export const proposalsHandlers = [
  handle(proposals.listEventProposals, async (call, { club }) => {
    const access = club === undefined ? null : await accessTo(call, [idOf(club)]);
    const isStaff = access !== null && (access.isStaff || (await managesAll(call)));
    const row =
      club === undefined
        ? null
        : orNotFound(
            await selectClubState(call.db, { viewer: call.me.userId, isStaff }, idOf(club)),
          );
    const rows = await selectProposals(call.db, readerOf(call), {
      club: row?.id ?? null,
      max: listed,
    });
    const items = rows.map(proposalView);
    if (row === null) return { items, club: null };
    const canCreate = isWritable(row) && (isStaff || access?.may(row.id, 'events.manage') === true);
    return {
      items,
      club: {
        id: String(row.id),
        name: row.name,
        mayCreate: canCreate,
        mayPropose: !canCreate && isWritable(row) && (await canPropose(call, row.id)),
      },
    };
  }),
];
