import { orderOf, type OwnOrderRow } from './registration/ticket-orders.queries.ts';
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import type { ClubStatus } from '#contract/clubs/limits.ts';
import type { EventAudience, EventStatus, ProposalState } from '#contract/events/limits.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { EventsTable } from '../../kernel/database/tables.ts';
import type { FileReferences } from '../../kernel/files/file-references.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../kernel/sql.ts';
import type { Occurrence, Series } from '../../kernel/time/series.ts';
import { isAmong } from '../people/privacy/privacy.queries.ts';
import type { EventState, StoredStatus } from './events.rules.ts';
import {
  isOnlyAsked,
  isPresentFor,
  manages,
  relation,
  relationJoin,
  withReader,
  withRights,
  type EventReader,
} from './reader/event-reader.queries.ts';
import { type PersonSummaryRow, personSummary } from '../people/summary/summary.queries.ts';

/** A club inside of JSON. */
export interface ClubValue {
  readonly id: string;
  readonly name: string;
  readonly logo: string | null;
}

/** A person's own registration inside of JSON, whose times are text. */
export interface OwnValue {
  readonly id: number;
  readonly status: StoredStatus;
  readonly original: string;
  readonly kind: { readonly id: string; readonly name: string } | null;
  readonly guests: number;
  readonly position: number | null;
  readonly offered_until: string | null;
  readonly is_hidden: boolean;
  /** The reason of hosts who declined or canceled it. */
  readonly reason: string;
  readonly order_state: 'free' | 'due' | 'paid' | 'refunded';
  readonly registered_at: string;
  /** The order of a ticket type with a price. */
  readonly order: OwnOrderRow | null;
}

/** An event at one of its dates, as one person sees it. */
export interface EventRow extends EventState {
  readonly id: number;
  readonly club_id: number | null;
  readonly hub_id: number | null;
  readonly title: string;
  readonly series: Series;
  readonly has_custom_dates: boolean;
  readonly starts_at: Date;
  readonly location: string;
  readonly online_url: string | null;
  readonly online_opens_minutes: number;
  readonly cover: string | null;
  readonly tags: readonly string[];
  readonly audience: EventAudience;
  readonly guests_max: number;
  readonly needs_approval: boolean;
  readonly allows_maybe: boolean;
  readonly offer_hours: number;
  readonly attendees_for: 'everyone' | 'hosts';
  readonly is_free: boolean;
  /** Hours before the start until which canceling refunds a ticket. Null for never. */
  readonly refund_hours: number | null;
  /** Capacity of each date without its own. Null for no limit. */
  readonly event_capacity: number | null;
  readonly version: number;
  readonly revision: number;
  readonly updated_at: Date;
  readonly host_name: string | null;
  readonly host_logo: string | null;
  /** The ID of this date. */
  readonly original: string;
  /** The original time of a canceled date. */
  readonly canceled: { readonly starts_at: string; readonly ends_at: string } | null;
  /** The date's own values. Null for those of the event. */
  readonly own: {
    readonly title: string | null;
    readonly location: string | null;
    readonly address: string | null;
    readonly online_url: string | null;
    readonly note: string;
    /** True if the date has its own room, `room_id` or none. Otherwise it has the event's. */
    readonly has_own_room: boolean;
    readonly room_id: number | null;
    readonly capacity: number | null;
  } | null;
  /** The reason why the event or this date was canceled. */
  readonly cancel_reason: string;
  readonly manages: boolean;
  /** True if the viewer manages all events or all clubs of the school. */
  readonly is_staff: boolean;
  readonly is_hosting: boolean;
  /** True if the viewer sees it only because their club is asked to cohost it. */
  readonly is_only_asked: boolean;
  /** True if moderators hid it. */
  readonly is_hidden: boolean;
  readonly proposal: ProposalState | null;
  readonly is_proposer: boolean;
  readonly kinds: Readonly<Record<string, number>>;
  readonly mine: OwnValue | null;
}

/** An event with the viewer's connections who attend. */
export interface EventItemRow extends EventRow {
  readonly known: { readonly count: number; readonly people: readonly PersonSummaryRow[] };
}

/** The key of the spots of the event `e` at the date `o`. */
const spotsAt = sql`case when e.registration = 'occurrence' then o.original else '' end`;

/** Returns whether the person `u` of the registration `r` attends an event at `o`, and the viewer can see it. */
const isSeenGoing = (reader: EventReader): RawBuilder<boolean> =>
  sql`((r.original = '' or r.original = o.original) and r.status in ('registered', 'attended')
    and (not r.is_hidden or r.user_id = ${reader.viewer}) and not u.is_disabled and ${isPresentFor(reader)})`;

