import { sql } from 'kysely';
import type { Db } from '../../../kernel/database.ts';

/** Somebody in the conversation who is told otherwise than the rest: `nothing` of what changed, or all but read marks. */
export interface OtherEyesRow {
  id: number;
  sees: 'nothing' | 'no_marks';
}

/**
 * Who of a conversation sees a change otherwise than the rest: whom a block ties to one of `authors`; who may not read as far
 * back as `oldest` (null: everybody may); and, with `hasMarks`, who has switched read marks off.
 */
export const selectOtherEyes = async (
  db: Db,
  conversation: number,
  { authors, oldest, hasMarks }: { authors: readonly number[]; oldest: number | null; hasMarks: boolean },
): Promise<OtherEyesRow[]> => {
  const late = sql`union all select p.user_id, true from participants p
    where p.conversation_id = ${conversation} and p.left_seq is null and p.first_seq > ${oldest}`;
  const unmarked = sql`union all select p.user_id, false
    from participants p join chat_switches s on s.school_id = p.school_id and s.user_id = p.user_id
    where p.conversation_id = ${conversation} and p.left_seq is null and not s.shows_receipts`;
  const { rows } = await sql<OtherEyesRow>`
    select id, case when bool_or(is_blind) then 'nothing' else 'no_marks' end as sees from (
      select b.user_id as id, true as is_blind from blocked_pairs b where b.other_id = any(${authors}::bigint[])
        and exists (select from participants p where p.conversation_id = ${conversation} and p.user_id = b.user_id and p.left_seq is null)
      ${oldest === null ? sql`` : late} ${hasMarks ? unmarked : sql``}
    ) as others group by id`.execute(db);
  return rows;
};

/** Counts a change of a conversation and answers its number. The row is held from here until the transaction ends. */
export const countChange = async (db: Db, conversation: number): Promise<number> => {
  const { rows } = await sql<{ change: number }>`
    update conversations set change = change + 1 where id = ${conversation} returning change`.execute(db);
  return rows[0]?.change ?? 0;
};
