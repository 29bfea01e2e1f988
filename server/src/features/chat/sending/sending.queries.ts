import { sql } from 'kysely';
import { receiptsMax } from '#contract/chat-limits.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Db } from '../../../kernel/database.ts';
import { eventOfRows } from '../../../kernel/outbox.ts';
import type { StateRow } from '../chat.queries.ts';
import { searchedText } from '../messages/message-text.ts';
import type { Door } from '../messages/messages.rules.ts';

/** A message about to be written. */
export interface NewMessage {
  readonly conversation: number;
  readonly author: number;
  readonly clientId: string;
  readonly text: string;
  readonly mentions: readonly number[];
  readonly replyTo: number | null;
  readonly forwarded: boolean;
  /** Files in their order; whoever calls has checked that they may be sent. */
  readonly files: readonly number[];
  /** Page whose preview is to be fetched, or null. */
  readonly link: string | null;
  /** A preview fetched today, or null. */
  readonly preview: number | null;
  /** Whether nobody else sees the conversation so far. */
  readonly opens: boolean;
  /** Of a direct conversation: the doors as they stand afterwards; null: they stay. */
  readonly doors: { readonly own: Door | null; readonly other: Door | null } | null;
  /** Where the author came in. */
  readonly origin: string | null;
}

/** A message that has been written, and its conversation as it stands after it. */
export interface WrittenRow extends StateRow {
  /** Its place among those that were written together. */
  nth: number;
  message_id: number;
  sent_at: Date;
}

const ids = (list: readonly number[]) => sql`${list as number[]}::bigint[]`;

/**
 * Writes messages: gives each the next number of its conversation, in their order, marks the conversation as read by its author,
 * and tells the outbox, in one statement. Left out, and nothing changed for it, is one whose author has sent its client id before
 * or is no longer in the conversation. A message that opens its conversation or moves its doors must be the only one of it here.
 *
 * The conversations must be held by a statement before this one (`holdConversations`), sent along with it: only then does this
 * one see a message that was being written under the same client id while it waited, and no number is given away for nothing.
 */
export const insertMessages = async (
  { db, school, clock, actor }: Pick<Context, 'db' | 'school' | 'clock' | 'actor'>,
  messages: readonly NewMessage[],
): Promise<WrittenRow[]> => {
  const now = clock.now();
  const given = messages.map((message, nth) => ({ nth, searched: searchedText(message.text), ...message }));
  const author = { actor: sql`author`, origin: sql`origin` };
  const inTheirOrder = sql`(select * from numbered order by nth) as numbered`;
  const { rows } = await sql<WrittenRow>`
    with place as materialized (
      select g.*, p.first_seq, row_number() over (partition by g.conversation order by g.nth) as rank,
        count(*) over (partition by g.conversation) as count
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (nth int, conversation bigint, author bigint, "clientId" uuid, text text,
        searched text, mentions bigint[], "replyTo" int, forwarded boolean, files bigint[], link text, preview bigint, opens boolean,
        doors jsonb, origin text)
      cross join lateral (
        select p.first_seq from participants p where p.conversation_id = g.conversation and p.user_id = g.author and p.left_seq is null limit 1
      ) as p
      left join lateral (select true as is_sent from messages m where m.author_id = g.author and m.client_id = g."clientId" limit 1) as m on true
      where m.is_sent is null
    ),
    moved as (
      update conversations c set last_seq = c.last_seq + n.count, change = c.change + n.count, last_at = greatest(c.last_at, ${now}),
        is_open = true, oldest_at = coalesce(c.oldest_at, greatest(c.last_at, ${now}))
      from (select distinct conversation, count from place) as n where c.id = n.conversation
      returning c.id, c.kind, c.name, c.picture, c.last_seq - n.count as before_seq, c.change - n.count as before_change, c.last_at as at,
        c.participant_count, c.is_open
    ),
    numbered as materialized (
      select place.*, (before_seq + rank)::int as seq, (before_change + rank)::int as change, moved.kind, moved.name, moved.picture, moved.at,
        moved.participant_count, moved.is_open
      from place join moved on moved.id = place.conversation
    ),
    written as (
      insert into messages (school_id, conversation_id, seq, change, author_id, client_id, text, sent_at, reply_to, forwarded, mentions, preview_id)
      select ${school.school_id}, conversation, seq, change, author, "clientId", text, at,
        case when "replyTo" >= first_seq and "replyTo" < seq then "replyTo" end, forwarded,
        case when mentions = '{}' then '{}' else array(select x.user_id from participants x
          where x.conversation_id = conversation and x.left_seq is null and x.user_id = any(mentions)) end, preview
      from numbered
      returning id, conversation_id, seq
    ),
    attached as (
      insert into message_files (school_id, conversation_id, seq, place, file_id)
      select ${school.school_id}, conversation, seq, f.place, f.id from numbered, unnest(files) with ordinality as f (id, place)
    ),
    spelt as (
      insert into message_words (school_id, conversation_id, word, seq)
      select ${school.school_id}, conversation, word, seq from numbered, unnest(search_words(searched)) as word where searched <> ''
    ),
    others as (
      update participants p set is_shown = true, door = case when doors is null then p.door else doors ->> 'other' end
      from numbered where (opens or doors is not null) and p.conversation_id = conversation and p.user_id <> author
        and (doors is not null or not p.is_shown)
    ),
    own as (
      update participants p set read_seq = seq, arrived_seq = seq, door = case when doors is null then p.door else doors ->> 'own' end,
        change = case when participant_count <= ${sql.lit(receiptsMax)} then n.change else p.change end
      from (select distinct on (conversation, author) * from numbered order by conversation, author, seq desc) as n
      where p.conversation_id = n.conversation and p.user_id = n.author
    ),
    posted as (${eventOfRows({ school, actor }, 'link_posted', { conversation: sql`conversation`, seq: sql`seq`, url: sql`link` }, sql`numbered where link is not null`, author)}),
    told as (${eventOfRows(
      { school, actor },
      'message_written',
      { conversation: sql`conversation`, seq: sql`seq`, author: sql`author`, change: sql`change` },
      inTheirOrder,
      author,
    )})
    select n.nth, w.id as message_id, n.at as sent_at, n.conversation as id, n.kind, n.name, n.picture, n.seq as last_seq, n.change,
      n.participant_count, n.is_open
    from numbered n join written w on w.conversation_id = n.conversation and w.seq = n.seq`.execute(db);
  return rows;
};

