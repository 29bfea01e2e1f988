import { sql } from 'kysely';
import type { Context } from '../../../kernel/context.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { Deletion } from './messages.rules.ts';

const ids = (list: readonly number[]) => sql`${list as number[]}::bigint[]`;

/** The facts that determine whether a message can be changed. */
export interface ChangeableRow {
  author_id: number;
  text: string;
  sent_at: Date;
  is_deleted: boolean;
  is_event: boolean;
  file_count: number;
  url: string | null;
}

/** Selects a message for a change. The conversation must be locked. */
export const selectChangeable = async (
  db: Db,
  conversation: number,
  seq: number,
): Promise<ChangeableRow | undefined> => {
  const { rows } =
    await sql<ChangeableRow>`select m.author_id, m.text, m.sent_at, m.deleted is not null as is_deleted, m.event is not null as is_event,
      (select count(*)::int from message_files l where l.conversation_id = m.conversation_id and l.seq = m.seq) as file_count,
      (select v.url from link_previews v where v.id = m.preview_id) as url
    from messages m where m.conversation_id = ${conversation} and m.seq = ${seq}`.execute(db);
  return rows[0];
};

/** Stores the current text for moderators before it changes. */
const stored = (
  context: Context,
  conversation: number,
  seq: number,
  change: number,
  by: number,
) => sql`kept as (
  insert into message_versions (school_id, conversation_id, seq, change, text, until, actor_id)
  select ${context.school.school_id}, ${conversation}, ${seq}, ${change}, m.text, ${context.clock.now()}, ${by}
  from messages m where m.conversation_id = ${conversation} and m.seq = ${seq} and m.text <> ''
)`;

/** Replies quote the text, so they change with it. */
const answered = (conversation: number, seq: number, change: number) => sql`answered as (
  update messages set change = ${change} where conversation_id = ${conversation} and reply_to = ${seq}
)`;

/** Changes the text of a message. `change` was counted before. */
export const updateText = async (
  context: Context,
  {
    conversation,
    seq,
    change,
    by,
  }: { conversation: number; seq: number; change: number; by: number },
  {
    text,
    mentions,
    dropsPreview,
  }: { text: string; mentions: readonly number[]; dropsPreview: boolean },
): Promise<void> => {
  const { db, clock } = context;
  await sql`with ${stored(context, conversation, seq, change, by)}, ${answered(conversation, seq, change)}
    update messages set text = ${text}, edited_at = ${clock.now()}, change = ${change},
      preview_id = ${dropsPreview ? sql`null` : sql`preview_id`},
      mentions = array(select x.user_id from participants x
        where x.conversation_id = ${conversation} and x.left_seq is null and x.user_id = any(${ids(mentions)}))
    where conversation_id = ${conversation} and seq = ${seq}`.execute(db);
};

/** Removes the text and everything attached to a message. Its position stays. */
export const updateDeleted = async (
  context: Context,
  {
    conversation,
    seq,
    change,
    by,
  }: { conversation: number; seq: number; change: number; by: number },
  how: Deletion,
): Promise<void> => {
  const { db } = context;
  await sql`with ${stored(context, conversation, seq, change, by)}, ${answered(conversation, seq, change)},
    unreacted as (delete from reactions where conversation_id = ${conversation} and seq = ${seq}),
    detached as (delete from message_files where conversation_id = ${conversation} and seq = ${seq})
    update messages set text = '', deleted = ${how}, edited_at = null, mentions = '{}', preview_id = null, reply_to = null,
      forwarded = false, change = ${change}
    where conversation_id = ${conversation} and seq = ${seq}`.execute(db);
};

/** Adds or removes a reaction. Returns false if nothing changed. */
export const updateReaction = async (
  context: Context,
  membership: { conversation: number; seq: number; user: number },
  emoji: string,
  isSet: boolean,
): Promise<boolean> => {
  const { db, school, clock } = context;
  const { conversation, seq, user } = membership;
  const { numAffectedRows } = isSet
    ? await sql`insert into reactions (school_id, conversation_id, seq, user_id, emoji, at)
        values (${school.school_id}, ${conversation}, ${seq}, ${user}, ${emoji}, ${clock.now()}) on conflict do nothing`.execute(
        db,
      )
    : await sql`delete from reactions where conversation_id = ${conversation} and seq = ${seq} and user_id = ${user} and emoji = ${emoji}`.execute(
        db,
      );
  return (numAffectedRows ?? 0n) > 0n;
};

/** Selects the different reactions of a message. */
export const selectEmojis = async (
  db: Db,
  conversation: number,
  seq: number,
): Promise<string[]> => {
  const { rows } = await sql<{ emoji: string }>`
    select distinct emoji from reactions where conversation_id = ${conversation} and seq = ${seq}`.execute(
    db,
  );
  return rows.map(({ emoji }) => emoji);
};

/** Sets the change number of a message that a change affected. */
export const updateMessageChange = async (
  db: Db,
  conversation: number,
  seq: number,
  change: number,
): Promise<void> => {
  await sql`update messages set change = ${change} where conversation_id = ${conversation} and seq = ${seq}`.execute(
    db,
  );
};

/** Selects the text of a message without a preview. Undefined if it has one or is deleted. */
export const selectUnpreviewed = async (
  db: Db,
  conversation: number,
  seq: number,
): Promise<string | undefined> => {
  const { rows } = await sql<{ text: string }>`select text from messages
    where conversation_id = ${conversation} and seq = ${seq} and deleted is null and preview_id is null`.execute(
    db,
  );
  return rows[0]?.text;
};

/** Stores the preview of a message. */
export const updatePreview = async (
  db: Db,
  conversation: number,
  seq: number,
  preview: number,
  change: number,
): Promise<void> => {
  await sql`update messages set preview_id = ${preview}, change = ${change}
    where conversation_id = ${conversation} and seq = ${seq}`.execute(db);
};
