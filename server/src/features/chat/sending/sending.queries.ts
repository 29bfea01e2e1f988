import { sql, type RawBuilder } from 'kysely';
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
}

const ids = (list: readonly number[]) => sql`${list as number[]}::bigint[]`;

const some = (condition: boolean, part: RawBuilder<unknown>): RawBuilder<unknown> => (condition ? part : sql``);

/**
 * Writes a message: gives it the next number, marks the conversation as read by its author, and tells the outbox, in one statement.
 * Answers nothing, and has changed nothing, where the author has sent this client id before or is no longer in the conversation.
 *
 * The conversation's row must be held by a statement before this one (`holdConversation`), sent along with it: only then does this
 * one see a message that was being written under the same client id while it waited, and no number is given away for nothing.
 */
export const insertMessage = async (context: Context, message: NewMessage): Promise<StateRow | undefined> => {
  const { db, school, clock } = context;
  const { conversation, author, doors } = message;
  const now = clock.now();
  const others = doors !== null || message.opens;
  const { rows } = await sql<StateRow>`
    with place as (
      select p.first_seq from participants p where p.conversation_id = ${conversation} and p.user_id = ${author} and p.left_seq is null
        and not exists (select from messages m where m.author_id = ${author} and m.client_id = ${message.clientId}::uuid)
    ),
    moved as (
      update conversations c set last_seq = c.last_seq + 1, change = c.change + 1, last_at = greatest(c.last_at, ${now}), is_open = true,
        oldest_at = coalesce(c.oldest_at, greatest(c.last_at, ${now}))
      from place where c.id = ${conversation}
      returning c.id, c.kind, c.name, c.picture, c.last_seq as seq, c.change, c.last_at as at, c.participant_count, c.is_open, place.first_seq
    ),
    written as (
      insert into messages (school_id, conversation_id, seq, change, author_id, client_id, text, sent_at, reply_to, forwarded, mentions, preview_id)
      select ${school.school_id}, ${conversation}, seq, change, ${author}, ${message.clientId}::uuid, ${message.text}, at,
        case when ${message.replyTo}::int >= first_seq and ${message.replyTo}::int < seq then ${message.replyTo}::int end, ${message.forwarded},
        ${
          message.mentions.length === 0
            ? sql`'{}'::bigint[]`
            : sql`array(select x.user_id from participants x
                where x.conversation_id = ${conversation} and x.left_seq is null and x.user_id = any(${ids(message.mentions)}))`
        }, ${message.preview}::bigint
      from moved
    ),
    ${some(
      message.files.length > 0,
      sql`attached as (
        insert into message_files (school_id, conversation_id, seq, place, file_id)
        select ${school.school_id}, ${conversation}, moved.seq, f.place, f.id from moved, unnest(${ids(message.files)}) with ordinality as f (id, place)
      ),`,
    )}
    ${some(
      message.text !== '',
      sql`spelt as (
        insert into message_words (school_id, conversation_id, word, seq)
        select ${school.school_id}, ${conversation}, word, moved.seq from moved, unnest(search_words(${searchedText(message.text)})) as word
      ),`,
    )}
    ${some(
      others,
      sql`others as (
        update participants p set is_shown = true, door = ${doors === null ? sql`p.door` : sql`${doors.other}`}
        from moved where p.conversation_id = ${conversation} and p.user_id <> ${author} and ${doors !== null ? sql`true` : sql`not p.is_shown`}
      ),`,
    )}
    ${some(
      message.link !== null,
      sql`posted as (${eventOfRows(
        context,
        'link_posted',
        { conversation: sql`${conversation}::bigint`, seq: sql`seq`, url: sql`${message.link}::text` },
        sql`moved`,
      )}),`,
    )}
    own as (
      update participants p set read_seq = moved.seq, arrived_seq = moved.seq, door = ${doors === null ? sql`p.door` : sql`${doors.own}`},
        change = case when moved.participant_count <= ${sql.lit(receiptsMax)} then moved.change else p.change end
      from moved where p.conversation_id = ${conversation} and p.user_id = ${author}
    ),
    told as (${eventOfRows(
      context,
      'message_written',
      { conversation: sql`${conversation}::bigint`, seq: sql`seq`, author: sql`${author}::bigint`, change: sql`change` },
      sql`moved`,
    )})
    select id, kind, name, picture, seq as last_seq, change, participant_count, is_open from moved`.execute(db);
  return rows[0];
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
