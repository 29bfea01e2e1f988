import { sql, type RawBuilder } from 'kysely';
import { receiptsMax } from '#contract/chat/limits.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { eventOfRows } from '../../../kernel/jobs/outbox.ts';
import { factsNow, type Facts, type StateRow } from '../chat.queries.ts';
import type { RequestState } from '../messages/messages.rules.ts';

/** A message to write. */
export interface NewMessage {
  readonly conversation: number;
  readonly author: number;
  readonly clientId: string;
  readonly text: string;
  readonly mentions: readonly number[];
  readonly replyTo: number | null;
  readonly forwarded: boolean;
  /** Files in order. The caller has checked that they can be sent. */
  readonly files: readonly number[];
  /** Link whose preview needs to be fetched, or null. */
  readonly link: string | null;
  /** A preview from today, or null. */
  readonly preview: number | null;
  /** True if no one else sees the conversation so far. */
  readonly opens: boolean;
  /** For a direct conversation: the new state of the requests. Null if they don't change. */
  readonly requests: {
    readonly own: RequestState | null;
    readonly other: RequestState | null;
  } | null;
  /** The school's address that the author used. */
  readonly origin: string | null;
  /** Facts of the cached membership. Null if it was read in this transaction. */
  readonly cachedFacts: Facts | null;
}

/** A written message with the conversation's new state. */
export interface WrittenRow extends StateRow {
  /** Its position among the messages of this statement. */
  nth: number;
  message_id: number;
  sent_at: Date;
}

/**
 * Writes messages in one statement: numbers them within their conversations in order, marks the conversations as read by their authors, and
 * writes to the outbox. Skips, without any change, messages that were sent before with the same client id, whose author is no longer a
 * participant, or whose cached membership is outdated. A message that opens its conversation or changes its requests must be the only one
 * for it.
 *
 * An earlier statement must lock the conversations (`lockConversations`), sent together with this one. Only then does this one see a
 * message with the same client id that was being written while it waited, and no number is wasted.
 */