/** Which of some files have come whole, and are `owner`'s where one is named. Held, so that upkeep does not take them meanwhile. */
export const selectWholeFiles = async (db: Db, files: readonly number[], owner?: number): Promise<number[]> => {
  if (files.length === 0) return [];
  const { rows } = await sql<{ id: number }>`select id from chat_files
    where id = any(${ids(files)}) and type is not null ${owner === undefined ? sql`` : sql`and owner_id = ${owner}`} for key share`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

/** A message to pass on: its words and files, if it still has them. */
export const selectForwarded = async (
  db: Db,
  conversation: number,
  seq: number,
): Promise<{ text: string; files: number[]; preview_id: number | null; author_id: number } | undefined> => {
  const { rows } = await sql<{ text: string; files: number[]; preview_id: number | null; author_id: number }>`
    select m.text, m.preview_id, m.author_id, coalesce((select jsonb_agg(l.file_id order by l.place) from message_files l
      where l.conversation_id = m.conversation_id and l.seq = m.seq), '[]') as files
    from messages m where m.conversation_id = ${conversation} and m.seq = ${seq} and m.deleted is null and m.event is null`.execute(db);
  return rows[0];
};

/** What decides whether a message may be changed. */
export interface ChangeableRow {
  author_id: number;
  text: string;
  sent_at: Date;
  is_deleted: boolean;
  is_event: boolean;
  file_count: number;
  url: string | null;
}

/** A message to be changed; ask while its conversation is held. */
export const selectChangeable = async (db: Db, conversation: number, seq: number): Promise<ChangeableRow | undefined> => {
  const { rows } =
    await sql<ChangeableRow>`select m.author_id, m.text, m.sent_at, m.deleted is not null as is_deleted, m.event is not null as is_event,
      (select count(*)::int from message_files l where l.conversation_id = m.conversation_id and l.seq = m.seq) as file_count,
      (select v.url from link_previews v where v.id = m.preview_id) as url
    from messages m where m.conversation_id = ${conversation} and m.seq = ${seq}`.execute(db);
  return rows[0];
};

/** Keeps what a message says now for moderators, before it says something else. */
const kept = (context: Context, conversation: number, seq: number, change: number, by: number) => sql`kept as (
  insert into message_versions (school_id, conversation_id, seq, change, text, until, by_id)
  select ${context.school.school_id}, ${conversation}, ${seq}, ${change}, m.text, ${context.clock.now()}, ${by}
  from messages m where m.conversation_id = ${conversation} and m.seq = ${seq} and m.text <> ''
)`;

/** Answers show the words of what they answer: they change with it. */
const answered = (conversation: number, seq: number, change: number) => sql`answered as (
  update messages set change = ${change} where conversation_id = ${conversation} and reply_to = ${seq}
)`;

/** Changes the words of a message. `change`: its number, counted before. */
export const updateText = async (
  context: Context,
  { conversation, seq, change, by }: { conversation: number; seq: number; change: number; by: number },
  { before, text, mentions, dropsPreview }: { before: string; text: string; mentions: readonly number[]; dropsPreview: boolean },
): Promise<void> => {
  const { db, school, clock } = context;
  await sql`with ${kept(context, conversation, seq, change, by)}, ${answered(conversation, seq, change)}
    update messages set text = ${text}, edited_at = ${clock.now()}, change = ${change},
      preview_id = ${dropsPreview ? sql`null` : sql`preview_id`},
      mentions = array(select x.user_id from participants x
        where x.conversation_id = ${conversation} and x.left_seq is null and x.user_id = any(${ids(mentions)}))
    where conversation_id = ${conversation} and seq = ${seq}`.execute(db);
  await deleteWords(db, conversation, seq, before);
  await sql`insert into message_words (school_id, conversation_id, word, seq)
    select ${school.school_id}, ${conversation}, word, ${seq} from unnest(search_words(${searchedText(text)})) as word`.execute(db);
};

/** Removes the words by which search finds a message that says `text`: looked up by them, since they come first in the order of the table. */
const deleteWords = async (db: Db, conversation: number, seq: number, text: string): Promise<void> => {
  if (text !== '')
    await sql`delete from message_words
      where conversation_id = ${conversation} and word = any(search_words(${searchedText(text)})) and seq = ${seq}`.execute(db);
};

/** Takes away what a message said and all that hangs on it; its place stays. */
export const updateDeleted = async (
  context: Context,
  { conversation, seq, change, by }: { conversation: number; seq: number; change: number; by: number },
  { before, how }: { before: string; how: 'author' | 'moderator' },
): Promise<void> => {
  const { db } = context;
  await sql`with ${kept(context, conversation, seq, change, by)}, ${answered(conversation, seq, change)},
    unreacted as (delete from reactions where conversation_id = ${conversation} and seq = ${seq}),
    detached as (delete from message_files where conversation_id = ${conversation} and seq = ${seq})
    update messages set text = '', deleted = ${how}, edited_at = null, mentions = '{}', preview_id = null, reply_to = null,
      forwarded = false, change = ${change}
    where conversation_id = ${conversation} and seq = ${seq}`.execute(db);
  await deleteWords(db, conversation, seq, before);
};

/** Sets or takes away a reaction; false when nothing has changed. */
export const updateReaction = async (
  context: Context,
  place: { conversation: number; seq: number; user: number },
  emoji: string,
  isSet: boolean,
): Promise<boolean> => {
  const { db, school, clock } = context;
  const { conversation, seq, user } = place;
  const { numAffectedRows } = isSet
    ? await sql`insert into reactions (school_id, conversation_id, seq, user_id, emoji, at)
        values (${school.school_id}, ${conversation}, ${seq}, ${user}, ${emoji}, ${clock.now()}) on conflict do nothing`.execute(db)
    : await sql`delete from reactions where conversation_id = ${conversation} and seq = ${seq} and user_id = ${user} and emoji = ${emoji}`.execute(
        db,
      );
  return (numAffectedRows ?? 0n) > 0n;
};

/** Different reactions a message has. */
export const selectEmojis = async (db: Db, conversation: number, seq: number): Promise<string[]> => {
  const { rows } = await sql<{ emoji: string }>`
    select distinct emoji from reactions where conversation_id = ${conversation} and seq = ${seq}`.execute(db);
  return rows.map(({ emoji }) => emoji);
};

/** Gives a message the number of a change that touched it. */
export const updateMessageChange = async (db: Db, conversation: number, seq: number, change: number): Promise<void> => {
  await sql`update messages set change = ${change} where conversation_id = ${conversation} and seq = ${seq}`.execute(db);
};
