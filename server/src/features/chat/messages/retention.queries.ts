import { sql } from 'kysely';
import type { SchoolId } from '../../../kernel/ids.ts';
import { eventOfRows } from '../../../kernel/jobs/outbox.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';

/** Maximum conversations, and messages of each, per hour. The rest follows in later hours. */
const conversationsMost = 500;
const messagesMost = 1_000;

/**
 * Removes texts and files of messages that are older than the school's retention period. Their positions stay, so that numbers have no
 * gaps, and each conversation counts one change.
 */
export const retireMessages: MaintenanceTask = async (db, now, school: SchoolId) => {
  const context = { school: { school_id: school }, actor: { kind: 'job' } } as const;
  const { rows } = await sql<{ n: number }>`
    with policy as (select ${now}::timestamptz - keep_days * interval '1 day' as until from chat_policies where keep_days is not null),
    held as materialized (
      select c.id from conversations c where c.oldest_at < (select until from policy) order by c.oldest_at, c.id
      limit ${conversationsMost} for update skip locked
    ),
    old as materialized (
      select held.id, m.seq from held cross join lateral (
        select m.seq from messages m where m.conversation_id = held.id and m.sent_at < (select until from policy)
          and m.deleted is null and m.event is null order by m.seq limit ${messagesMost}
      ) as m
    ),
    next as (
      select held.id, (select m.sent_at from messages m where m.conversation_id = held.id and m.deleted is null and m.event is null
        and not exists (select from old where old.id = held.id and old.seq = m.seq) order by m.seq limit 1) as oldest_at,
        exists (select from old where old.id = held.id) as is_touched
      from held
    ),
    touched as (
      update conversations c set oldest_at = next.oldest_at, change = c.change + case when next.is_touched then 1 else 0 end
      from next where c.id = next.id returning c.id, c.change, next.is_touched
    ),
    unreacted as (delete from reactions x using old where x.conversation_id = old.id and x.seq = old.seq),
    detached as (delete from message_files f using old where f.conversation_id = old.id and f.seq = old.seq),
    forgotten as (delete from message_versions v where v.until < (select until from policy)),
    answered as (
      update messages m set change = touched.change from old join touched on touched.id = old.id
      where m.conversation_id = old.id and m.reply_to = old.seq and not exists (select from old o where o.id = m.conversation_id and o.seq = m.seq)
    ),
    retired as (
      update messages m set text = '', deleted = 'retention', edited_at = null, mentions = '{}', preview_id = null, reply_to = null,
        forwarded = false, change = touched.change
      from old join touched on touched.id = old.id where m.conversation_id = old.id and m.seq = old.seq returning 1
    ),
    told as (${eventOfRows(context, 'conversation_changed', { conversation: sql`id`, change: sql`change` }, sql`touched where is_touched`)})
    select count(*)::int as n from retired`.execute(db);
  return rows[0]?.n ?? 0;
};
