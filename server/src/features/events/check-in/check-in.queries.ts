import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, idOf, many } from '../../../kernel/sql.ts';
import {
  isPresent,
  showsField,
  type VisibilityScope,
} from '../../people/privacy/privacy.queries.ts';
import { ticketed, type StoredStatus } from '../events.rules.ts';
import type { ScanTime } from '#contract/events/scan-date.ts';
import { entriesOf, isEntry } from '../registration/registration.queries.ts';
import type { PersonSummaryRow } from '../../people/summary/summary.queries.ts';

/** A person with a ticket, for the scanner's list. */
export interface KitRow extends PersonSummaryRow {
  readonly registration: number;
  readonly status: StoredStatus;
  readonly original: string;
  readonly guests: number;
  readonly entries: readonly {
    readonly seat: number;
    readonly original: string;
    readonly at: string;
    readonly door: string | null;
  }[];
}

/** Selects everyone with a ticket for an event or one of its dates. */
export const selectKit = (db: Db, event: number, original: string | null): Promise<KitRow[]> =>
  many(
    db,
    sql<KitRow>`select u.id, u.first_name, u.last_name, u.photo, r.id as registration, r.status, r.original, r.guests, ${entriesOf} as entries
    from event_registrations r join users u on u.school_id = r.school_id and u.id = r.user_id
    where r.event_id = ${event} and r.status in ('registered', 'attended', 'absent', 'excused') and r.order_state <> 'due' and not u.is_disabled
      ${original === null ? sql`` : sql`and r.original in ('', ${original})`}
    order by u.sort_name, u.id, r.id`,
  );

/** Selects tickets that are no longer valid. */
export const selectRevoked = async (db: Db, event: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{ id: number }>`select r.id from event_registrations r where r.event_id = ${event}
      and r.status in ('canceled', 'declined') order by r.id`,
    )
  ).map(({ id }) => id);

/** A registration of a scan. */
export interface ScannedRow {
  readonly id: number;
  readonly user_id: number;
  readonly original: string;
  readonly status: StoredStatus;
  readonly guests: number;
}

/**
 * Selects registrations of an event by ticket or person, and locks them: if two scanners scan the same ticket, the second sees the first
 * scan.
 */
export const selectScanned = (
  db: Db,
  event: number,
  { tickets, people }: { tickets: readonly number[]; people: readonly number[] },
): Promise<ScannedRow[]> =>
  many(
    db,
    // An unpaid registration has no ticket yet, as a request.
    sql<ScannedRow>`select id, user_id, original, case when order_state = 'due' then 'requested' else status end as status, guests from event_registrations
    where event_id = ${event} and (id = any(${tickets as number[]}::bigint[]) or user_id = any(${people as number[]}::bigint[]))
    order by id for no key update`,
  );

export interface NewScan {
  readonly clientId: string;
  readonly registration: number;
  readonly seat: number;
  /** The date that they came to, if one registration is for all dates. Otherwise empty. */
  readonly original: string;
  readonly at: Date;
  readonly door: string | null;
  readonly isUndo: boolean;
}

/** Stores scans without duplicates. */
export const insertScans = async (
  db: Db,
  school: SchoolId,
  { event, by, now }: { event: number; by: number | null; now: Date },
  scans: readonly NewScan[],
): Promise<void> => {
  if (scans.length === 0) return;
  await sql`insert into event_scans (school_id, event_id, client_id, registration_id, seat, original, at, door, is_undo, actor_id, received_at)
    select ${school}, ${event}, s."clientId", s.registration, s.seat, s.original, s.at, s.door, s."isUndo", ${by}, ${now}
    from jsonb_to_recordset(${JSON.stringify(scans)}::jsonb) as s ("clientId" uuid, registration bigint, seat int, original text, at timestamptz, door text, "isUndo" boolean)
    on conflict (school_id, event_id, client_id) do nothing`.execute(db);
};

/** The admission of a seat, across all scanners. */
export interface EntryRow {
  readonly registration_id: number;
  readonly user_id: number;
  readonly seat: number;
  readonly original: string;
  readonly at: Date;
  readonly door: string | null;
  readonly client_id: string;
}

