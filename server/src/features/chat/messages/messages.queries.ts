import type { SharedKind } from '#contract/chat/limits.ts';
import { sql, type RawBuilder } from 'kysely';
import { previewColumn, type PreviewRow } from '../../link-previews/link-previews.queries.ts';
import type { WholeUploadRow } from '../../uploads/uploads.views.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { many } from '../../../kernel/sql.ts';
import type { Deletion } from './messages.rules.ts';
import type { PersonSummaryRow } from '../../people/summary/summary.queries.ts';

/** A stored message, the same for every viewer. */
export interface MessageRow {
  conversation_id: number;
  seq: number;
  id: number;
  change: number;
  client_id: string | null;
  author_id: number;
  sent_at: Date;
  text: string;
  edited_at: Date | null;
  deleted: Deletion | 'retention' | null;
  event: {
    kind: 'begun' | 'left' | 'pictured' | 'added' | 'removed' | 'owner' | 'renamed';
    name?: string;
    uids?: number[];
  } | null;
  forwarded: boolean;
  reply: { seq: number; author: number; text: string; deleted: boolean } | null;
  mentioned: PersonSummaryRow[] | null;
  event_people: PersonSummaryRow[] | null;
  reactions: { emoji: string; uids: number[] }[] | null;
  files: WholeUploadRow[] | null;
  preview: PreviewRow | null;
}

/**
 * Selects a PersonSummaryRow from `alias`, a row of users. Participants of a shared conversation see names despite a directory hold. Disabled
 * accounts have no name, except the placeholder of an erased person.
 */
export const faceColumns = (alias: string): RawBuilder<unknown> => {
  const u = sql.ref(alias);
  const isHidden = sql`${u}.is_disabled and ${u}.username <> 'erased-' || ${u}.id`;
  return sql`${u}.id, case when ${isHidden} then '' else ${u}.first_name end as first_name,
    case when ${isHidden} then '' else ${u}.last_name end as last_name, case when not ${u}.is_disabled then ${u}.photo end as photo`;
};

/** Selects a PersonSummaryRow as one JSON value. */
export const faceJson = (alias: string): RawBuilder<unknown> =>
  sql`(select to_jsonb(f) from (select ${faceColumns(alias)}) as f)`;

/** Maximum characters of a quote. */
const quoteLength = 200;

/** Columns of a MessageRow from `messages m`. Rare parts cost an index lookup only if the message has them, or little otherwise. */
export const messageColumns = sql`m.conversation_id, m.seq, m.id, m.change, m.client_id, m.author_id, m.sent_at, m.text, m.edited_at,
  m.deleted, m.event, m.forwarded,
  case when m.reply_to is not null then (
    select jsonb_build_object('seq', r.seq, 'author', r.author_id, 'text', left(r.text, ${sql.lit(quoteLength)}), 'deleted', r.deleted is not null)
    from messages r where r.conversation_id = m.conversation_id and r.seq = m.reply_to) end as reply,
  case when m.mentions <> '{}' then (select jsonb_agg(${faceJson('u')} order by u.id) from users u where u.id = any(m.mentions)) end as mentioned,
  case when m.event -> 'uids' is not null then (select jsonb_agg(${faceJson('u')} order by u.id) from users u
    where u.id = any(array(select value::bigint from jsonb_array_elements_text(m.event -> 'uids')))) end as event_people,
  (select jsonb_agg(jsonb_build_object('emoji', g.emoji, 'uids', g.uids) order by g.first_at, g.emoji) from (
    select x.emoji, min(x.at) as first_at, jsonb_agg(x.user_id order by x.at, x.user_id) as uids
    from reactions x where x.conversation_id = m.conversation_id and x.seq = m.seq group by x.emoji) as g) as reactions,
  (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type, 'width', f.width, 'height', f.height)
      order by l.position)
    from message_files l join uploads f on f.school_id = l.school_id and f.id = l.upload_id
    where l.conversation_id = m.conversation_id and l.seq = m.seq) as files,
  ${previewColumn(sql`m.preview_id`)}`;

/** The range of a conversation to read, within what the viewer can see. */
export interface Range {
  readonly conversation: number;
  readonly first: number;
  readonly last: number;
}

/** The statement of selectMessagesBeside(). */
export const messagesBeside = (
  { conversation, first, last }: Range,
  side: 'before' | 'after',
  seq: number,
  limit: number,
) =>
  side === 'before'
    ? sql<MessageRow>`select ${messageColumns} from messages m
        where m.conversation_id = ${conversation} and m.seq >= ${first} and m.seq <= ${Math.min(last, seq - 1)}
        order by m.seq desc limit ${limit}`
    : sql<MessageRow>`select ${messageColumns} from messages m
        where m.conversation_id = ${conversation} and m.seq >= ${first} and m.seq > ${seq} and m.seq <= ${last}
        order by m.seq limit ${limit}`;

/** Selects up to `limit` messages on one side of a position, in the order of the conversation. */
export const selectMessagesBeside = async (
  db: Db,
  range: Range,
  side: 'before' | 'after',
  seq: number,
  limit: number,
): Promise<MessageRow[]> => {
  const { rows } = await messagesBeside(range, side, seq, limit).execute(db);
  return side === 'before' ? rows.toReversed() : rows;
};

/** The messages of each list, as positions `x.seq` with a condition on `x`. */
const sharedPlaces: Record<SharedKind, RawBuilder<unknown>> = {
  pictures: sql`message_files x where x.is_picture`,
  files: sql`message_files x where not x.is_picture`,
  links: sql`messages x where x.preview_id is not null`,
};

