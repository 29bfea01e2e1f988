import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { insertEvent } from '../../../kernel/jobs/outbox.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';

/** Messages per block. A search checks all messages of each matching block, and the messages that aren't in a block yet. */
const blockSize = 32;

/** Returns whether a row of `conversations` has a block to store. */
const isBehind = sql`last_seq - indexed_seq >= ${sql.lit(blockSize)}`;

/** Selects conversations with a block to store, of those with messages since an outbox event. */
export const selectBehind = async (db: Db, since: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select c.id from (select distinct (payload->>'conversation')::bigint as id from outbox where id >= ${since} and kind = 'message_written') as said
    join conversations c on c.id = said.id where ${isBehind} order by c.id`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * Stores the next block of words for each of some locked conversations. Returns those that have another block. Calls
 * `server/database/functions/words_between.sql`.
 */
export const insertBlocks = async (
  db: Db,
  school: SchoolId,
  conversations: readonly number[],
): Promise<number[]> => {
  const { rows } = await sql<{ id: number; is_behind: boolean }>`
    with behind as materialized (
      select id, indexed_seq + 1 as first, indexed_seq + ${sql.lit(blockSize)} as last from conversations
      where id = any(${conversations as number[]}::bigint[]) and ${isBehind}
    ),
    stored as (
      insert into word_blocks (school_id, conversation_id, first_seq, last_seq, words)
      select ${school}, id, first, last, words_between(id, first, last) from behind
    )
    update conversations c set indexed_seq = behind.last from behind where c.id = behind.id
    returning c.id, ${isBehind} as is_behind`.execute(db);
  return rows.filter((row) => row.is_behind).map(({ id }) => id);
};

/** Selects some conversations with a block to store, in the order of their ids, after one. */
export const selectLeft = async (db: Db, after: number, limit: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from conversations where ${isBehind} and id > ${after} order by id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

/** Stores words that were missed because a handler died, or because they are older than this feature. */
export const indexMissedWords: MaintenanceTask = async (db, _now, school) => {
  if ((await selectLeft(db, 0, 1)).length > 0)
    await insertEvent(db, school, null, 'words_left', {});
  return 0;
};