/** Selects the admissions of registrations: the earliest scan of each seat, and each date of a series, that wasn't undone. */
export const selectEntries = (db: Db, registrations: readonly number[]): Promise<EntryRow[]> =>
  many(
    db,
    sql<EntryRow>`select distinct on (s.registration_id, s.seat, s.original) s.registration_id, r.user_id, s.seat, s.original, s.at, s.door,
      s.client_id::text as client_id
    from event_scans s join event_registrations r on r.school_id = s.school_id and r.id = s.registration_id
    where s.registration_id = any(${registrations as number[]}::bigint[]) and ${isEntry}
    order by s.registration_id, s.seat, s.original, s.at, s.client_id`,
  );

interface Attended {
  readonly id: number;
  readonly original: string;
}

/** Marks admitted people as attended, and undone ones as registered. Returns the people by new status. */
export const updateAttendance = async (
  db: Db,
  registrations: readonly number[],
  now: Date,
): Promise<{ came: Attended[]; left: Attended[] }> => {
  const isIn = sql`exists (select from event_scans s where s.school_id = r.school_id and s.registration_id = r.id and ${isEntry})`;
  const left = await many(
    db,
    sql<Attended>`update event_registrations r set status = 'registered', changed_at = ${now}
    where r.id = any(${registrations as number[]}::bigint[]) and r.status = 'attended' and not ${isIn}
      and exists (select from event_scans s where s.school_id = r.school_id and s.registration_id = r.id)
    returning r.user_id as id, r.original`,
  );
  const came = await many(
    db,
    sql<Attended>`update event_registrations r set status = 'attended', changed_at = ${now}
    where r.id = any(${registrations as number[]}::bigint[]) and r.status in ('registered', 'absent', 'excused') and ${isIn}
    returning r.user_id as id, r.original`,
  );
  return { came, left };
};

/** Moves scans with their dates, also to the person's registration for the event that was split off. */
export const moveScans = async (
  db: Db,
  { from, to }: { from: number; to: number },
  pairs: readonly (readonly [before: string, after: string])[],
  now: Date,
): Promise<void> => {
  const names = sql`unnest(${pairs.map(([before]) => before)}::text[], ${pairs.map(([, after]) => after)}::text[]) as n (before, after)`;
  if (from === to) {
    await sql`update event_scans s set original = n.after from ${names} where s.event_id = ${from} and s.original = n.before`.execute(
      db,
    );
    return;
  }
  await sql`update event_scans s set event_id = ${to} from event_registrations r
    where s.event_id = ${from} and r.school_id = s.school_id and r.id = s.registration_id and r.event_id = ${to}`.execute(
    db,
  );
  // People who registered for all dates have a registration for each part.
  const moved = await many(
    db,
    sql<{
      before: number;
      after: number;
    }>`update event_scans s set event_id = ${to}, registration_id = t.id, original = n.after
    from ${names}, event_registrations r, event_registrations t
    where s.event_id = ${from} and s.original = n.before and r.school_id = s.school_id and r.id = s.registration_id and r.event_id = ${from}
      and r.original = '' and t.school_id = r.school_id and t.event_id = ${to} and t.user_id = r.user_id and t.original = ''
    returning r.id as before, t.id as after`,
  );
  if (moved.length === 0) return;
  await updateAttendance(
    db,
    moved.map(({ after }) => after),
    now,
  );
  await sql`update event_registrations r set status = 'registered', changed_at = ${now}
    where r.id = any(${moved.map(({ before }) => before)}::bigint[]) and r.status = 'attended'
      and not exists (select from event_scans s where s.school_id = r.school_id and s.registration_id = r.id and ${isEntry})`.execute(
    db,
  );
};

/** Selects everyone with any relation to an event. */
export const selectAllOf = async (db: Db, event: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select distinct user_id as id from event_registrations where event_id = ${event} order by id`,
    )
  ).map(({ id }) => id);

/**
 * Selects the dates to which these people came: '' if the event has one date, or the date is unknown. Locks their registrations, so that the
 * last of two simultaneous calls has the correct result.
 */
export const selectCame = async (
  db: Db,
  event: number,
  people: readonly number[],
): Promise<{ person: number; original: string }[]> => {
  await sql`select from event_registrations where event_id = ${event} and user_id = any(${people as number[]}::bigint[])
    order by id for update`.execute(db);
  return many(
    db,
    sql<{
      person: number;
      original: string;
    }>`select distinct r.user_id as person, d.original from event_registrations r
    cross join lateral (select array_agg(distinct s.original) as dates from event_scans s
      where s.school_id = r.school_id and s.registration_id = r.id and s.seat = 0 and s.original <> '' and ${isEntry}) came
    cross join lateral unnest(case when r.original <> '' then array[r.original] when came.dates is null then array[''] else came.dates end) as d (original)
    where r.event_id = ${event} and r.user_id = any(${people as number[]}::bigint[]) and r.status = 'attended'`,
  );
};

/** Selects the people of registrations. */
export const selectPeopleOf = async (db: Db, registrations: readonly number[]): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select distinct user_id as id from event_registrations where id = any(${registrations as number[]}::bigint[])`,
    )
  ).map(({ id }) => id);