/** The statement of selectShared(). */
export const sharedMessages = (
  { conversation, first, last }: Range,
  { kind, before, hidden }: { kind: SharedKind; before: number; hidden: readonly number[] },
  limit: number,
) => sql<MessageRow>`select ${messageColumns} from (
      select distinct x.seq from ${sharedPlaces[kind]} and x.conversation_id = ${conversation}
        and x.seq >= ${first} and x.seq <= ${Math.min(last, before - 1)}
        ${hidden.length === 0 ? sql`` : sql`and not exists (select from messages h where h.conversation_id = x.conversation_id and h.seq = x.seq and h.author_id = any(${hidden as number[]}::bigint[]))`}
      order by x.seq desc limit ${limit}) as place
    join messages m on m.conversation_id = ${conversation} and m.seq = place.seq order by m.seq desc`;

/** Selects messages with pictures, other files or links, newest first, without those by hidden people. */
export const selectShared = async (
  db: Db,
  range: Range,
  wanted: { kind: SharedKind; before: number; hidden: readonly number[] },
  limit: number,
): Promise<MessageRow[]> => (await sharedMessages(range, wanted, limit).execute(db)).rows;

/** The statement of selectSeqAt(). */
export const seqAt = ({ conversation, first, last }: Range, at: Date) => sql<{ seq: number }>`
    with recursive halves as (
      select ${first}::int as low, ${last + 1}::int as high
      union all
      select case when m.sent_at < ${at} then (h.low + h.high) / 2 + 1 else h.low end, case when m.sent_at < ${at} then h.high else (h.low + h.high) / 2 end
      from halves h cross join lateral (
        -- Limited, or the planner may read the whole conversation for each half.
        select m.sent_at from messages m where m.conversation_id = ${conversation} and m.seq = (h.low + h.high) / 2 limit 1
      ) as m
      where h.low < h.high
    )
    select low as seq from halves where low >= high limit 1`;

/**
 * Selects the first message at or after an instant, or the position after the last one. Uses a binary search, because times increase with
 * positions.
 */
export const selectSeqAt = async (db: Db, range: Range, at: Date): Promise<number> =>
  (await seqAt(range, at).execute(db)).rows[0]?.seq ?? range.last + 1;

/** Selects single messages by conversation and position, unordered. */
export const selectMessagesAt = async (
  db: Db,
  places: readonly { conversation: number; seq: number }[],
): Promise<MessageRow[]> => {
  if (places.length === 0) return [];
  const { rows } = await sql<MessageRow>`select ${messageColumns}
    from unnest(${places.map(({ conversation }) => conversation)}::bigint[], ${places.map(({ seq }) => seq)}::int[]) as place (conversation, seq)
    join messages m on m.conversation_id = place.conversation and m.seq = place.seq`.execute(db);
  return rows;
};

/** An author with the client id of a message. */
export interface Sending {
  readonly author: number;
  readonly clientId: string;
}

const sendingsAs = (list: readonly Sending[]) =>
  sql`unnest(${list.map(({ author }) => author)}::bigint[], ${list.map(({ clientId }) => clientId)}::uuid[]) as s (author, client_id)`;

/**
 * Selects the messages with these client ids in any conversation, unordered. `lateral … limit` keeps using the index, whatever the planner
 * estimates.
 */
export const selectMessagesSent = async (
  db: Db,
  list: readonly Sending[],
): Promise<MessageRow[]> => {
  if (list.length === 0) return [];
  const { rows } = await sql<MessageRow>`select ${messageColumns} from ${sendingsAs(list)}
    cross join lateral (select * from messages m where m.author_id = s.author and m.client_id = s.client_id limit 1) as m`.execute(
    db,
  );
  return rows;
};

/** Selects which of these messages exist, which is cheaper than selecting them. */
export const selectSent = (db: Db, list: readonly Sending[]): Promise<Sending[]> =>
  many(
    db,
    sql<Sending>`select s.author, s.client_id::text as "clientId" from ${sendingsAs(list)}
    cross join lateral (select from messages m where m.author_id = s.author and m.client_id = s.client_id limit 1) as m`,
  );

/** The statement of selectChangedMessages(). */
export const changedMessages = (
  { conversation, first, last }: Range,
  after: number,
  limit: number,
) => sql<MessageRow>`
    select ${messageColumns} from messages m
    where m.conversation_id = ${conversation} and m.change > ${after} and m.seq between ${first} and ${last}
    order by m.change, m.seq limit ${limit}`;

/** Selects up to `limit` messages that have changed since `after`. */
export const selectChangedMessages = async (
  db: Db,
  range: Range,
  after: number,
  limit: number,
): Promise<MessageRow[]> => (await changedMessages(range, after, limit).execute(db)).rows;

/** Selects people with name and picture. */
export const selectFaces = async (db: Db, ids: readonly number[]): Promise<PersonSummaryRow[]> => {
  if (ids.length === 0) return [];
  const { rows } =
    await sql<PersonSummaryRow>`select ${faceColumns('u')} from users u where u.id = any(${ids}::bigint[]) order by u.id`.execute(
      db,
    );
  return rows;
};

/** Selects the people that the viewer has blocked, and those who have blocked the viewer. */
export const selectHidden = async (db: Db, viewer: number): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{
    id: number;
  }>`select other_id as id from blocked_pairs where user_id = ${viewer}`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** Selects the earlier texts of a message, oldest first. */
export const selectVersions = (
  db: Db,
  conversation: number,
  seqs: readonly number[],
): Promise<{ seq: number; text: string }[]> =>
  many(
    db,
    sql<{ seq: number; text: string }>`
    select seq, text from message_versions where conversation_id = ${conversation} and seq = any(${seqs}::int[]) order by seq, change`,
  );
