import { sql } from 'kysely';
import type { CalendarKind } from '#contract/calendar/kinds.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { CalendarHost } from '../../../kernel/feature.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first, exists, many } from '../../../kernel/sql.ts';

export interface FeedRow {
  readonly id: number;
  readonly name: string;
  readonly kinds: CalendarKind[];
  readonly alarm: number | null;
  /** The club whose items the feed contains. */
  readonly club: { readonly id: string; readonly name: string } | null;
  readonly hub: { readonly id: string; readonly name: string } | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  /** Null if it doesn't expire. */
  readonly ends_at: Date | null;
}

const columns = sql`f.id, f.name, f.kinds, f.alarm, f.created_at, f.last_used_at, f.ends_at,
  (select jsonb_build_object('id', c.id::text, 'name', c.name) from clubs c where c.school_id = f.school_id and c.id = f.club_id) as club,
  (select jsonb_build_object('id', h.id::text, 'name', h.name) from hubs h where h.school_id = f.school_id and h.id = f.hub_id) as hub`;

export const selectFeeds = (db: Db, me: number): Promise<FeedRow[]> =>
  many(
    db,
    sql<FeedRow>`select ${columns} from calendar_feeds f where f.user_id = ${me} order by f.id`,
  );

/** Locks the person's feeds and passwords, so that simultaneous creations can't exceed the limit. */
const lockFeeds = (db: Db, me: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('calendar-feeds:' || ${me}::bigint, current_school()))`.execute(
    db,
  );

export interface NewFeed {
  readonly school: SchoolId;
  readonly me: number;
  readonly name: string;
  readonly kinds: readonly CalendarKind[];
  readonly alarm: number | null;
  readonly club: number | null;
  readonly hub: number | null;
  readonly hash: Buffer;
  readonly endsAt: Date | null;
  readonly now: Date;
  readonly most: number;
}

/** Returns whether a person can see a club, or belongs to a hub. Calls `server/database/functions/clubs_seen_by.sql` and `hubs_of.sql`. */
export const isKnownHost = (db: Db, me: number, host: CalendarHost): Promise<boolean> =>
  exists(
    db,
    'club' in host
      ? sql`select from clubs_seen_by(${me}::bigint, false) c where c.id = ${host.club} and c.deleted_at is null`
      : sql`select from hubs_of(${me}::bigint) h where h.id = ${host.hub}`,
  );

/** Stores a feed. Undefined if the person has reached the limit. */
export const insertFeed = async (db: Db, feed: NewFeed): Promise<FeedRow | undefined> => {
  await lockFeeds(db, feed.me);
  return first(
    db,
    sql<FeedRow>`insert into calendar_feeds as f (school_id, user_id, name, kinds, alarm, club_id, hub_id, token_hash, created_at, ends_at)
      select ${feed.school}::int, ${feed.me}::bigint, ${feed.name}, ${feed.kinds as string[]}::text[], ${feed.alarm}::int, ${feed.club}::bigint, ${feed.hub}::bigint,
        ${feed.hash}::bytea, ${feed.now}::timestamptz, ${feed.endsAt}::timestamptz
      where (select count(*) from calendar_feeds o where o.user_id = ${feed.me}) < ${feed.most} returning ${columns}`,
  );
};

export const updateFeedToken = (
  db: Db,
  me: number,
  id: number,
  hash: Buffer,
): Promise<FeedRow | undefined> =>
  first(
    db,
    sql<FeedRow>`update calendar_feeds f set token_hash = ${hash}, last_used_at = null
      where f.user_id = ${me} and f.id = ${id} returning ${columns}`,
  );

export const deleteFeed = (db: Db, me: number, id: number): Promise<boolean> =>
  hasChangedRows(db, sql`delete from calendar_feeds where user_id = ${me} and id = ${id}`);

export interface OpenedFeed {
  readonly id: number;
  readonly name: string;
  readonly user_id: number;
  readonly kinds: CalendarKind[];
  readonly alarm: number | null;
  readonly club_id: number | null;
  readonly hub_id: number | null;
}

/** Selects the owner of an address, and updates its last use at most once an hour. */
export const selectFeedOf = async (
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<OpenedFeed | undefined> => {
  const row = await first(
    db,
    sql<
      OpenedFeed & { is_stale: boolean }
    >`select f.id, f.name, f.user_id, f.kinds, f.alarm, f.club_id, f.hub_id,
        coalesce(f.last_used_at < ${now}::timestamptz - interval '1 hour', true) as is_stale
      from calendar_feeds f join users u on u.id = f.user_id and not u.is_disabled
      where f.token_hash = ${hash} and (f.ends_at is null or f.ends_at > ${now})`,
  );
  if (row?.is_stale === true)
    await sql`update calendar_feeds set last_used_at = ${now} where id = ${row.id}`.execute(db);
  return row;
};

export interface PasswordRow {
  readonly id: number;
  readonly name: string;
  readonly hint: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  /** Null if it doesn't expire. */
  readonly ends_at: Date | null;
  readonly can_write: boolean;
}

const passwordColumns = sql`p.id, p.name, p.hint, p.created_at, p.last_used_at, p.ends_at, p.can_write`;

export const selectPasswords = (db: Db, me: number): Promise<PasswordRow[]> =>
  many(
    db,
    sql<PasswordRow>`select ${passwordColumns} from calendar_passwords p where p.user_id = ${me} order by p.id`,
  );

export interface NewPassword {
  readonly school: SchoolId;
  readonly me: number;
  readonly name: string;
  readonly hash: Buffer;
  readonly hint: string;
  readonly canWrite: boolean;
  readonly endsAt: Date | null;
  readonly now: Date;
  readonly most: number;
}

export const insertPassword = async (db: Db, it: NewPassword): Promise<PasswordRow | undefined> => {
  await lockFeeds(db, it.me);
  return first(
    db,
    sql<PasswordRow>`insert into calendar_passwords as p (school_id, user_id, name, password_hash, hint, can_write, created_at, ends_at)
      select ${it.school}::int, ${it.me}::bigint, ${it.name}, ${it.hash}::bytea, ${it.hint}, ${it.canWrite}::boolean, ${it.now}::timestamptz, ${it.endsAt}::timestamptz
      where (select count(*) from calendar_passwords o where o.user_id = ${it.me}) < ${it.most} returning ${passwordColumns}`,
  );
};

export const deletePassword = (db: Db, me: number, id: number): Promise<boolean> =>
  hasChangedRows(db, sql`delete from calendar_passwords where user_id = ${me} and id = ${id}`);

export interface OpenedPassword {
  readonly id: number;
  readonly user_id: number;
  readonly email: string;
  readonly locale: string | null;
  readonly can_write: boolean;
}

/** Selects the owner of a password, and updates its last use at most once an hour. */
export const selectPasswordOf = async (
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<OpenedPassword | undefined> => {
  const row = await first(
    db,
    sql<
      OpenedPassword & { is_stale: boolean }
    >`select p.id, p.user_id, u.email, u.locale, p.can_write,
        coalesce(p.last_used_at < ${now}::timestamptz - interval '1 hour', true) as is_stale
      from calendar_passwords p join users u on u.id = p.user_id and not u.is_disabled
      where p.password_hash = ${hash} and (p.ends_at is null or p.ends_at > ${now})`,
  );
  if (row?.is_stale === true)
    await sql`update calendar_passwords set last_used_at = ${now} where id = ${row.id}`.execute(db);
  return row;
};

/**
 * Revokes all secret addresses and app passwords of a person and returns the names of those that still worked. A password change
 * uses it because anyone who had the old password could have created them.
 */
export const deleteCalendarAccess = async (db: Db, me: number, now: Date): Promise<string[]> => {
  await lockFeeds(db, me);
  const rows = await many(
    db,
    sql<{ name: string; ends_at: Date | null }>`
      with feeds as (delete from calendar_feeds where user_id = ${me} returning name, ends_at),
        passwords as (delete from calendar_passwords where user_id = ${me} returning name, ends_at)
      select name, ends_at from feeds union all select name, ends_at from passwords`,
  );
  return rows
    .flatMap(({ name, ends_at: end }) => (end === null || end > now ? [name] : []))
    .toSorted();
};

/** Deletes access that expired over a month ago. Until then, its owner can see why it stopped working. */
export const deleteEndedAccess = async (db: Db, now: Date): Promise<number> => {
  const before = new Date(now.getTime() - 30 * 86_400_000);
  const feeds = await sql`delete from calendar_feeds where ends_at < ${before}`.execute(db);
  const passwords = await sql`delete from calendar_passwords where ends_at < ${before}`.execute(db);
  return Number((feeds.numAffectedRows ?? 0n) + (passwords.numAffectedRows ?? 0n));
};

/** Selects the email address with which a person signs in. */
export const selectEmail = async (db: Db, me: number): Promise<string> =>
  (await first(db, sql<{ email: string }>`select email from users where id = ${me}`))?.email ?? '';
