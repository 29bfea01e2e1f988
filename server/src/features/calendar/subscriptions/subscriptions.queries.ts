import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { insertEvent } from '../../../kernel/jobs/outbox.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { hasChangedRows, first, many } from '../../../kernel/sql.ts';
import type { IcsProblem } from '../../../kernel/time/ics-source.ts';
import type { PreparedCalendar } from './subscribed-events.ts';

export interface SubscriptionRow {
  readonly id: number;
  readonly name: string;
  readonly color: number;
  readonly is_shown: boolean;
  readonly counts_as_busy: boolean;
  readonly host: string | null;
  readonly events: number;
  readonly read_at: Date | null;
  readonly attempted_at: Date | null;
  readonly problem: string | null;
  readonly skipped_count: number;
  readonly skipped_entries: readonly IcsProblem[];
}

const columns = sql`s.id, s.name, s.color, s.is_shown, s.counts_as_busy, s.host, s.events, s.read_at, s.attempted_at, s.problem, s.skipped_count, s.skipped_entries`;

export const selectSubscriptions = (db: Db, me: number): Promise<SubscriptionRow[]> =>
  many(
    db,
    sql<SubscriptionRow>`select ${columns} from calendar_subscriptions s where s.user_id = ${me} order by s.id`,
  );

export const selectSubscription = (
  db: Db,
  me: number,
  id: number,
): Promise<SubscriptionRow | undefined> =>
  first(
    db,
    sql<SubscriptionRow>`select ${columns} from calendar_subscriptions s where s.user_id = ${me} and s.id = ${id}`,
  );

export interface NewSubscription {
  readonly school: SchoolId;
  readonly me: number;
  readonly name: string;
  readonly color: number;
  readonly host: string | null;
  readonly encryptedUrl: string | null;
  readonly now: Date;
  readonly most: number;
}

/** Inserts a subscription. Returns its id, or undefined if the person has reached the limit. */
export const insertSubscription = async (
  db: Db,
  it: NewSubscription,
): Promise<number | undefined> => {
  // Simultaneous calls of one person wait for each other, so that they can't exceed the limit.
  await sql`select pg_advisory_xact_lock(hashtextextended('calendar-subscriptions:' || ${it.me}::bigint, ${it.school}::int))`.execute(
    db,
  );
  return (
    await first(
      db,
      sql<{
        id: number;
      }>`insert into calendar_subscriptions (school_id, user_id, name, color, host, encrypted_url, created_at)
      select ${it.school}::int, ${it.me}::bigint, ${it.name}, ${it.color}::smallint, ${it.host}, ${it.encryptedUrl}, ${it.now}::timestamptz
      where (select count(*) from calendar_subscriptions o where o.user_id = ${it.me}) < ${it.most}
      returning id`,
    )
  )?.id;
};

/** The server's validators, for a conditional request next time. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Replaces the stored file. */
export const updateRead = async (
  db: Db,
  id: number,
  calendar: PreparedCalendar,
  { etag, lastModified }: Validators,
  now: Date,
): Promise<void> => {
  const row = await first(
    db,
    sql<{
      school_id: number;
    }>`update calendar_subscriptions set version = version + 1, events = ${calendar.events},
      zones = ${calendar.zones}::jsonb, etag = ${etag}, last_modified = ${lastModified}, read_at = ${now},
      attempted_at = ${now}, problem = null, failures = 0, skipped_count = ${calendar.unreadCount},
      skipped_entries = ${calendar.unread}::jsonb where id = ${id} returning school_id`,
  );
  // The subscription was deleted in between.
  if (row === undefined) return;
  await sql`delete from calendar_subscription_events where subscription_id = ${id}`.execute(db);
  await sql`insert into calendar_subscription_events (school_id, subscription_id, position, first_at, last_at, components)
    select ${row.school_id}::int, ${id}::bigint, e.position, e.first_at, e.last_at, e.components
    from jsonb_to_recordset(${calendar.rows}::jsonb) as e (position int, first_at timestamptz, last_at timestamptz, components jsonb)`.execute(
    db,
  );
};

/** Stores that the file hasn't changed. */
export const updateUnchanged = async (db: Db, id: number, now: Date): Promise<void> => {
  await sql`update calendar_subscriptions set read_at = ${now}, attempted_at = ${now}, problem = null, failures = 0 where id = ${id}`.execute(
    db,
  );
};

/** Stores a failure. The last version stays. */
export const updateFailed = async (
  db: Db,
  id: number,
  problem: string,
  now: Date,
): Promise<void> => {
  await sql`update calendar_subscriptions set attempted_at = ${now}, problem = ${problem}, failures = failures + 1 where id = ${id}`.execute(
    db,
  );
};

export interface AddressRow {
  readonly encrypted_url: string | null;
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly attempted_at: Date | null;
}

export const selectAddress = (db: Db, id: number): Promise<AddressRow | undefined> =>
  first(
    db,
    sql<AddressRow>`select encrypted_url, etag, last_modified, attempted_at from calendar_subscriptions where id = ${id}`,
  );

export const updateSubscription = async (
  db: Db,
  me: number,
  id: number,
  change: {
    name: string | null;
    color: number | null;
    isShown: boolean | null;
    countsAsBusy: boolean | null;
  },
): Promise<SubscriptionRow | undefined> =>
  first(
    db,
    sql<SubscriptionRow>`update calendar_subscriptions s set name = coalesce(${change.name}, s.name),
      color = coalesce(${change.color}::smallint, s.color), is_shown = coalesce(${change.isShown}::boolean, s.is_shown),
      counts_as_busy = coalesce(${change.countsAsBusy}::boolean, s.counts_as_busy)
    where s.user_id = ${me} and s.id = ${id} returning ${columns}`,
  );

export const deleteSubscription = (db: Db, me: number, id: number): Promise<boolean> =>
  hasChangedRows(db, sql`delete from calendar_subscriptions where user_id = ${me} and id = ${id}`);

/** Calendars per hourly round. */
const eachRound = 5_000;

/**
 * Schedules syncs: every hour, and after failures less often, down to once a day. Event handlers run them, because they wait for other
 * servers.
 */
export const takeUpSubscriptions: MaintenanceTask = async (db, now, school) => {
  const rows = await many(
    db,
    sql<{ id: number }>`select s.id from calendar_subscriptions s
      join users u on u.id = s.user_id and not u.is_disabled
    where s.encrypted_url is not null and (s.attempted_at is null
      or s.attempted_at < ${now}::timestamptz - least(24, power(2, least(s.failures, 5))) * interval '58 minutes')
    order by s.attempted_at nulls first limit ${eachRound}`,
  );
  for (const { id } of rows)
    await insertEvent(db, school, null, 'calendar_due', { subscription: id });
  return 0;
};
