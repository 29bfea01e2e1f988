import { sql, type RawBuilder } from 'kysely';
import type { BookingQuestion } from '#contract/booking/endpoints.ts';
import { bookingLimits as limits, type BookingState } from '#contract/booking/limits.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { CalendarRow, PersonalData } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { first, many } from '../../kernel/sql.ts';
import { isPersonPermitted } from '../../kernel/access.ts';
import { isPresent, type VisibilityScope } from '../people/privacy/privacy.queries.ts';
import type { Exception, WeekHours } from './booking.rules.ts';
import { personSummary, type PersonSummaryRow } from '../people/summary/summary.queries.ts';

export interface KindRow {
  id: number;
  name: string;
  minutes: number;
  location: string;
  link: string;
  questions: BookingQuestion[];
  group_size: number;
  needs_confirmation: boolean;
}

export interface OfferRow {
  user_id: number;
  is_open: boolean;
  time_zone: string;
  note: string;
  hours: WeekHours[];
  exceptions: Exception[];
  notice_minutes: number;
  cancel_minutes: number;
  days_ahead: number;
  daily_limit: number | null;
  buffer_before: number;
  buffer_after: number;
  wait_hours: number | null;
  version: number;
  kinds: KindRow[];
}

/** Returns the columns of an offer, with its meeting types `k` that meet a condition. */
export const offerColumnsWith = (
  which: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`o.user_id, o.is_open, o.time_zone, o.note, o.hours, o.exceptions, o.notice_minutes, o.cancel_minutes, o.days_ahead,
  o.daily_limit, o.buffer_before, o.buffer_after, o.wait_hours, o.version, coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'minutes', k.minutes,
    'location', k.location, 'link', k.link, 'questions', k.questions, 'group_size', k.group_size, 'needs_confirmation', k.needs_confirmation) order by k.position, k.id)
    from booking_types k where k.user_id = o.user_id and k.is_active and ${which}), '[]') as kinds`;
const offerColumns = offerColumnsWith(sql`k.office_id is null`);

/** Returns a person's offer without checking the reader. `isHeld` locks it, so other bookings wait until this transaction ends. */
export const selectOffer = (
  db: Db,
  user: number,
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<OfferRow | undefined> =>
  first(
    db,
    sql<OfferRow>`select ${offerColumns} from booking_offers o where o.user_id = ${user} ${isHeld ? sql`for no key update` : sql``}`,
  );

export interface HostRow extends PersonSummaryRow {
  work_title: string | null;
  account_type: string;
  is_advisor: boolean;
  is_listed: boolean;
  has_hold: boolean;
  audiences: Record<string, string>;
}

/** Returns whether the user row `alias` can offer meetings: advisors, people with a role that allows it, and people in booking offices. */
export const canOfferAs = (alias: string): RawBuilder<boolean> => {
  const u = sql.raw(alias);
  return sql`(${u}.is_advisor or ${isPersonPermitted(sql`${u}.id`, 'school', sql`0`, 'booking.offer')}
    or exists (select from booking_types f where f.user_id = ${u}.id and f.office_id is not null and f.is_active))`;
};

const hostColumns = sql`u.id, u.first_name, u.last_name, u.photo, u.work_title, u.account_type, u.is_advisor, u.is_listed, u.has_hold, u.audiences`;

/** Returns a person that the caller can see, and whether they can offer meetings now. */
export const selectHost = (
  db: Db,
  visibility: VisibilityScope,
  user: number,
): Promise<(HostRow & { may_offer: boolean }) | undefined> =>
  first(
    db,
    sql<
      HostRow & { may_offer: boolean }
    >`select ${hostColumns}, ${canOfferAs('u')} as may_offer from users u where u.id = ${user} and not u.is_disabled and ${isPresent(visibility)}`,
  );

/** Returns people who offer meetings and can still do so, advisors first, then by name. */
export const selectHosts = (
  db: Db,
  visibility: VisibilityScope,
  search: string,
): Promise<(HostRow & { kinds: { name: string; minutes: number }[] })[]> =>
  many(
    db,
    sql<HostRow & { kinds: { name: string; minutes: number }[] }>`
    select ${hostColumns}, k.kinds from booking_offers o join users u on u.school_id = o.school_id and u.id = o.user_id, lateral (
      select jsonb_agg(jsonb_build_object('name', k.name, 'minutes', k.minutes) order by k.position, k.id) as kinds
      from booking_types k where k.user_id = o.user_id and k.is_active and k.office_id is null) as k
    where o.is_open and not u.is_disabled and k.kinds is not null and o.user_id <> ${visibility.viewer} and ${isPresent(visibility)}
      and ${canOfferAs('u')}
      and (${search} = '' or position(fold(${search}) in fold(u.first_name || ' ' || u.last_name)) > 0)
    order by u.is_advisor desc, fold(u.last_name), fold(u.first_name), u.id limit ${limits.people}`,
  );

/** A slot with taken spots. */
export interface TakenRow {
  id: number;
  host_id: number;
  type_id: number;
  starts_at: Date;
  blocked_from: Date;
  blocked_to: Date;
  capacity: number;
  taken: number;
}

/** Returns the taken slots of hosts. A spot held for `viewer` counts as free. */
export const selectTaken = (
  db: Db,
  viewer: number,
  hosts: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<TakenRow[]> =>
  many(
    db,
    sql<TakenRow>`
    select s.id, s.host_id, s.type_id, s.starts_at, lower(s.blocked) as blocked_from, upper(s.blocked) as blocked_to, s.capacity,
      s.taken - (h.slot_id is not null)::int as taken
    from booking_slots s left join booking_holds h on h.school_id = s.school_id and h.slot_id = s.id and h.user_id = ${viewer}
    where s.host_id = any(${hosts as number[]}::bigint[]) and s.taken > (h.slot_id is not null)::int
      and s.ends_at > ${from}::timestamptz - interval '2 days' and s.starts_at < ${to}::timestamptz + interval '2 days'`,
  );

/** Returns whether someone is an advisor. Advisors can offer meetings. */
export const selectIsAdviser = async (db: Db, user: number): Promise<boolean> =>
  (await first(
    db,
    sql`select from users where id = ${user} and is_advisor and not is_disabled`,
  )) !== undefined;

interface NewSlot {
  readonly host: number;
  readonly kind: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly blockedFrom: Date;
  readonly blockedTo: Date;
  readonly capacity: number;
}

/**
 * Takes a spot in a slot and returns the slot's id. Undefined if the slot is full. An overlapping slot violates `booking_slots_overlap`.
 */
export const takeSlot = async (
  db: Db,
  school: SchoolId,
  { host, kind, startsAt, endsAt, blockedFrom, blockedTo, capacity }: NewSlot,
): Promise<number | undefined> =>
  (
    await first(
      db,
      sql<{ id: number }>`
      insert into booking_slots as s (school_id, host_id, type_id, starts_at, ends_at, blocked, capacity, taken)
      values (${school}, ${host}, ${kind}, ${startsAt}, ${endsAt}, tstzrange(${blockedFrom}, ${blockedTo}), ${capacity}, 1)
      on conflict (school_id, host_id, type_id, starts_at) do update set taken = s.taken + 1,
        ends_at = case when s.taken = 0 then excluded.ends_at else s.ends_at end,
        blocked = case when s.taken = 0 then excluded.blocked else s.blocked end,
        capacity = case when s.taken = 0 then excluded.capacity else s.capacity end
      where s.taken < case when s.taken = 0 then excluded.capacity else s.capacity end
      returning id`,
    )
  )?.id;

/** Releases a spot in a slot. */
export const releaseSlot = async (db: Db, slot: number): Promise<void> => {
  await sql`update booking_slots set taken = taken - 1 where id = ${slot} and taken > 0`.execute(
    db,
  );
};

export interface BookingRow {
  id: number;
  slot_id: number;
  host_id: number;
  booker_id: number;
  type_id: number;
  kind_name: string;
  location: string;
  link: string;
  questions: BookingQuestion[];
  starts_at: Date;
  ends_at: Date;
  status: BookingState;
  answers: Record<string, string>;
  canceled_by: number | null;
  reason: string;
  revision: number;
  updated_at: Date;
  time_zone: string;
  cancel_minutes: number;
  host: PersonSummaryRow;
  booker: PersonSummaryRow;
}

const bookingColumns = sql`b.id, b.slot_id, b.host_id, b.booker_id, s.type_id, k.name as kind_name, k.location, k.link, k.questions, b.starts_at, b.ends_at,
  b.status, b.answers, b.canceled_by, b.reason, b.revision, b.updated_at, o.time_zone, o.cancel_minutes, ${personSummary('h')} as host, ${personSummary('p')} as booker`;
const bookingTables = sql`bookings b join booking_slots s on s.school_id = b.school_id and s.id = b.slot_id
  join booking_types k on k.school_id = s.school_id and k.id = s.type_id join booking_offers o on o.school_id = b.school_id and o.user_id = b.host_id
  join users h on h.school_id = b.school_id and h.id = b.host_id join users p on p.school_id = b.school_id and p.id = b.booker_id`;

/** Returns a meeting that the caller hosts or has booked. */
export const selectBooking = (db: Db, me: number, id: number): Promise<BookingRow | undefined> =>
  first(
    db,
    sql<BookingRow>`select ${bookingColumns} from ${bookingTables} where b.id = ${id} and ${me} in (b.host_id, b.booker_id)`,
  );

/** Returns any meeting, for background work. */
export const selectBookingById = (db: Db, id: number): Promise<BookingRow | undefined> =>
  first(db, sql<BookingRow>`select ${bookingColumns} from ${bookingTables} where b.id = ${id}`);

/** Returns the upcoming meetings that someone hosts. */
export const selectHosted = (db: Db, host: number, now: Date): Promise<BookingRow[]> =>
  many(
    db,
    sql<BookingRow>`select ${bookingColumns} from ${bookingTables} where b.host_id = ${host} and b.starts_at > ${now} and b.status <> 'canceled' order by b.starts_at, b.id`,
  );

/** Returns the caller's booking with this client id. */
export const selectSent = (db: Db, me: number, clientId: string): Promise<BookingRow | undefined> =>
  first(
    db,
    sql<BookingRow>`select ${bookingColumns} from ${bookingTables} where b.booker_id = ${me} and b.client_id = ${clientId}::uuid`,
  );

/** Returns a page of the meetings that the caller hosts or has booked. Each of the two uses a separate index. */
export const selectBookings = (
  db: Db,
  me: number,
  list: 'coming' | 'past',
  { now, after, size }: { now: Date; after: readonly [Date, number] | null; size: number },
): Promise<BookingRow[]> => {
  const isComing = list === 'coming';
  const order = isComing ? sql`asc` : sql`desc`;
  const cursor =
    after === null
      ? sql`true`
      : isComing
        ? sql`(starts_at, id) > (${after[0]}, ${after[1]}::bigint)`
        : sql`(starts_at, id) < (${after[0]}, ${after[1]}::bigint)`;
  const which = isComing
    ? sql`ends_at > ${now} and status <> 'canceled'`
    : sql`(ends_at <= ${now} or status = 'canceled')`;
  const side = (column: 'host_id' | 'booker_id') =>
    sql`(select id, starts_at from bookings where ${sql.ref(column)} = ${me} and ${which} and ${cursor}
      order by starts_at ${order}, id ${order} limit ${size})`;
  return many(
    db,
    sql<BookingRow>`select ${bookingColumns} from ${bookingTables}
    where b.id = any(array(select id from (${side('host_id')} union ${side('booker_id')}) as mine order by starts_at ${order}, id ${order} limit ${size}))
    order by b.starts_at ${order}, b.id ${order}`,
  );
};

/** Stores a booking of a taken spot. Returns undefined if it was already stored. */
export const insertBooking = async (
  db: Db,
  school: SchoolId,
  given: {
    readonly clientId: string;
    readonly slot: number;
    readonly host: number;
    readonly booker: number;
    readonly startsAt: Date;
    readonly endsAt: Date;
    readonly status: BookingState;
    readonly answers: Readonly<Record<string, string>>;
    readonly now: Date;
  },
): Promise<number | undefined> =>
  (
    await first(
      db,
      sql<{ id: number }>`
      insert into bookings (school_id, client_id, slot_id, host_id, booker_id, starts_at, ends_at, status, answers, created_at, updated_at)
      values (${school}, ${given.clientId}::uuid, ${given.slot}, ${given.host}, ${given.booker}, ${given.startsAt}, ${given.endsAt}, ${given.status},
        ${JSON.stringify(given.answers)}::jsonb, ${given.now}, ${given.now})
      on conflict (school_id, booker_id, client_id) do nothing returning id`,
    )
  )?.id;

/** Moves a meeting to a taken spot. With `isAskedAgain`, the host needs to confirm the new time. */
export const updateMoved = async (
  db: Db,
  id: number,
  {
    slot,
    startsAt,
    endsAt,
    isAskedAgain,
    now,
  }: { slot: number; startsAt: Date; endsAt: Date; isAskedAgain: boolean; now: Date },
): Promise<void> => {
  await sql`update bookings set status = case when ${isAskedAgain} then 'requested' else status end, slot_id = ${slot}, starts_at = ${startsAt}, ends_at = ${endsAt}, revision = revision + 1, updated_at = ${now}
    where id = ${id}`.execute(db);
};

export const updateConfirmed = async (db: Db, id: number, now: Date): Promise<void> => {
  await sql`update bookings set status = 'confirmed', revision = revision + 1, updated_at = ${now} where id = ${id} and status = 'requested'`.execute(
    db,
  );
};

export const updateCanceled = async (
  db: Db,
  id: number,
  { by, reason, now }: { by: number; reason: string; now: Date },
): Promise<void> => {
  await sql`update bookings set status = 'canceled', canceled_by = ${by}, reason = ${reason}, revision = revision + 1, updated_at = ${now}
    where id = ${id}`.execute(db);
};

type OfferColumns = Omit<OfferRow, 'user_id' | 'version' | 'kinds'>;

/** Saves an offer. Returns false if someone else has saved it since `version`. */
export const upsertOffer = async (
  db: Db,
  school: SchoolId,
  user: number,
  version: number,
  offer: OfferColumns,
): Promise<boolean> => {
  const columns = Object.keys(offer) as (keyof OfferColumns)[];
  const values = columns.map((name) =>
    name === 'hours' || name === 'exceptions'
      ? sql`${JSON.stringify(offer[name])}::jsonb`
      : sql`${offer[name]}`,
  );
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const row =
    version === 0
      ? await first(
          db,
          sql`insert into booking_offers (school_id, user_id, ${names}) values (${school}, ${user}, ${sql.join(values)})
            on conflict do nothing returning user_id`,
        )
      : await first(
          db,
          sql`update booking_offers set (${names}) = row (${sql.join(values)}), version = version + 1
            where user_id = ${user} and version = ${version} returning user_id`,
        );
  return row !== undefined;
};

/** Replaces the meeting types of an offer. Omitted types are kept for existing bookings. */
export const replaceKinds = async (
  db: Db,
  school: SchoolId,
  user: number,
  kinds: readonly (Omit<KindRow, 'id'> & { readonly id: number | null })[],
): Promise<void> => {
  const rows = JSON.stringify(kinds.map((kind, position) => ({ ...kind, position })));
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as g (id bigint, name text, minutes int, location text, link text, questions jsonb,
    group_size int, needs_confirmation boolean, position int)`;
  await sql`update booking_types k set is_active = false where k.user_id = ${user} and k.is_active and k.office_id is null
    and not exists (select from ${given} where g.id = k.id)`.execute(db);
  await sql`update booking_types k set name = g.name, minutes = g.minutes, location = g.location, link = g.link, questions = g.questions,
      group_size = g.group_size, needs_confirmation = g.needs_confirmation, position = g.position, is_active = true
    from ${given} where k.id = g.id and k.user_id = ${user} and k.office_id is null`.execute(db);
  await sql`insert into booking_types (school_id, user_id, name, minutes, location, link, questions, group_size, needs_confirmation, position)
    select ${school}, ${user}, g.name, g.minutes, g.location, g.link, g.questions, g.group_size, g.needs_confirmation, g.position
    from ${given} where g.id is null or not exists (select from booking_types k where k.id = g.id and k.user_id = ${user})`.execute(
    db,
  );
};

/** Prefix of the calendar ids of meetings that a person hosts. */
export const hostedPrefix = 'hosted-';
const bookedPrefix = 'booked-';

/** Returns the id of a meeting in the calendar of its host or booker. Subscribed calendars and emails use the same id. */
export const calendarIdOf = (booking: Pick<BookingRow, 'id' | 'host_id'>, of: number): string =>
  `${of === booking.host_id ? hostedPrefix : bookedPrefix}${booking.id}`;

/** Returns meetings as calendar rows (ids: `calendarIdOf`). The host of a group meeting has one row for all bookings. */
export const selectBookingRows = (
  me: number,
  { from, to }: { readonly from: Date; readonly to: Date },
): RawBuilder<CalendarRow> => {
  // The two people agreed on an instant, so it is stored in UTC and doesn't change.
  const series = (row: string) =>
    sql.raw(`jsonb_build_object('start', to_char(${row}.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS'), 'zone', 'UTC',
      'length', (extract(epoch from ${row}.ends_at - ${row}.starts_at) / 60)::int, 'rule', null, 'exceptions', '[]'::jsonb, 'overrides', '{}'::jsonb)`);
  const within = (row: string) =>
    sql`${sql.raw(row)}.ends_at > ${from}::timestamptz and ${sql.raw(row)}.starts_at < ${to}::timestamptz`;
  const name = (row: string) => sql.raw(`trim(${row}.first_name || ' ' || ${row}.last_name)`);
  return sql`
  select 'booking' as kind, ${sql.lit(bookedPrefix)} || b.id as id, k.name || ': ' || ${name('h')} as title, nullif(coalesce(nullif(k.location, ''), k.link), '') as location,
    '/bookings' as url, ${series('b')} as series, null::text[] as only, b.status = 'requested' as is_tentative, false as is_canceled, null::jsonb as more,
    b.revision, b.updated_at
  from bookings b join booking_slots s on s.school_id = b.school_id and s.id = b.slot_id
    join booking_types k on k.school_id = s.school_id and k.id = s.type_id join users h on h.school_id = b.school_id and h.id = b.host_id
  where b.booker_id = ${me}::bigint and b.status <> 'canceled' and ${within('b')}
  union all
  select 'booking', ${sql.lit(hostedPrefix)} || case when s.capacity > 1 then 'group-' || s.id else x.booking::text end, k.name || ': ' || case when s.capacity > 1 then x.count || '/' || s.capacity else coalesce(x.who, '') end,
    nullif(coalesce(nullif(k.location, ''), k.link), ''), '/bookings', ${series('s')}, null, coalesce(x.is_open, false), false, null::jsonb, coalesce(x.revision, 0),
    coalesce(x.updated_at, s.starts_at)
  from booking_slots s join booking_types k on k.school_id = s.school_id and k.id = s.type_id, lateral (
    select count(*) as count, max(b.id) as booking, max(b.revision) as revision, max(b.updated_at) as updated_at, max(${name('p')}) as who, bool_and(b.status = 'requested') as is_open
    from bookings b join users p on p.school_id = b.school_id and p.id = b.booker_id where b.slot_id = s.id and b.status <> 'canceled') as x
  where s.host_id = ${me}::bigint and s.taken > 0 and x.who is not null and ${within('s')}`;
};

/** Deletes the offer and the bookings of an erased person, and releases the spots they took. */
export const deleteBookingsOf = async (db: Db, user: number): Promise<void> => {
  await sql`delete from booking_offers where user_id = ${user}`.execute(db);
  await sql`update booking_slots s set taken = s.taken - 1 from bookings b
    where b.booker_id = ${user} and b.status <> 'canceled' and s.id = b.slot_id and s.taken > 0`.execute(
    db,
  );
  await sql`delete from bookings where booker_id = ${user}`.execute(db);
  await sql`update bookings set canceled_by = null where canceled_by = ${user}`.execute(db);
  await sql`update booking_offices set created_by = null where created_by = ${user}`.execute(db);
};

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me, name) => ({
  meetingsOffered: sql`(select jsonb_agg(to_jsonb(o) - array['school_id', 'user_id', 'version'] || jsonb_build_object('kinds',
      (select jsonb_agg(jsonb_build_object('name', k.name, 'minutes', k.minutes, 'place', k.location, 'link', k.link, 'questions', k.questions))
        from booking_types k where k.user_id = o.user_id))) from booking_offers o where o.user_id = ${me})`,
  bookingOffices: sql`(select jsonb_agg(jsonb_build_object('name', f.name, 'note', f.note)) from booking_offices f where f.created_by = ${me})`,
  meetingsBooked: sql`(select jsonb_agg(jsonb_build_object('kind', k.name, 'with', ${name}, 'start', b.starts_at, 'end', b.ends_at, 'status', b.status,
      'answers', b.answers, 'reason', b.reason) order by b.starts_at)
    from bookings b join booking_slots s on s.school_id = b.school_id and s.id = b.slot_id join booking_types k on k.school_id = s.school_id and k.id = s.type_id
      join users o on o.school_id = b.school_id and o.id = b.host_id where b.booker_id = ${me})`,
  meetingsWaitedFor: sql`(select jsonb_agg(jsonb_build_object('with', ${name}, 'since', w.at) order by w.at)
    from booking_waits w join users o on o.school_id = w.school_id and o.id = w.host_id where w.user_id = ${me})`,
  meetingsHeld: sql`(select jsonb_agg(jsonb_build_object('with', ${name}, 'start', s.starts_at, 'until', w.until) order by s.starts_at)
    from booking_holds w join booking_slots s on s.school_id = w.school_id and s.id = w.slot_id
      join users o on o.school_id = s.school_id and o.id = s.host_id where w.user_id = ${me})`,
  meetingsHosted: sql`(select jsonb_agg(jsonb_build_object('kind', k.name, 'with', ${name}, 'start', b.starts_at, 'end', b.ends_at, 'status', b.status,
      'reason', b.reason) order by b.starts_at)
    from bookings b join booking_slots s on s.school_id = b.school_id and s.id = b.slot_id join booking_types k on k.school_id = s.school_id and k.id = s.type_id
      join users o on o.school_id = b.school_id and o.id = b.booker_id where b.host_id = ${me})`,
});