/** Selects the dates of an event nearest to an instant. */
export const selectTimesNear = async (
  db: Db,
  event: number,
  { at, size }: { at: Date; size: number },
): Promise<ScanTime[]> =>
  (
    await many(
      db,
      sql<{
        original: string;
        starts_at: Date;
        ends_at: Date;
      }>`select original, starts_at, ends_at from event_starts
      where event_id = ${event} order by greatest(starts_at - ${at}::timestamptz, ${at}::timestamptz - ends_at), starts_at limit ${sql.lit(size)}`,
    )
  ).map(({ original, starts_at, ends_at }) => ({
    occurrence: original,
    dateStart: starts_at.toISOString(),
    dateEnd: ends_at.toISOString(),
  }));

/** A person found by a key in a line: uid, username, email address, or their number in rosters. */
export interface NamedRow extends PersonSummaryRow {
  readonly key: string;
}

/**
 * Selects people by keys: those registered or invited, members of the event's clubs, and people whose address or uid the caller can see.
 * Other hidden addresses, usernames and numbers find no one, because a host could otherwise put names to guesses. A number that several
 * people have in rosters finds no one, because a wrong person at check-in is worse than none. Numbers are compared here and never returned.
 */
export const selectNamed = (
  db: Db,
  visibility: VisibilityScope,
  { event, original, keys }: { event: number; original: string; keys: readonly string[] },
): Promise<NamedRow[]> =>
  many(
    db,
    sql<NamedRow>`select distinct n.key, u.id, u.first_name, u.last_name, u.photo from (
      select k.key, v.id, 'email' as kind from unnest(${keys as string[]}::text[]) as k (key) join users v on v.email_key = lower(k.key)
      union all select k.key, v.id, 'username' from unnest(${keys as string[]}::text[]) as k (key) join users v on v.username_key = lower(k.key)
      union all select k.key, min(r.user_id), 'number' from unnest(${keys as string[]}::text[]) as k (key)
        join roster_users r on r.identifier = k.key and r.user_id is not null and not r.is_ended group by k.key having count(*) = 1
      union all select v.id::text, v.id, 'uid' from users v where v.id = any(${keys.map(idOf)}::bigint[])
    ) n join users u on u.id = n.id and not u.is_disabled
    where exists (select from event_registrations r where r.event_id = ${event} and r.original = ${original} and r.user_id = u.id
        and r.status in (${sql.join(ticketed)}))
      or ${isPresent(visibility)} and (${visibility.seesAll}::boolean or n.kind = 'uid'
        or n.kind = 'email' and ${showsField(visibility, 'email')}
        or exists (select from event_invitees i where i.event_id = ${event} and i.user_id = u.id)
        or exists (select from events e join club_members m on m.school_id = e.school_id and m.user_id = u.id and m.status = 'member'
          where e.id = ${event} and (m.club_id = e.club_id or m.club_id in (select h.club_id from event_cohosts h where h.event_id = e.id and h.is_accepted))))`,
  );

/** Counts admitted people and spots. */
export const countPresence = (
  db: Db,
  { event, original, date }: { event: number; original: string; date: string },
) =>
  first(
    db,
    sql<{
      attended: number;
      registered: number;
    }>`select count(*) filter (where ${
      date === ''
        ? sql`r.status = 'attended'`
        : sql`exists (select from event_scans s where s.school_id = r.school_id and s.registration_id = r.id and s.original = ${date} and ${isEntry})`
    })::int as attended, count(*)::int as registered from event_registrations r
    where r.event_id = ${event} and r.original = ${original} and r.status in ('registered', 'attended', 'absent', 'excused')`,
  );
