import { sql } from 'kysely';
import { receiptsMax } from '#contract/chat/limits.ts';
import type { ChatPolicy } from '#contract/chat/settings.endpoints.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { eventOfRows } from '../../../kernel/jobs/outbox.ts';

/** Selects the school's chat policy. */
export const selectPolicy = async (db: Db): Promise<ChatPolicy> => {
  const { rows } =
    await sql<ChatPolicy>`select who, requests, keep_days as "keepDays", course_chats as "courseChats" from chat_policies`.execute(
      db,
    );
  return rows[0] ?? { who: 'connections', requests: true, keepDays: null, courseChats: false };
};

/** Stores the school's chat policy. */
export const upsertPolicy = async (
  db: Db,
  school: SchoolId,
  { who, requests, keepDays, courseChats }: ChatPolicy,
): Promise<void> => {
  await sql`insert into chat_policies (school_id, who, requests, keep_days, course_chats) values (${school}, ${who}, ${requests}, ${keepDays}, ${courseChats})
    on conflict (school_id) do update set who = excluded.who, requests = excluded.requests, keep_days = excluded.keep_days,
      course_chats = excluded.course_chats`.execute(db);
};

/** A person's switches. */
export interface SwitchesRow {
  user_id: number;
  shows_presence: boolean;
  shows_receipts: boolean;
}

/** Selects people's switches. Without stored ones, everything is shown. The hub uses it for presence. */
export const selectSwitches = async (db: Db, people: readonly number[]): Promise<SwitchesRow[]> => {
  if (people.length === 0) return [];
  const { rows } =
    await sql<SwitchesRow>`select user_id, shows_presence, shows_receipts from chat_preferences
    where user_id = any(${people as number[]}::bigint[])`.execute(db);
  return rows;
};

/** Stores a person's switches. Omitted ones are unchanged. */
export const upsertSwitches = async (
  db: Db,
  school: SchoolId,
  me: number,
  {
    showsPresence,
    showsReceipts,
  }: { showsPresence?: boolean | undefined; showsReceipts?: boolean | undefined },
): Promise<void> => {
  await sql`insert into chat_preferences (school_id, user_id, shows_presence, shows_receipts)
    values (${school}, ${me}, ${showsPresence ?? true}, ${showsReceipts ?? true})
    on conflict (school_id, user_id) do update set
      shows_presence = coalesce(${showsPresence ?? null}::boolean, chat_preferences.shows_presence),
      shows_receipts = coalesce(${showsReceipts ?? null}::boolean, chat_preferences.shows_receipts)`.execute(
    db,
  );
};

/**
 * Counts a change in a person's conversations that are small enough for read marks, because their marks appear or disappear, and writes it
 * to the outbox. Locks them in a fixed order to avoid deadlocks. Returns the conversations with their numbers.
 */
export const touchReceipts = async (
  context: Pick<Context, 'db' | 'school' | 'actor'>,
  me: number,
): Promise<{ id: number; change: number }[]> => {
  const { rows } = await sql<{ id: number; change: number }>`
    with held as materialized (
      select c.id from conversations c
      where c.id = any(array(select p.conversation_id from participants p where p.user_id = ${me} and p.left_seq is null))
        and c.participant_count <= ${sql.lit(receiptsMax)} and c.is_open
      order by c.id for update
    ),
    touched as (update conversations c set change = c.change + 1 from held where c.id = held.id returning c.id, c.change),
    marked as (update participants p set change = touched.change from touched where p.conversation_id = touched.id and p.user_id = ${me}),
    told as (${eventOfRows(context, 'conversation_changed', { conversation: sql`id`, change: sql`change` }, sql`touched`)})
    select id, change from touched`.execute(context.db);
  return rows;
};
