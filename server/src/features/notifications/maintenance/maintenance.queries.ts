import { sql } from 'kysely';
import { retentionDays } from '#contract/notifications/keys.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { insertEvent } from '../../../kernel/jobs/outbox.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';

/**
 * Days for which handled events are remembered. This is longer than the outbox keeps them, so no job can repeat an
 * older one.
 */
const sourceDays = 14;
/** Maximum number of people whose lists one round shortens, and maximum number of rounds per hour. */
const peopleOfRound = 500;
const roundsMax = 40;
/** Deliveries that are overdue by this many minutes were lost with their job. */
const lostMinutes = 30;

const isAged = (
  now: Date,
) => sql`(n.changed_at < ${now}::timestamptz - ${retentionDays.items} * interval '1 day'
  or n.deleted_at < ${now}::timestamptz - ${retentionDays.deleted} * interval '1 day')`;

/**
 * Removes old notifications from lists and updates the counts. It locks the lists first, like everything that writes to
 * them.
 */
const shortenLists = async (db: Db, now: Date): Promise<number> => {
  let removed = 0;
  for (let round = 0; round < roundsMax; round += 1) {
    const { rows: locked } = await sql<{ user_id: number }>`
      select user_id from notification_counters where user_id in (
        select n.user_id from notifications n where ${isAged(now)} order by n.user_id limit ${peopleOfRound}
      ) order by user_id for update`.execute(db);
    if (locked.length === 0) return removed;
    const users = locked.map(({ user_id: user }) => user);
    const { rows } = await sql<{ n: number }>`
      with gone as (
        delete from notifications n where n.user_id = any(${users}::bigint[]) and ${isAged(now)}
        returning n.user_id, n.is_listed and n.deleted_at is null as is_counted, n.read_at is null as is_unread
      ), sums as (
        select user_id, count(*)::int as n, (count(*) filter (where is_counted))::int as total,
          (count(*) filter (where is_counted and is_unread))::int as unread
        from gone group by user_id
      ), marked as (
        update notification_counters m set total = m.total - s.total, unread = m.unread - s.unread, change = m.change + 1, pruned_change = m.change + 1
        from sums s where m.user_id = s.user_id
      )
      select coalesce(sum(n), 0)::int as n from sums`.execute(db);
    removed += rows[0]?.n ?? 0;
  }
  return removed;
};

/** Shortens lists, and deletes old handled events and emails. */
export const forgetOldNotifications: MaintenanceTask = async (db, now) => {
  const items = await shortenLists(db, now);
  const sources =
    await sql`delete from notification_sources where at < ${now}::timestamptz - ${sourceDays} * interval '1 day'`.execute(
      db,
    );
  const digests =
    await sql`delete from notification_digests g where g.created_at < ${now}::timestamptz - ${retentionDays.items} * interval '1 day'
    and not exists (select from notification_deliveries d where d.digest_id = g.id)`.execute(db);
  return items + Number(sources.numAffectedRows ?? 0) + Number(digests.numAffectedRows ?? 0);
};

/** Schedules jobs again for overdue deliveries. */
export const resumeNotifications: MaintenanceTask = async (db, now, school) => {
  const late = sql`${now}::timestamptz - ${lostMinutes} * interval '1 minute'`;
  const { rows } = await sql<{ platform: 'mobile' | 'email'; people: number[] }>`
    select platform, array_agg(distinct user_id) as people from (
      select platform, user_id from notification_deliveries where state = 'waiting' and digest_id is null and due_at < ${late}
      union all
      select 'email', user_id from notification_digests where state = 'waiting' and due_at < ${late}
    ) as lost group by platform`.execute(db);
  for (const { platform, people } of rows)
    for (let at = 0; at < people.length; at += 50)
      await insertEvent(db, school, null, 'notification_due', {
        people: people.slice(at, at + 50),
        platform,
      });
  return 0;
};