/** Selects the people `u` who attend the event `event` at `o` and are visible to the viewer, by their registrations `r`. */
export const attendeesSql = (
  reader: EventReader,
  event: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`event_registrations r join users u on u.school_id = r.school_id and u.id = r.user_id
    where r.event_id = ${event} and ${isSeenGoing(reader)}`;

/** Returns whether they are a connection of the viewer. */
export const isConnection = ({ viewer }: EventReader): RawBuilder<unknown> =>
  isAmong(sql`r.user_id`, sql`(select other_id from connected where user_id = ${viewer})`);

const canSeeAttendees = sql`(e.attendees_for = 'everyone' or ${manages})`;

/** For the rows `o` of an event list, by their `place`: the number of the viewer's connections who attend, and four of them. */
export const goingConnectionsSql = (
  reader: EventReader,
  list: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  reader.connect
    ? sql`select u.position, count(*) as count, jsonb_agg(${personSummary('u')} order by u.nth) filter (where u.nth <= 4) as people
      from (select o.position, u.id, u.first_name, u.last_name, u.photo, row_number() over (partition by o.position order by u.sort_name, u.id) as nth
        from ${list} as o cross join ${attendeesSql(reader, sql`o.id`)} and ${isConnection(reader)}) as u group by u.position`
    : sql`select null::bigint as position, 0 as count, null::jsonb as people where false`;

/** Returns the result of `goingConnectionsSql` for the event `e` as its row `row`, if the viewer can see who attends. */
export const knownColumn = (row: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${row}.position is not null and e.registration <> 'none' and ${canSeeAttendees}
    then jsonb_build_object('count', ${row}.count, 'people', ${row}.people) else '{"count": 0, "people": []}'::jsonb end`;

/** The viewer's registration `r`. Calls `server/database/functions/waitlist_position.sql`. */
const own = sql`case when r.id is not null then jsonb_build_object('id', r.id, 'status', r.status, 'original', r.original, 'guests', r.guests,
    'kind', (select jsonb_build_object('id', k.id::text, 'name', k.name) from event_ticket_types k where k.school_id = r.school_id and k.id = r.ticket_type_id),
    'position', waitlist_position(r),
    'offered_until', r.offered_until, 'is_hidden', r.is_hidden, 'reason', r.reason, 'order_state', r.order_state, 'order', ${orderOf}, 'registered_at', r.registered_at) end`;

/** The columns of an EventRow for `e` at `o` with the joins of `joinsOf`. `by`: the viewer's relationship to it. */
export const columnsOf = (
  reader: EventReader,
  by: { readonly manages: RawBuilder<boolean>; readonly isOnlyAsked: RawBuilder<boolean> },
): RawBuilder<unknown> =>
  sql`e.id, e.club_id, e.hub_id, e.title, e.series, e.has_custom_dates, e.starts_at, e.ends_at, e.location, e.online_url, e.online_opens_minutes,
    e.cover, e.tags, case when d.canceled_at is null then e.status else 'canceled' end as status, e.is_template, e.audience, e.registration, e.opens_at, e.closes_at, e.closes_minutes,
    coalesce(case when e.registration = 'occurrence' then d.capacity end, e.capacity) as capacity, e.capacity as event_capacity, e.guests_max,
    e.needs_approval, e.allows_maybe, e.waitlist, e.offer_hours, e.attendees_for, e.is_free, e.refund_hours, e.version, e.revision, e.updated_at,
    coalesce(c.name, h.name) as host_name, c.logo as host_logo, c.status as club_status, o.original, e.proposal,
    case when d.canceled_at is not null then jsonb_build_object('starts_at', d.starts_at, 'ends_at', d.ends_at) end as canceled,
    case when d.original is not null then jsonb_build_object('title', d.title, 'location', d.location, 'address', d.address,
      'online_url', d.online_url, 'note', d.note, 'has_own_room', d.has_own_room, 'room_id', d.room_id, 'capacity', d.capacity) end as own,
    case when d.canceled_at is null then e.cancel_reason else d.cancel_reason end as cancel_reason,
    e.proposed_by is not distinct from ${reader.viewer}::bigint as is_proposer, ${by.manages} as manages, (select is_club_staff from reader) as is_staff,
    exists (select from event_hosts x where x.school_id = e.school_id and x.event_id = e.id and x.user_id = ${reader.viewer}) as is_hosting,
    ${by.isOnlyAsked} as is_only_asked, e.hidden_at is not null as is_hidden,
    coalesce(s.taken, 0) as taken, coalesce(s.waiting, 0) as waiting, coalesce(s.ticket_counts, '{}') as kinds, ${own} as mine`;

/** The columns of list rows. Published events are never there because a club is asked to cohost. */
export const listColumns = (
  reader: EventReader,
  { isOfPublished }: { isOfPublished: boolean },
): RawBuilder<unknown> =>
  columnsOf(reader, { manages, isOnlyAsked: isOfPublished ? sql`false` : isOnlyAsked(reader) });

/** Joins the host, the spots and the viewer's own registration to `e` at `o`. */
export const joinsOf = (reader: EventReader): RawBuilder<unknown> =>
  sql`left join clubs c on c.school_id = e.school_id and c.id = e.club_id
    left join hubs h on h.school_id = e.school_id and h.id = e.hub_id
    left join event_dates d on d.school_id = e.school_id and d.event_id = e.id and d.original = o.original
    left join event_spots s on s.school_id = e.school_id and s.event_id = e.id and s.original = ${spotsAt}
    left join event_registrations r on r.school_id = e.school_id and r.event_id = e.id and r.original = ${spotsAt} and r.user_id = ${reader.viewer}`;

/** Selects the date `o` of the event `e` to show: the requested one, even if it was canceled, or the next, or the last. */
export const timeOf = (original: string | null, now: Date): RawBuilder<unknown> =>
  sql`cross join lateral (select x.original, x.starts_at from ${
    original === null
      ? sql`event_starts x where x.school_id = e.school_id and x.event_id = e.id`
      : sql`(select t.original, t.starts_at, t.ends_at from event_starts t where t.school_id = e.school_id and t.event_id = e.id
          and t.original = ${original}
        union all select c.original, c.starts_at, c.ends_at from event_dates c where c.school_id = e.school_id and c.event_id = e.id
          and c.original = ${original} and c.canceled_at is not null) x`
  }
    order by x.ends_at <= ${now}, case when x.ends_at > ${now} then x.starts_at end, x.starts_at desc limit 1) o`;

type Instant = 'starts_at' | 'ends_at' | 'opens_at' | 'closes_at';

/** An event for a card, without attendees. Inside of JSON, its times are text. */
export type EventSummaryRow = Omit<EventRow, 'updated_at'>;
export type EventSummaryValue = Omit<EventSummaryRow, Instant> & {
  readonly [key in Instant]: EventRow[key] extends Date ? string : string | null;
};

/**
 * Selects the event `id` at its next date as an EventSummaryValue, if the viewer can see it. A part of other statements that start as
 * `withRights` requires.
 */
export const eventSummary = (
  reader: EventReader,
  id: RawBuilder<unknown>,
): RawBuilder<EventSummaryValue | null> =>
  sql`(with ${withRights(reader)} select to_jsonb(summary) from (select ${columnsOf(reader, relation)}
    from events e ${relationJoin(reader)} ${timeOf(null, reader.now)} ${joinsOf(reader)} where e.id = ${id} and ${relation.isSeen}) as summary)`;

/** Selects an event that the viewer can see, at one of its dates. */
export const selectEvent = (
  db: Db,
  reader: EventReader,
  id: number,
  original: string | null = null,
): Promise<EventRow | undefined> =>
  first(
    db,
    sql<EventRow>`with ${withReader(reader)} select ${columnsOf(reader, relation)}
    from events e ${relationJoin(reader)} ${timeOf(original, reader.now)} ${joinsOf(reader)} where e.id = ${id} and ${relation.isSeen}`,
  );

export interface KindRow {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly quota: number | null;
  readonly access_code: string | null;
  readonly is_hidden: boolean;
  readonly price: number | null;
  readonly currency: string | null;
  readonly tax_basis_points: number;
  /** Null for the event's limit. */
  readonly guests_max: number | null;
  /** Null for the same price. */
  readonly guest_price: number | null;
}

/** Selects the ticket types of an event in order. */
export const selectKinds = (db: Db, event: number): Promise<KindRow[]> =>
  many(
    db,
    sql<KindRow>`select id, name, description, quota, access_code, is_hidden, price, currency, tax_basis_points, guests_max, guest_price from event_ticket_types
    where event_id = ${event} order by position`,
  );

/** Locks an event before a change. */
export const lockEvent = (db: Db, id: number): Promise<{ version: number } | undefined> =>
  first(
    db,
    sql<{ version: number }>`select version from events where id = ${id} for no key update`,
  );

export type NewEvent = Omit<Insertable<EventsTable>, 'school_id' | 'series' | 'id'> & {
  readonly series: Series;
};
export type EventChange = Omit<Updateable<EventsTable>, 'school_id' | 'series' | 'id'> & {
  readonly series?: Series;
};

const stored = <T extends { readonly series?: Series }>({ series, ...rest }: T) => ({
  ...rest,
  ...(series !== undefined && { series: JSON.stringify(series) }),
});

/** Stores an event. Undefined if its author has already stored it. */
export const insertEvent = (
  db: Db,
  school: SchoolId,
  event: NewEvent,
): Promise<{ id: number } | undefined> =>
  db
    .insertInto('events')
    // The other columns are as given, and the series is written as JSON.
    .values({ school_id: school, ...stored(event) } as Insertable<EventsTable>)
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'created_by', 'client_id']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();

export const selectEventByClient = (
  db: Db,
  who: number,
  clientId: string,
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`select id from events where created_by = ${who} and client_id = ${clientId}::uuid`,
  );

/** Updates an event, and increments its version. */
export const updateEvent = async (
  db: Db,
  id: number,
  change: EventChange,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('events')
    .set({ ...stored(change), updated_at: now } as Updateable<EventsTable>)
    .set((column) => ({ version: column('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
};

export const deleteEventRow = (db: Db, id: number): Promise<boolean> =>
  hasChangedRows(db, sql`delete from events where id = ${id}`);

/** Replaces the dates of an event in the index. */
export const replaceStarts = async (
  db: Db,
  school: SchoolId,
  id: number,
  times: readonly Occurrence[],
): Promise<void> => {
  await sql`delete from event_starts where event_id = ${id}`.execute(db);
  await sql`insert into event_starts (school_id, event_id, starts_at, ends_at, original)
    select ${school}, ${id}, t.starts_at, t.ends_at, t.original
    from unnest(${times.map(({ startsAt }) => new Date(startsAt).toISOString())}::timestamptz[],
      ${times.map(({ endsAt }) => new Date(endsAt).toISOString())}::timestamptz[],
      ${times.map(({ original }) => original)}::text[]) as t (starts_at, ends_at, original)`.execute(
    db,
  );
};

/** Counts the upcoming events of a host. With `club` and `hub` null, of the school. */
export const countEvents = async (
  db: Db,
  owner: { club: number | null; hub: number | null },
  now: Date,
): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from events e where (e.ends_at > ${now} or e.is_template)
      and ${owner.club === null ? sql`e.club_id is null` : sql`e.club_id = ${owner.club}`}
      and ${owner.hub === null ? sql`e.hub_id is null` : sql`e.hub_id = ${owner.hub}`}`,
    )
  )?.n ?? 0;

/** Selects the pictures of events among these names. */
export const selectEventFiles: FileReferences = async (db, names) =>
  (
    await many(
      db,
      sql<{
        name: string;
      }>`select cover as name from events where cover = any(${names as string[]})`,
    )
  ).map(({ name }) => name);

export const updateCover = (
  db: Db,
  id: number,
  cover: string | null,
): Promise<{ before: string | null } | undefined> =>
  first(
    db,
    sql<{
      before: string | null;
    }>`with old as (select cover from events where id = ${id} for update)
    update events e set cover = ${cover}, version = version + 1 from old where e.id = ${id} returning old.cover as before`,
  );

/** Selects an event regardless of the viewer, for jobs and approvals. */
export const selectPlainEvent = (db: Db, id: number): Promise<PlainEvent | undefined> =>
  first(
    db,
    sql<PlainEvent>`select e.id, e.title, e.series, e.status, e.location, e.address, e.description, e.club_id, e.hub_id, e.audience, e.capacity,
      e.created_by, e.revision, e.registration, e.ends_at, e.proposal, e.proposed_by,
      e.survey_id, c.name as club_name, c.status as club_status, c.deleted_at is not null as is_club_gone
    from events e left join clubs c on c.school_id = e.school_id and c.id = e.club_id where e.id = ${id}`,
  );

export interface PlainEvent {
  readonly id: number;
  readonly title: string;
  readonly series: Series;
  readonly status: EventStatus;
  readonly location: string;
  readonly address: string;
  readonly description: string;
  readonly club_id: number | null;
  readonly hub_id: number | null;
  readonly audience: EventAudience;
  readonly capacity: number | null;
  readonly created_by: number | null;
  readonly revision: number;
  readonly registration: 'none' | 'event' | 'occurrence';
  readonly ends_at: Date;
  readonly proposal: ProposalState | null;
  readonly proposed_by: number | null;
  /** The feedback survey. */
  readonly survey_id: number | null;
  readonly club_name: string | null;
  readonly club_status: ClubStatus | null;
  readonly is_club_gone: boolean;
}