export const insertMessages = async (
  context: Context,
  messages: readonly NewMessage[],
): Promise<WrittenRow[]> => {
  const { db, school, clock } = context;
  const now = clock.now();
  const given = messages.map((message, nth) => ({ nth, ...message }));
  const author = { actor: sql`author`, origin: sql`origin` };
  const inTheirOrder = sql`(select * from numbered order by nth) as numbered`;
  // Parts for which no message here has a use are left out: to begin one costs as much as to carry it out.
  const part = (isNeeded: boolean, statement: RawBuilder<unknown>) =>
    isNeeded ? statement : sql``;
  const attached = part(
    messages.some(({ files }) => files.length > 0),
    sql`attached as (
      insert into message_files (school_id, conversation_id, seq, position, upload_id, is_picture)
      select ${school.school_id}, conversation, seq, f.position, f.id,
        exists (select from uploads u where u.id = f.id and u.width is not null and u.height is not null)
      from numbered, unnest(files) with ordinality as f (id, position)
    ),`,
  );
  const others = part(
    messages.some(({ opens, requests }) => opens || requests !== null),
    sql`others as (
      update participants p set is_shown = true, request_state = case when requests is null then p.request_state else requests ->> 'other' end
      from numbered where (opens or requests is not null) and p.conversation_id = conversation and p.user_id <> author
        and (requests is not null or not p.is_shown)
    ),`,
  );
  const posted = part(
    messages.some(({ link }) => link !== null),
    sql`posted as (${eventOfRows(context, 'link_posted', { conversation: sql`conversation`, seq: sql`seq`, url: sql`link` }, sql`numbered where link is not null`, author)}),`,
  );
  const mentioned = messages.some(({ mentions }) => mentions.length > 0)
    ? sql`case when mentions = '{}' then '{}' else array(select x.user_id from participants x
          where x.conversation_id = conversation and x.left_seq is null and x.user_id = any(mentions)) end`
    : sql`'{}'::bigint[]`;
  const isAsCached = messages.some(({ cachedFacts }) => cachedFacts !== null)
    ? sql`(g."cachedFacts" is null or g."cachedFacts" = ${factsNow(sql`g.author`, sql`g.conversation`)})`
    : sql`true`;
  const { rows } = await sql<WrittenRow>`
    with request as materialized (
      select g.*, p.first_seq, row_number() over (partition by g.conversation order by g.nth) as rank,
        count(*) over (partition by g.conversation) as count
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (nth int, conversation bigint, author bigint, "clientId" uuid, text text,
        mentions bigint[], "replyTo" int, forwarded boolean, files bigint[], link text, preview bigint, opens boolean,
        requests jsonb, origin text, "cachedFacts" jsonb)
      cross join lateral (
        select p.first_seq from participants p where p.conversation_id = g.conversation and p.user_id = g.author and p.left_seq is null limit 1
      ) as p
      left join lateral (select true as is_sent from messages m where m.author_id = g.author and m.client_id = g."clientId" limit 1) as m on true
      where m.is_sent is null and ${isAsCached}
    ),
    moved as (
      update conversations c set last_seq = c.last_seq + n.count, change = c.change + n.count, last_at = greatest(c.last_at, ${now}),
        is_open = true, oldest_at = coalesce(c.oldest_at, greatest(c.last_at, ${now}))
      from (select distinct conversation, count from request) as n where c.id = n.conversation
      returning c.id, c.kind, c.name, c.picture, c.last_seq - n.count as before_seq, c.change - n.count as before_change, c.last_at as at,
        c.participant_count, c.is_open
    ),
    numbered as materialized (
      select request.*, (before_seq + rank)::int as seq, (before_change + rank)::int as change, moved.kind, moved.name, moved.picture, moved.at,
        moved.participant_count, moved.is_open
      from request join moved on moved.id = request.conversation
    ),
    written as (
      insert into messages (school_id, conversation_id, seq, change, author_id, client_id, text, sent_at, reply_to, forwarded, mentions, preview_id)
      select ${school.school_id}, conversation, seq, change, author, "clientId", text, at,
        case when "replyTo" >= first_seq and "replyTo" < seq then "replyTo" end, forwarded,
        ${mentioned}, preview
      from numbered
      returning id, conversation_id, seq
    ),
    ${attached}${others}
    own as (
      update participants p set read_seq = seq, delivered_seq = seq, request_state = case when requests is null then p.request_state else requests ->> 'own' end,
        change = case when participant_count <= ${sql.lit(receiptsMax)} then n.change else p.change end
      from (select distinct on (conversation, author) * from numbered order by conversation, author, seq desc) as n
      where p.conversation_id = n.conversation and p.user_id = n.author
    ),
    ${posted}
    told as (${eventOfRows(
      context,
      'message_written',
      { conversation: sql`conversation`, seq: sql`seq`, author: sql`author`, change: sql`change` },
      inTheirOrder,
      author,
    )})
    select n.nth, w.id as message_id, n.at as sent_at, n.conversation as id, n.kind, n.name, n.picture, n.seq as last_seq, n.change,
      n.participant_count, n.is_open
    from numbered n join written w on w.conversation_id = n.conversation and w.seq = n.seq`.execute(
    db,
  );
  return rows;
};

/** A message to pass on: its words and files, if it still has them. */
export const selectForwarded = async (
  db: Db,
  conversation: number,
  seq: number,
): Promise<
  { text: string; files: number[]; preview_id: number | null; author_id: number } | undefined
> => {
  const { rows } = await sql<{
    text: string;
    files: number[];
    preview_id: number | null;
    author_id: number;
  }>`
    select m.text, m.preview_id, m.author_id, coalesce((select jsonb_agg(l.upload_id order by l.position) from message_files l
      where l.conversation_id = m.conversation_id and l.seq = m.seq), '[]') as files
    from messages m where m.conversation_id = ${conversation} and m.seq = ${seq} and m.deleted is null and m.event is null`.execute(
    db,
  );
  return rows[0];
};
