import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { first, many } from '../../kernel/sql.ts';

/* Rows for a school's programs. They leave out erased accounts, deleted clubs, drafts and templates. */

/** A page of rows by ascending id. */
interface Page {
  readonly after: number;
  readonly size: number;
}

export interface DataPersonRow {
  readonly id: number;
  readonly username: string;
  readonly email: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly account_type: string;
  readonly major: string | null;
  readonly year_of_graduation: number | null;
  readonly is_disabled: boolean;
  readonly has_hold: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const selectPeople = (db: Db, { after, size }: Page): Promise<DataPersonRow[]> =>
  many(
    db,
    sql<DataPersonRow>`select u.id, u.username, u.email, u.first_name, u.last_name, u.account_type, u.major, u.year_of_graduation,
      u.is_disabled, u.has_hold, u.created_at, u.updated_at
    from users u where u.id > ${after} and u.username <> 'erased-' || u.id order by u.id limit ${size}`,
  );

export interface DataClubRow {
  readonly id: number;
  readonly code: string | null;
  readonly name: string;
  readonly acronym: string;
  readonly description: string;
  readonly about: string;
  readonly type: string | null;
  readonly categories: string[];
  readonly url: string | null;
  readonly address: string;
  readonly membership: 'open' | 'request' | 'invitation' | 'closed';
  readonly members: number | null;
  readonly logo: string | null;
  readonly cover: string | null;
  readonly is_public: boolean;
  readonly updated_at: Date;
}

/**
 * Returns clubs that everyone at the school can see. The number of members is null if not everyone can see it. Calls
 * `server/database/functions/is_club_public.sql`.
 */
export const selectClubs = (db: Db, { after, size }: Page): Promise<DataClubRow[]> =>
  many(
    db,
    sql<DataClubRow>`select c.id, c.code, c.name, c.acronym, c.description, c.about, t.name as type,
      array(select l.name from club_label_links x join club_labels l on l.school_id = x.school_id and l.id = x.label_id
        where x.school_id = c.school_id and x.club_id = c.id and l.list = 'categories' order by lower(l.name), l.id) as categories,
      c.url, c.address, c.membership, c.logo, c.cover, c.updated_at,
      case when c.members_seen_by = 'everyone' then (select count(*)::int from club_members m
        join users u on u.school_id = m.school_id and u.id = m.user_id
        where m.school_id = c.school_id and m.club_id = c.id and m.status = 'member' and not m.is_disabled and not u.has_hold) end as members,
      is_club_public(c) as is_public
    from clubs c left join club_labels t on t.school_id = c.school_id and t.id = c.type_id
    where c.id > ${after} and c.is_open order by c.id limit ${size}`,
  );

/** Returns the id of a club that isn't deleted. */
export const selectClubId = async (db: Db, id: number): Promise<number | undefined> =>
  (
    await first(
      db,
      sql<{ id: number }>`select id from clubs where id = ${id} and deleted_at is null`,
    )
  )?.id;

export interface DataMemberRow {
  readonly id: number;
  readonly username: string;
  readonly has_hold: boolean;
  readonly since: Date;
  readonly positions: string[];
}

export const selectMembers = (
  db: Db,
  club: number,
  { after, size }: Page,
): Promise<DataMemberRow[]> =>
  many(
    db,
    sql<DataMemberRow>`select u.id, u.username, u.has_hold, m.since,
      array(select r.name from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
        where g.school_id = m.school_id and g.scope_id = m.club_id and g.user_id = m.user_id order by r.position, r.id) as positions
    from club_members m join users u on u.school_id = m.school_id and u.id = m.user_id
    where m.club_id = ${club} and m.user_id > ${after} and m.status = 'member' and not m.is_disabled order by m.user_id limit ${size}`,
  );

/** The position of a date: its start, its event and its original start. */
export type EventCursor = readonly [Date, number, string];

export interface DataEventRow {
  readonly id: number;
  readonly original: string;
  readonly title: string;
  readonly description: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly zone: string;
  readonly status: 'published' | 'canceled';
  readonly club_id: number | null;
  readonly club_name: string | null;
  readonly audience: 'public' | 'school';
  readonly location: string;
  readonly address: string;
  readonly is_online: boolean;
  readonly tags: string[];
  readonly registration: string;
  readonly cover: string | null;
}

/**
 * Returns the dates from `first` to `last` of events that everyone at the school can see. Calls
 * `server/database/functions/is_event_public.sql`.
 */
export const selectEvents = (
  db: Db,
  {
    first: from,
    last,
    after,
    size,
  }: {
    first: Date;
    last: Date;
    after: EventCursor | null;
    size: number;
  },
): Promise<DataEventRow[]> =>
  many(
    db,
    sql<DataEventRow>`select e.id, o.original, coalesce(d.title, e.title) as title, e.description, o.starts_at, o.ends_at,
      e.series ->> 'zone' as zone, e.status, c.id as club_id, c.name as club_name, 
      case when is_event_public(e) then 'public' else 'school' end as audience, coalesce(d.location, e.location) as location,
      coalesce(d.address, e.address) as address, nullif(coalesce(d.online_url, e.online_url), '') is not null as is_online, e.tags,
      e.registration, e.cover
    from event_starts o join events e on e.school_id = o.school_id and e.id = o.event_id
      left join event_dates d on d.school_id = o.school_id and d.event_id = o.event_id and d.original = o.original
      left join clubs c on c.school_id = e.school_id and c.id = e.club_id
    where o.starts_at >= ${after?.[0] ?? from} and o.starts_at <= ${last}
      ${after === null ? sql`` : sql`and (o.starts_at, o.event_id, o.original) > (${after[0]}::timestamptz, ${after[1]}::bigint, ${after[2]})`}
      and e.status in ('published', 'canceled') and e.audience in ('public', 'school') and e.hidden_at is null
      and (e.club_id is null or c.is_open)
    order by o.starts_at, o.event_id, o.original limit ${size}`,
  );

/** Returns the id of a published event of the school or a club. */
export const selectEventId = async (db: Db, id: number): Promise<number | undefined> =>
  (
    await first(
      db,
      sql<{
        id: number;
      }>`select e.id from events e left join clubs c on c.school_id = e.school_id and c.id = e.club_id
      where e.id = ${id} and e.hub_id is null and e.hidden_at is null and e.status in ('published', 'canceled') and c.deleted_at is null`,
    )
  )?.id;

/** The position of a registration: its date, and the person. The primary key of registrations doesn't contain the event. */
export type AttendeeCursor = readonly [string, number];

export interface DataAttendeeRow {
  readonly user_id: number;
  readonly username: string;
  readonly has_hold: boolean;
  readonly original: string;
  readonly status: string;
  readonly guests: number;
  readonly registered_at: Date;
}

export const selectAttendees = (
  db: Db,
  event: number,
  { after, size }: { after: AttendeeCursor | null; size: number },
): Promise<DataAttendeeRow[]> =>
  many(
    db,
    sql<DataAttendeeRow>`select r.user_id, u.username, u.has_hold, r.original, r.status, r.guests, r.registered_at
    from event_registrations r join users u on u.school_id = r.school_id and u.id = r.user_id
    where r.event_id = ${event} and not r.is_hidden
      ${after === null ? sql`` : sql`and (r.original, r.user_id) > (${after[0]}, ${after[1]}::bigint)`}
    order by r.original, r.user_id limit ${size}`,
  );

export interface DataSectionRow {
  readonly id: number;
  readonly code: string;
  readonly name: string | null;
  readonly is_active: boolean;
  readonly course_code: string;
  readonly number: string;
  readonly title: string;
  readonly term_code: string;
  readonly term_name: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly teachers: string[];
  readonly students: number;
}

/** Returns sections of the term with this code; null: of all terms. */
export const selectSections = (
  db: Db,
  term: string | null,
  { after, size }: Page,
): Promise<DataSectionRow[]> =>
  many(
    db,
    sql<DataSectionRow>`select s.id, s.code, s.name, s.is_active, c.code as course_code, c.number, c.title, t.code as term_code,
      t.name as term_name, t.starts_on::text as starts_on, t.ends_on::text as ends_on,
      array(select u.username from section_members m join users u on u.school_id = m.school_id and u.id = m.user_id
        where m.school_id = s.school_id and m.section_id = s.id and m.role = 'teacher' and m.is_active and not u.is_disabled and not u.has_hold order by u.username) as teachers,
      (select count(*)::int from section_members m
        where m.school_id = s.school_id and m.section_id = s.id and m.role = 'student' and m.is_active) as students
    from course_sections s join courses c on c.school_id = s.school_id and c.id = s.course_id
      join terms t on t.school_id = s.school_id and t.id = s.term_id
    where s.id > ${after} ${term === null ? sql`` : sql`and t.code = ${term}`} order by s.id limit ${size}`,
  );

export interface DataAccountRow {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly balance: number;
  readonly currency: string;
  readonly oldest_due: string | null;
  readonly holds: number;
}

export const selectAccounts = (db: Db, { after, size }: Page): Promise<DataAccountRow[]> =>
  many(
    db,
    sql<DataAccountRow>`select a.id, u.username, a.name, a.currency, coalesce(b.balance, 0) as balance, b.oldest_due::text as oldest_due,
      (select count(*)::int from finance_holds h where h.school_id = a.school_id and h.user_id = a.user_id and h.released_on is null) as holds
    from finance_accounts a join users u on u.school_id = a.school_id and u.id = a.user_id
      left join finance_balances b on b.school_id = a.school_id and b.account_id = a.id
    where a.id > ${after} order by a.id limit ${size}`,
  );

export interface DataEntryRow {
  readonly id: number;
  readonly username: string;
  readonly type: string;
  readonly title: string;
  readonly organization: string;
  readonly starts_on: string;
  readonly ends_on: string | null;
  readonly minutes: number;
  readonly state: 'verified' | 'revoked';
  readonly verified_by: string;
  readonly verified_at: Date;
}

export const selectEntries = (db: Db, { after, size }: Page): Promise<DataEntryRow[]> =>
  many(
    db,
    sql<DataEntryRow>`select e.id, u.username, t.name as type, e.title, e.organization, e.starts_on::text as starts_on,
      e.ends_on::text as ends_on, e.minutes, e.state, e.verified_by, e.verified_at
    from record_entries e join users u on u.school_id = e.school_id and u.id = e.user_id
      join record_types t on t.school_id = e.school_id and t.id = e.type_id
    where e.id > ${after} and e.state in ('verified', 'revoked') order by e.id limit ${size}`,
  );
