import { sql } from 'kysely';
import type { ProposalState } from '#contract/events/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import type { Series } from '../../../kernel/time/series.ts';
import { type ClubValue } from '../events.queries.ts';
import { manages, withReader, type EventReader } from '../reader/event-reader.queries.ts';
import {
  type PersonSummaryRow,
  personSummaryOrNull,
} from '../../people/summary/summary.queries.ts';

/** A proposed event in a list. */
export interface ProposalRow {
  readonly id: number;
  readonly title: string;
  readonly series: Series;
  readonly original: string;
  readonly club: ClubValue;
  readonly proposal: ProposalState;
  readonly is_mine: boolean;
  readonly is_returned: boolean;
  readonly proposer: PersonSummaryRow | null;
  readonly submission_id: number | null;
  readonly submitted_at: Date | null;
}

/**
 * Selects the viewer's proposals, and open ones in clubs whose events they manage: open ones first, then newest first. Omits those of
 * deleted clubs.
 */
export const selectProposals = (
  db: Db,
  reader: EventReader,
  { club, max }: { club: number | null; max: number },
): Promise<ProposalRow[]> => {
  const own = sql`select e.id from events e where e.proposed_by = ${reader.viewer} and e.proposal is not null
    and (e.hidden_at is null or ${manages}) and (${club}::bigint is null or e.club_id = ${club}::bigint) order by e.created_at desc limit ${sql.lit(max)}`;
  const open = sql`select e.id from events e where e.club_id = ${club}::bigint and e.proposal = 'open' and ${manages}
    order by e.created_at desc limit ${sql.lit(max)}`;
  return many(
    db,
    sql<ProposalRow>`with ${withReader(reader)}, found as materialized ((${own}) union (${open}))
    select e.id, e.title, e.series, x.original, e.proposal, e.proposed_by = ${reader.viewer} as is_mine,
      jsonb_build_object('id', c.id::text, 'name', c.name, 'logo', c.logo) as club,
      ${personSummaryOrNull('u')} as proposer,
      s.id as submission_id, s.submitted_at, coalesce(s.state = 'changes_requested', false) as is_returned
    from found f join events e on e.id = f.id
    join clubs c on c.school_id = e.school_id and c.id = e.club_id and c.deleted_at is null
    cross join lateral (select t.original from event_starts t where t.school_id = e.school_id and t.event_id = e.id order by t.starts_at limit 1) x
    left join users u on u.school_id = e.school_id and u.id = e.proposed_by
    left join lateral (select s.id, s.state, s.submitted_at from approval_submissions s
      where s.school_id = e.school_id and s.kind = 'event_proposal' and s.subject_id = e.id
      order by s.ended_at is not null, s.ended_at desc limit 1) s on true
    order by e.proposal = 'open' desc, e.created_at desc, e.id desc`,
  );
};

/** Selects whether a member can propose events in a club. Undefined if the person isn't a member. */
export const selectProposing = (
  db: Db,
  club: number,
  person: number,
): Promise<{ takes_proposals: boolean } | undefined> =>
  first(
    db,
    sql<{
      takes_proposals: boolean;
    }>`select c.takes_proposals from clubs c join club_members m on m.school_id = c.school_id and m.club_id = c.id
      where c.id = ${club} and m.user_id = ${person} and m.status = 'member'`,
  );

/** Counts a person's pending proposals in a club. Locks until the transaction ends, so that no other proposal is added. */
export const countOpenProposals = async (db: Db, club: number, person: number): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('event proposals', ${person}::bigint))`.execute(
    db,
  );
  const row = await first(
    db,
    sql<{
      n: number;
    }>`select count(*)::int as n from events where proposed_by = ${person} and club_id = ${club} and proposal = 'open'`,
  );
  return row?.n ?? 0;
};
