import { sql } from 'kysely';
import { receiptsMax } from '#contract/chat/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';

/** Seconds within which whatever has a lower number has been committed. */
const settledSeconds = 30;
/** Messages back in which somebody who has muted a conversation is looked for among those who are mentioned. */
const mentionsBack = 200;
/** Seconds after which somebody who has not read is told of what is said since; a push that comes sooner waits until then. */
const againSeconds = 30;
const again = sql`${sql.lit(againSeconds)} * interval '1 second'`;

/** A conversation in which something was said, up to which message. */
export interface SaidRow {
  conversation: number;
  seq: number;
}

/** Where something was said since the school's messages were last looked at, and a little before; `settled`: up to which event for good. */
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

/** The school's messages have been looked at up to an event. */
export const upsertSettled = async (db: Db, school: SchoolId, event: number): Promise<void> => {
  await sql`insert into notified_messages (school_id, event_id) values (${school}, ${event})
    on conflict (school_id) do update set event_id = greatest(notified_messages.event_id, excluded.event_id)`.execute(
    db,
  );
};

/** Somebody who has not read what was said, and whose message to tell them of. */
export interface UnreadRow {
  user: number;
  conversation: number;
  actor: number;
  /** What their list has unread about the conversation from before, and when another push may come after the last. */
  replaced: number | null;
  push_from: Date | null;
}

/**
 * Who is to be told of what was said in some conversations: whoever is in one, has not read it, and has nothing unread about it in
 * their list that still waits to be pushed or is only just there. In a room so large that it shows no read receipts, an item that is
 * unread is enough, unless they are mentioned since: a thousand who do not look are not a thousand rows a message. Not who has muted
 * it, unless they are mentioned; not of messages by somebody with whom they are blocked; and not of what was said before they put the
 * last notification about it aside. `among`: only these people. In the order in which lists are held.
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
      select from notifications n where n.user_id = p.user_id and n.conversation_id = p.conversation_id and n.closed_at >= m.sent_at
    )
    order by p.user_id, p.conversation_id`.execute(db);
  return rows;
};

/** Whether somebody's list has something unread about a conversation. */
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
