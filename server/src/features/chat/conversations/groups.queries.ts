import { sql } from 'kysely';
import { receiptsMax } from '#contract/chat/limits.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { FileReferences } from '../../../kernel/files/file-references.ts';

/** A system message about the group. */
export type SystemMessage =
  | { readonly kind: 'pictured' | 'left' }
  | { readonly kind: 'renamed'; readonly name: string }
  | { readonly kind: 'added' | 'removed' | 'owner'; readonly uids: readonly number[] };

/** Writes a system message, and returns its numbers. The conversation stays locked until the transaction ends. */
export const insertSystemMessage = async (
  { db, school, clock }: Pick<Context, 'db' | 'school' | 'clock'>,
  conversation: number,
  by: number,
  event: SystemMessage,
): Promise<{ seq: number; change: number }> => {
  const { rows } = await sql<{ seq: number; change: number }>`with moved as (
      update conversations set last_seq = last_seq + 1, change = change + 1, last_at = greatest(last_at, ${clock.now()})
      where id = ${conversation} returning last_seq as seq, change, last_at as at
    ),
    written as (
      insert into messages (school_id, conversation_id, seq, change, author_id, sent_at, event)
      select ${school.school_id}, ${conversation}, seq, change, ${by}, at, ${JSON.stringify(event)}::jsonb from moved
    )
    select seq, change from moved`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`no conversation ${conversation}`);
  return row;
};

/** Renames a group. */
export const updateName = async (db: Db, conversation: number, name: string): Promise<void> => {
  await sql`update conversations set name = ${name === '' ? null : name} where id = ${conversation}`.execute(
    db,
  );
};

/** Sets or removes the picture. */
export const updatePicture = async (
  db: Db,
  conversation: number,
  picture: string | null,
): Promise<void> => {
  await sql`update conversations set picture = ${picture} where id = ${conversation}`.execute(db);
};

/** Selects the current members among these people. */
export const selectPresent = async (
  db: Db,
  conversation: number,
  people: readonly number[],
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select user_id as id from participants
    where conversation_id = ${conversation} and left_seq is null and user_id = any(${people as number[]}::bigint[])`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

/** Updates everyone in a group that crosses the size limit for read receipts. */
const remark = async (db: Db, conversation: number, by: number, change: number): Promise<void> => {
  await sql`with counted as (
      update conversations set participant_count = participant_count + ${by} where id = ${conversation} returning participant_count as n
    )
    update participants p set change = ${change} from counted
    where p.conversation_id = ${conversation} and (counted.n <= ${sql.lit(receiptsMax)}) <> (counted.n - ${by} <= ${sql.lit(receiptsMax)})`.execute(
    db,
  );
};

/** Adds people to a group, starting with its system message. Past members start again. */
export const insertParticipants = async (
  { db, school, clock }: Pick<Context, 'db' | 'school' | 'clock'>,
  conversation: number,
  people: readonly number[],
  { seq, change, isShown }: { seq: number; change: number; isShown: boolean },
): Promise<void> => {
  await sql`insert into participants (school_id, conversation_id, user_id, role, first_seq, change, is_shown, joined_at)
    select ${school.school_id}, ${conversation}, id, 'member', ${seq}, ${change}, ${isShown}, ${clock.now()}
    from unnest(${people as number[]}::bigint[]) as who (id)
    on conflict (school_id, conversation_id, user_id) do update set role = 'member', first_seq = excluded.first_seq, left_seq = null,
      left_name = null, left_count = null, left_at = null, read_seq = 0, delivered_seq = 0, change = excluded.change, is_shown = excluded.is_shown,
      is_archived = false, joined_at = excluded.joined_at`.execute(db);
  await remark(db, conversation, people.length, change);
};

/** Marks a person as having left. They keep the messages that they could read. */
export const updateLeft = async (
  db: Db,
  conversation: number,
  person: number,
  { seq, change }: { seq: number; change: number },
): Promise<void> => {
  await sql`update participants p set left_seq = ${seq}, role = 'member', change = ${change}, draft = '', left_name = c.name,
      left_count = c.participant_count - 1, left_at = c.last_at
    from conversations c where c.school_id = p.school_id and c.id = p.conversation_id and c.id = ${conversation} and p.user_id = ${person}`.execute(
    db,
  );
  await remark(db, conversation, -1, change);
};

/** Makes a member the owner. */
export const updateOwner = async (
  db: Db,
  conversation: number,
  person: number,
  change: number,
): Promise<void> => {
  await sql`update participants set role = case when user_id = ${person} then 'owner' else 'member' end, change = ${change}
    where conversation_id = ${conversation} and (user_id = ${person} or role = 'owner')`.execute(
    db,
  );
};

/** Selects the longest member, except `but`. */
export const selectHeir = async (
  db: Db,
  conversation: number,
  but: number,
): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`select p.user_id as id from participants p
    join users u on u.school_id = p.school_id and u.id = p.user_id
    where p.conversation_id = ${conversation} and p.left_seq is null and p.user_id <> ${but} and not u.is_disabled
    order by p.joined_at, p.user_id limit 1`.execute(db);
  return rows[0]?.id;
};

/** Selects a person's groups. */
export const selectGroupsOf = async (db: Db, person: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select c.id from participants p
    join conversations c on c.school_id = p.school_id and c.id = p.conversation_id and c.kind = 'group'
    where p.user_id = ${person} and p.left_seq is null order by c.id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Selects the pictures of groups. */
export const selectGroupPictures: FileReferences = async (db, names) => {
  const { rows } = await sql<{
    name: string;
  }>`select picture as name from conversations where picture = any(${names as string[]})`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};
