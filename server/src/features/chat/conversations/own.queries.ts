import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { RequestState } from '../messages/messages.rules.ts';

/** A person's private settings of a conversation. Omitted ones are unchanged. */
export interface OwnChange {
  readonly draft?: string | undefined;
  /** Null to unmute. */
  readonly mutedUntil?: Date | null | undefined;
  readonly isPinned?: boolean | undefined;
  readonly isArchived?: boolean | undefined;
  readonly request_state?: RequestState | undefined;
}

/** Stores the settings. */
export const updateOwn = async (
  db: Db,
  conversation: number,
  me: number,
  change: OwnChange,
): Promise<void> => {
  const lastSeq = sql<number>`(select c.last_seq from conversations c where c.id = participants.conversation_id)`;
  const columns = {
    ...(change.draft !== undefined && { draft: change.draft }),
    ...(change.mutedUntil !== undefined && { muted_until: change.mutedUntil }),
    ...(change.isPinned !== undefined && { is_pinned: change.isPinned }),
    ...(change.isArchived !== undefined && {
      is_archived: change.isArchived,
      archived_seq: change.isArchived ? lastSeq : null,
    }),
    ...(change.request_state !== undefined && { request_state: change.request_state }),
  };
  if (Object.keys(columns).length > 0)
    await db
      .updateTable('participants')
      .set(columns)
      .where('conversation_id', '=', conversation)
      .where('user_id', '=', me)
      .execute();
};

/** Counts a person's pinned conversations, with a lock, so that simultaneous calls count one after another. */
export const countPinned = async (db: Db, me: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select conversation_id as id from participants
    where user_id = ${me} and is_pinned for update`.execute(db);
  return rows.length;
};

/** Marks messages as read or unread. Returns the mark, and whether it moved. */
export const updateRead = async (
  db: Db,
  {
    conversation,
    me,
    seq,
    isBack,
  }: { conversation: number; me: number; seq: number; isBack: boolean },
): Promise<{ read_seq: number } | undefined> => {
  const { rows } = await sql<{ read_seq: number }>`
    update participants p set read_seq = ${seq}, delivered_seq = greatest(p.delivered_seq, ${seq}::int)
    where p.conversation_id = ${conversation} and p.user_id = ${me} and ${isBack ? sql`p.read_seq <> ${seq}` : sql`p.read_seq < ${seq}`}
    returning read_seq`.execute(db);
  return rows[0];
};

/** Sets the change number of participants that a change affected. */
export const updateParticipantChange = async (
  db: Db,
  conversation: number,
  people: readonly number[],
  change: number,
): Promise<void> => {
  await sql`update participants set change = ${change}
    where conversation_id = ${conversation} and user_id = any(${people as number[]}::bigint[])`.execute(
    db,
  );
};

/** A person's client has received a conversation's messages up to this one. */
export interface DeliveryReceipt {
  readonly conversation: number;
  readonly user: number;
  readonly seq: number;
}

/** Marks messages of one conversation as delivered. Returns the people whose mark moved. */
export const updateArrived = async (
  db: Db,
  conversation: number,
  arrivals: readonly DeliveryReceipt[],
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    update participants p set delivered_seq = least(a.seq, c.last_seq)
    from unnest(${arrivals.map(({ user }) => user)}::bigint[], ${arrivals.map(({ seq }) => seq)}::int[]) as a (user_id, seq),
      conversations c
    where c.id = ${conversation} and p.conversation_id = c.id and p.user_id = a.user_id and p.left_seq is null and p.is_shown
      and greatest(p.delivered_seq, p.read_seq) < least(a.seq, c.last_seq)
    returning p.user_id as id`.execute(db);
  return rows.map(({ id }) => id);
};
