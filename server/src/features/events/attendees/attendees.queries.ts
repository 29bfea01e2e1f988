import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import { isPresent } from '../../people/privacy/privacy.queries.ts';
import type { StoredStatus } from '../events.rules.ts';
import type { EventReader } from '../reader/event-reader.queries.ts';
import { isEntry } from '../registration/registration.queries.ts';
import type { PersonSummaryRow } from '../../people/summary/summary.queries.ts';

/** A registration with its person, as hosts see it. */
export interface AttendeeRow extends PersonSummaryRow {
  readonly registration: number;
  readonly status: StoredStatus;
  readonly original: string;
  readonly registered_at: Date;
  readonly changed_at: Date;
  readonly is_connection: boolean;
  readonly kind: { readonly id: string; readonly name: string } | null;
  readonly guests: number;
  readonly position: number | null;
  readonly offered_until: Date | null;
  readonly is_hidden: boolean;
  readonly is_walk_in: boolean;
  readonly reason: string;
  readonly order_state: 'free' | 'due' | 'paid' | 'refunded';
  readonly entries: readonly EntryValue[];
}
/** An admission, with later scans of the same ticket. */
export interface EntryValue {
  readonly seat: number;
  readonly original: string;
  readonly at: string;
  readonly door: string | null;
  readonly repeats: readonly { readonly at: string; readonly door: string | null }[];
}

/** Scans `s` of the registration `r` that weren't undone. */
const validScans = sql`event_scans s where s.school_id = r.school_id and s.registration_id = r.id and ${isEntry}`;

/** Admissions of the registration `r`, each with the scans after the first. */
const entriesWithRepeats = sql`(select coalesce(jsonb_agg(jsonb_build_object('seat', n.seat, 'original', n.original, 'at', n.scans[1] -> 'at', 'door', n.scans[1] -> 'door',
    'repeats', to_jsonb(n.scans[2:])) order by n.original, n.seat), '[]')
  from (select s.seat, s.original, array_agg(jsonb_build_object('at', s.at, 'door', s.door) order by s.at, s.client_id) as scans
    from ${validScans} group by s.seat, s.original) n)`;

export interface AttendeeFilter {
  readonly event: number;
  /** Null for all dates. */
  readonly original: string | null;
  readonly statuses: readonly StoredStatus[] | null;
  readonly search: string | undefined;
  readonly kind: number | undefined;
  readonly hasRepeats: boolean;
  /** True for hosts, who see everyone. Others see only people visible to them. */
  readonly isHost: boolean;
}

const conditionsOf = (reader: EventReader, filter: AttendeeFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`r.event_id = ${filter.event} and not u.is_disabled`,
      ...(filter.original === null ? [] : [sql`r.original in ('', ${filter.original})`]),
      ...(filter.statuses === null
        ? []
        : [sql`r.status = any(${filter.statuses as string[]}::text[])`]),
      ...(filter.search === undefined || filter.search === ''
        ? []
        : [
            sql`not exists (select from unnest(search_words(${filter.search})) as w (word) where not exists (
              select from unnest(search_words(u.first_name || ' ' || u.last_name)) as n (word) where starts_with(n.word, w.word)))`,
          ]),
      ...(filter.kind === undefined ? [] : [sql`r.ticket_type_id = ${filter.kind}`]),
      ...(filter.hasRepeats
        ? [sql`exists (select from ${validScans} group by s.seat, s.original having count(*) > 1)`]
        : []),
      ...(filter.isHost
        ? []
        : [
            sql`(not r.is_hidden or r.user_id = ${reader.viewer}) and ${isPresent(reader.visibility)}`,
          ]),
    ],
    sql` and `,
  );

const isConnection = ({ connect, viewer }: EventReader) =>
  connect ? sql`u.id in (select other_id from connected where user_id = ${viewer})` : sql`false`;

/**
 * Selects a window of attendees with the total. For people who aren't hosts, connections are first. Calls
 * `server/database/functions/waitlist_position.sql`.
 */
export const selectAttendees = async (
  db: Db,
  reader: EventReader,
  filter: AttendeeFilter,
  { offset, size }: { offset: number; size: number },
): Promise<{ total: number; rows: AttendeeRow[] }> => {
  const from = sql`event_registrations r join users u on u.school_id = r.school_id and u.id = r.user_id
    where ${conditionsOf(reader, filter)}`;
  const order = filter.isHost
    ? sql`case when r.status in ('waiting', 'requested') then 0 else 1 end, case when r.status in ('waiting', 'requested') then r.number end, u.sort_name, u.id, r.id`
    : sql`${isConnection(reader)} desc, u.sort_name, u.id, r.id`;
  // Both run at the same time, in one round trip.
  const [counted, rows] = await Promise.all([
    first(db, sql<{ total: number }>`select count(*)::int as total from ${from}`),
    many(
      db,
      sql<AttendeeRow>`select u.id, u.first_name, u.last_name, u.photo, r.id as registration, r.status, r.original,
        r.registered_at, r.changed_at, ${isConnection(reader)} as is_connection, r.guests, r.offered_until, r.is_hidden, r.is_walk_in, r.reason, r.order_state,
        (select jsonb_build_object('id', k.id::text, 'name', k.name) from event_ticket_types k where k.school_id = r.school_id and k.id = r.ticket_type_id) as kind,
        waitlist_position(r) as position,
        ${filter.isHost ? entriesWithRepeats : sql`'[]'::jsonb`} as entries
      from ${from} order by ${order} limit ${sql.lit(size)} offset ${offset}`,
    ),
  ]);
  return { total: counted?.total ?? 0, rows };
};

/** Counts the people of each status. */
export const selectStatusCounts = (db: Db, event: number, original: string | null) =>
  many(
    db,
    sql<{
      status: StoredStatus;
      people: number;
    }>`select r.status, count(*)::int as people from event_registrations r
      join users u on u.school_id = r.school_id and u.id = r.user_id
    where r.event_id = ${event} and not u.is_disabled ${original === null ? sql`` : sql`and r.original in ('', ${original})`}
    group by r.status`,
  );

/** Selects those of these people that the caller can see or who have registered for the event, in the order of the list. */
export const selectThere = async (
  db: Db,
  { visibility }: EventReader,
  event: number,
  people: readonly number[],
): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select u.id from unnest(${people as number[]}::bigint[]) with ordinality as x (id, position)
        join users u on u.id = x.id and not u.is_disabled
      where ${isPresent(visibility)} or exists (select from event_registrations r
        where r.school_id = u.school_id and r.event_id = ${event} and r.user_id = u.id)
      order by x.position`,
    )
  ).map(({ id }) => id);

/** Selects what people have already requested: ticket type and guests. */
export const selectAskedFor = (
  db: Db,
  { event, original }: { event: number; original: string },
  people: readonly number[],
) =>
  many(
    db,
    sql<{
      user_id: number;
      status: StoredStatus;
      ticket_type_id: number | null;
      guests: number;
      is_hidden: boolean;
    }>`select user_id, status, ticket_type_id, guests, is_hidden from event_registrations
    where event_id = ${event} and original = ${original} and user_id = any(${people as number[]}::bigint[])`,
  );
