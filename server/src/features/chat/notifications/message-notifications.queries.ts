import { sql } from 'kysely';
import { receiptsMax } from '#contract/chat/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';

/** Seconds within which whatever has a lower number has been committed. */
const settledSeconds = 30;
/** Number of recent messages in which mentions of people who muted the conversation are looked up. */
const mentionsBack = 200;
/** Minimum number of seconds between two pushes to a person about one conversation. */
const againSeconds = 30;
const again = sql`${sql.lit(againSeconds)} * interval '1 second'`;

/** A conversation with new messages, and the last of them. */
export interface SaidRow {
  conversation: number;
  seq: number;
}

/**
 * Selects the conversations with new messages since the last look, with a small overlap. `settled`: the event up to which none can be
 * missing.
 */
export const selectSaid = async (db: Db): Promise<{ said: SaidRow[]; settled: number }> => {
  const { rows } = await sql<{ event_id: number }>`select event_id from notified_messages`.execute(
    db,
  );
  const since = rows[0]?.event_id ?? 0;
  const said = await sql<SaidRow & { event: number | null }>`
    select (payload->>'conversation')::bigint as conversation, max((payload->>'seq')::int) as seq,
      max(id) filter (where created_at < now() - ${settledSeconds} * interval '1 second') as event
    from outbox where id > ${since} and kind = 'message_written' group by 1`.execute(db);
  return { said: said.rows, settled: Math.max(since, ...said.rows.map(({ event }) => event ?? 0)) };
};

/** Stores up to which event the school's messages were read. */
export const upsertSettled = async (db: Db, school: SchoolId, event: number): Promise<void> => {
  await sql`insert into notified_messages (school_id, event_id) values (${school}, ${event})
    on conflict (school_id) do update set event_id = greatest(notified_messages.event_id, excluded.event_id)`.execute(
    db,
  );
};

/** A person who hasn't read new messages, and the message of the notification. */
export interface UnreadRow {
  user: number;
  conversation: number;
  actor: number;
  /** The unread notification about this conversation in their list, and the earliest time of the next push. */
  replaced: number | null;
  push_from: Date | null;
}

/**
 * Selects the people who get a notification about new messages: those in the conversation who haven't read them, and whose list has no
 * unread notification about it that is new or still waits for its push. In a room that is too large for read receipts any unread
 * notification is enough, unless they are mentioned: otherwise each message would add a row for everyone who doesn't look. Excluded are
 * people who muted it (unless they are mentioned), messages of blocked people, and messages from before they dismissed the last
 * notification about it. `among` limits the people. The order is the order in which lists are locked.
 */
export const selectUnread = async (
  db: Db,
  said: readonly SaidRow[],
  now: Date,
  among?: readonly number[],
): Promise<UnreadRow[]> => {
  const { rows } = await sql<UnreadRow>`
    select p.user_id as "user", p.conversation_id as conversation, m.author_id as actor, old.id as replaced,
      case when old.push = 'sent' then old.pushed_at + ${again} end as push_from
    from unnest(${said.map(({ conversation }) => conversation)}::bigint[], ${said.map(({ seq }) => seq)}::int[]) as s (conversation, seq)
    join participants p on p.conversation_id = s.conversation and p.is_shown and p.left_seq is null and p.read_seq < s.seq
      and p.request_state is distinct from 'declined' ${among === undefined ? sql`` : sql`and p.user_id = any(${among}::bigint[])`}
    cross join lateral (select coalesce(p.muted_until > ${now}, false) as is_muted) as q
    cross join lateral (
      select m.author_id, m.sent_at from messages m
      where m.conversation_id = p.conversation_id and m.seq > p.read_seq and m.seq >= p.first_seq and m.author_id <> p.user_id
        and m.deleted is null and m.event is null
        and (not q.is_muted or (m.seq > s.seq - ${mentionsBack} and p.user_id = any(m.mentions)))
        and not exists (select from blocked_pairs b where b.user_id = p.user_id and b.other_id = m.author_id)
      order by m.seq desc limit 1
    ) as m
    left join lateral (
      select n.id, n.created_at, d.state as push, d.at as pushed_at from notifications n
      left join notification_deliveries d on d.school_id = n.school_id and d.notification_id = n.id and d.platform = 'mobile'
      where n.user_id = p.user_id and n.conversation_id = p.conversation_id and n.read_at is null and n.deleted_at is null
      order by n.created_at desc, n.id desc limit 1
    ) as old on true
    where (old.id is null or (
      m.sent_at > old.created_at
      and case old.push when 'waiting' then false when 'sent' then true else m.sent_at > old.created_at + ${again} end
      and ((select c.participant_count <= ${sql.lit(receiptsMax)} from conversations c where c.id = p.conversation_id) or exists (
        select from messages x where x.conversation_id = p.conversation_id and x.seq > greatest(p.read_seq, s.seq - ${mentionsBack})
          and x.seq >= p.first_seq and x.sent_at > old.created_at and x.deleted is null and p.user_id = any(x.mentions)
          and not exists (select from blocked_pairs b where b.user_id = p.user_id and b.other_id = x.author_id)))
    )) and not exists (
      select from notifications n where n.user_id = p.user_id and n.conversation_id = p.conversation_id and n.dismissed_at >= m.sent_at
    )
    order by p.user_id, p.conversation_id`.execute(db);
  return rows;
};

/** Returns whether a person's list has an unread notification about a conversation. */
export const selectHasUnread = async (
  db: Db,
  user: number,
  conversation: number,
): Promise<boolean> => {
  const { rows } = await sql`select from notifications
    where user_id = ${user} and conversation_id = ${conversation} and read_at is null and deleted_at is null limit 1`.execute(
    db,
  );
  return rows.length > 0;
};
