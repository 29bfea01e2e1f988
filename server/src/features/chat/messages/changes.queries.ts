import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';

/** A participant who sees a change differently: `nothing` of it, or all but read marks. */
export interface OtherViewerRow {
  id: number;
  sees: 'nothing' | 'no_marks';
}

/**
 * The parts of a change that determine who sees it differently: its `authors`, how far back it reaches (null if everyone can read that),
 * and whether it shows read marks.
 */
export interface SeenChange {
  readonly conversation: number;
  readonly authors: readonly number[];
  readonly oldest: number | null;
  readonly hasReceipts: boolean;
}

/**
 * For each change, selects the participants who see it differently: people with a block in either direction with one of its authors, people
 * who can't read that far back, and, if it shows read marks, people who have turned them off.
 */
export const selectOtherViewers = async (
  db: Db,
  changes: readonly SeenChange[],
): Promise<OtherViewerRow[][]> => {
  const { rows } = await sql<OtherViewerRow & { nth: number }>`
    select a.nth, o.id, case when bool_or(o.is_blind) then 'nothing' else 'no_marks' end as sees
    from jsonb_to_recordset(${JSON.stringify(changes.map((change, nth) => ({ nth, ...change })))}::jsonb)
      as a (nth int, conversation bigint, authors bigint[], oldest int, "hasReceipts" boolean)
    cross join lateral (
      select b.user_id as id, true as is_blind from blocked_pairs b where b.other_id = any(a.authors)
        and exists (select from participants p where p.conversation_id = a.conversation and p.user_id = b.user_id and p.left_seq is null)
      union all select p.user_id, true from participants p
        where a.oldest is not null and p.conversation_id = a.conversation and p.left_seq is null and p.first_seq > a.oldest
      union all select p.user_id, false from participants p join chat_preferences s on s.school_id = p.school_id and s.user_id = p.user_id
        where a."hasReceipts" and p.conversation_id = a.conversation and p.left_seq is null and not s.shows_receipts
    ) as o group by a.nth, o.id`.execute(db);
  return changes.map((_, nth) => rows.filter((row) => row.nth === nth));
};

/** Counts a change of a conversation, and returns its number. The row stays locked until the transaction ends. */
export const countChange = async (db: Db, conversation: number): Promise<number> => {
  const { rows } = await sql<{ change: number }>`
    update conversations set change = change + 1 where id = ${conversation} returning change`.execute(
    db,
  );
  return rows[0]?.change ?? 0;
};
