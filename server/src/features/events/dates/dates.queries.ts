import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first } from '../../../kernel/sql.ts';
import type { Occurrence } from '../../../kernel/time/series.ts';

/* Data of single dates of an event: cancellations, and separate texts. */

/** Stores canceled dates with their times and the reason. */
export const insertCanceledDates = async (
  db: Db,
  school: SchoolId,
  event: number,
  { dates, reason, now }: { dates: readonly Occurrence[]; reason: string; now: Date },
): Promise<void> => {
  await sql`insert into event_dates (school_id, event_id, original, starts_at, ends_at, canceled_at, cancel_reason)
    select ${school}, ${event}, t.original, t.starts_at, t.ends_at, ${now}, ${reason}
    from unnest(${dates.map(({ original }) => original)}::text[], ${dates.map(({ startsAt }) => new Date(startsAt).toISOString())}::timestamptz[],
      ${dates.map(({ endsAt }) => new Date(endsAt).toISOString())}::timestamptz[]) as t (original, starts_at, ends_at)
    on conflict (school_id, event_id, original) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      canceled_at = excluded.canceled_at, cancel_reason = excluded.cancel_reason`.execute(db);
};

/** Returns whether a date of an event was canceled. */
export const isDateCanceled = async (db: Db, event: number, original: string): Promise<boolean> =>
  (await first(
    db,
    sql`select from event_dates where event_id = ${event} and original = ${original} and canceled_at is not null`,
  )) !== undefined;

/** Selects the title of a date if it has its own. */
export const selectOwnTitle = async (
  db: Db,
  event: number,
  original: string,
): Promise<string | null> =>
  (
    await first(
      db,
      sql<{
        title: string | null;
      }>`select title from event_dates where event_id = ${event} and original = ${original}`,
    )
  )?.title ?? null;

/** Renames dates after a series changed, also to another event. Deletes those that no longer exist. */
export const renameDates = async (
  db: Db,
  { from, to }: { from: number; to: number },
  pairs: readonly (readonly [before: string, after: string])[],
): Promise<void> => {
  const names = [pairs.map(([before]) => before), pairs.map(([, after]) => after)] as const;
  if (from === to)
    await sql`delete from event_dates where event_id = ${from} and original <> all(${names[0]}::text[])`.execute(
      db,
    );
  // Uses temporary unique names, because one date may get another's old name.
  await sql`update event_dates t set event_id = ${to}, original = '~' || n.after
    from unnest(${names[0]}::text[], ${names[1]}::text[]) as n (before, after)
    where t.event_id = ${from} and t.original = n.before`.execute(db);
  await sql`update event_dates set original = substr(original, 2) where event_id = ${to} and original like '~%'`.execute(
    db,
  );
};

/** Updates the times of canceled dates after a series changed. */
export const updateCanceledTimes = async (
  db: Db,
  event: number,
  dates: readonly Occurrence[],
): Promise<void> => {
  await sql`update event_dates d set starts_at = t.starts_at, ends_at = t.ends_at
    from unnest(${dates.map(({ original }) => original)}::text[], ${dates.map(({ startsAt }) => new Date(startsAt).toISOString())}::timestamptz[],
      ${dates.map(({ endsAt }) => new Date(endsAt).toISOString())}::timestamptz[]) as t (original, starts_at, ends_at)
    where d.event_id = ${event} and d.original = t.original and d.canceled_at is not null`.execute(
    db,
  );
};

/** A date's own values. Null for those of the event. */
export interface DateOverrides {
  readonly title: string | null;
  readonly location: string | null;
  readonly address: string | null;
  readonly online_url: string | null;
  readonly note: string;
  /** True if the date has its own room, `room_id` or none. Otherwise it has the event's. */
  readonly has_own_room: boolean;
  readonly room_id: number | null;
  readonly capacity: number | null;
}

/** Counts the spots that are taken or offered at a date. */
export const selectTaken = async (db: Db, event: number, original: string): Promise<number> =>
  (
    await first(
      db,
      sql<{
        taken: number;
      }>`select taken from event_spots where event_id = ${event} and original = ${original}`,
    )
  )?.taken ?? 0;

/** Stores a date's own values, and increments the event's version. */
export const upsertOwnWords = async (
  db: Db,
  school: SchoolId,
  { event, original }: { event: number; original: string },
  words: DateOverrides,
  now: Date,
): Promise<void> => {
  const { title, location, address, online_url: url, note, capacity } = words;
  await sql`insert into event_dates (school_id, event_id, original, title, location, address, online_url, note, has_own_room, room_id, capacity)
    values (${school}, ${event}, ${original}, ${title}, ${location}, ${address}, ${url}, ${note}, ${words.has_own_room}, ${words.room_id}, ${capacity})
    on conflict (school_id, event_id, original) do update set title = excluded.title, location = excluded.location,
      address = excluded.address, online_url = excluded.online_url, note = excluded.note, has_own_room = excluded.has_own_room,
      room_id = excluded.room_id, capacity = excluded.capacity`.execute(db);
  await sql`update events set version = version + 1, updated_at = ${now} where id = ${event}`.execute(
    db,
  );
};
