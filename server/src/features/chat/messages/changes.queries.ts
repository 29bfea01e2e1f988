import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';

/** Somebody in the conversation who is told otherwise than the rest: `nothing` of what changed, or all but read marks. */
export interface OtherViewerRow {
  id: number;
  sees: 'nothing' | 'no_marks';
}

/** A change, as far as it decides who sees it otherwise: its `authors`, how far back it reaches (null: everybody may read that), and whether it shows read marks. */
export interface SeenChange {
  readonly conversation: number;
  readonly authors: readonly number[];
  readonly oldest: number | null;
  readonly hasReceipts: boolean;
}

/**
 * For each change who of its conversation sees it otherwise than the rest: whom a block ties to one of its authors; who may not
 * read as far back as it reaches; and, where it shows read marks, who has switched them off.
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

/** Counts a change of a conversation and answers its number. The row is held from here until the transaction ends. */
export const countChange = async (db: Db, conversation: number): Promise<number> => {
  const { rows } = await sql<{ change: number }>`
    update conversations set change = change + 1 where id = ${conversation} returning change`.execute(
    db,
  );
  return rows[0]?.change ?? 0;
};
