import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { mentionedIn } from '../messages/message-text.ts';
import type { RequestState } from '../messages/messages.rules.ts';
import { insertBlocks } from '../search/words.queries.ts';

/** A message of an imported conversation. */
export interface PastMessage {
  readonly author: number;
  readonly text: string;
  readonly at: Date;
  /** Position of the message that it replies to, from 1. */
  readonly replyTo?: number;
  readonly editedAt?: Date;
  readonly reactions?: readonly { readonly emoji: string; readonly people: readonly number[] }[];
  readonly file?: number;
  readonly preview?: number;
}

/** An imported conversation. */
export interface PastConversation {
  /** Null for a direct conversation. */
  readonly name: string | null;
  /** The first one created it, and owns a group. `readTo`: position of the last read message; all if omitted. */
  readonly people: readonly {
    readonly id: number;
    readonly readTo?: number;
    readonly isMuted?: boolean;
    readonly requestState?: RequestState;
    readonly isPinned?: boolean;
  }[];
  readonly messages: readonly PastMessage[];
}

/** Imports a conversation without notifying anyone, because it is in the past. Returns its id, or undefined if it has no messages. */
export const insertPast = async (
  db: Db,
  school: SchoolId,
  { name, people, messages }: PastConversation,
): Promise<number | undefined> => {
  const ids = people.map(({ id }) => id).toSorted((a, b) => a - b);
  const [first, last] = [messages.at(0), messages.at(-1)];
  const begun = people[0]?.id ?? 0;
  if (first === undefined || last === undefined) return undefined;
  // A group starts with a system message.
  const from = name === null ? 0 : 1;
  const end = messages.length + from;
  const isPair = name === null;
  const { rows } = await sql<{ id: number }>`
    insert into conversations (school_id, kind, name, pair_low, pair_high, created_by, client_id, last_seq, change, participant_count, is_open,
      last_at, oldest_at, created_at)
    values (${school}, ${isPair ? 'direct' : 'group'}, ${name}, ${isPair ? (ids[0] ?? null) : null}, ${isPair ? (ids[1] ?? null) : null}, ${begun},
      ${isPair ? sql`null` : sql`gen_random_uuid()`}, ${end}, ${end}, ${ids.length}, true, ${last.at}, ${first.at}, ${first.at})
    returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await db
    .insertInto('participants')
    .values(
      people.map((one, membership) => ({
        school_id: school,
        conversation_id: id,
        user_id: one.id,
        role: membership === 0 && !isPair ? 'owner' : 'member',
        change: end,
        is_shown: true,
        read_seq: one.readTo === undefined ? end : one.readTo + from,
        delivered_seq: end,
        muted_until: one.isMuted === true ? new Date('9999-01-01T00:00:00Z') : null,
        is_pinned: one.isPinned ?? false,
        request_state: one.requestState ?? null,
        joined_at: first.at,
      })),
    )
    .execute();
  if (!isPair)
    await sql`insert into messages (school_id, conversation_id, seq, change, author_id, sent_at, event)
      values (${school}, ${id}, 1, 1, ${begun}, ${first.at}, '{"kind":"begun"}'::jsonb)`.execute(
      db,
    );
  for (const [membership, message] of messages.entries()) {
    const seq = membership + 1 + from;
    const mentions = mentionedIn(message.text);
    await sql`insert into messages (school_id, conversation_id, seq, change, author_id, client_id, text, sent_at, edited_at, reply_to, mentions, preview_id)
      values (${school}, ${id}, ${seq}, ${seq}, ${message.author}, gen_random_uuid(), ${message.text}, ${message.at}, ${message.editedAt ?? null},
        ${message.replyTo === undefined ? null : message.replyTo + from}, ${mentions}::bigint[], ${message.preview ?? null})`.execute(
      db,
    );
    for (const { emoji, people: who } of message.reactions ?? [])
      await sql`insert into reactions (school_id, conversation_id, seq, user_id, emoji, at)
        select ${school}, ${id}, ${seq}, who, ${emoji}, ${message.at} from unnest(${who as number[]}::bigint[]) as who`.execute(
        db,
      );
    if (message.file !== undefined)
      await sql`insert into message_files (school_id, conversation_id, seq, position, upload_id, is_picture)
        select ${school}, ${id}, ${seq}, 1, u.id, u.width is not null and u.height is not null from uploads u where u.id = ${message.file}`.execute(
        db,
      );
  }
  for (let behind = [id]; behind.length > 0;) behind = await insertBlocks(db, school, behind);
  return id;
};
