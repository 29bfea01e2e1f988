import { sql } from 'kysely';
import type { Db } from '../../../kernel/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import type { Upkeep } from '../../../kernel/upkeep.ts';

/** Messages of a block: a search looks at as many for each in which it may be right, and as many that are in none yet. */
const blockSize = 32;
/** Conversations that one hour looks after, for whose words nobody has come. */
const sweptMost = 100;

const ids = (list: readonly number[]) => sql`${list as number[]}::bigint[]`;

/** Whether there is a block to be stored, of a row of `conversations`. */
const isBehind = sql`last_seq - worded_seq >= ${sql.lit(blockSize)}`;

/** Conversations that have a block to be stored, of those in which something was said since an event of the outbox. */
export const selectBehind = async (db: Db, since: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select c.id from (select distinct (payload->>'conversation')::bigint as id from outbox where id >= ${since} and kind = 'message_written') as said
    join conversations c on c.id = said.id where ${isBehind} order by c.id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Stores the next block of each of some conversations, which are held; answers those that have another. */
export const insertBlocks = async (db: Db, school: SchoolId, conversations: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number; is_behind: boolean }>`
    with behind as materialized (
      select id, worded_seq + 1 as first, worded_seq + ${sql.lit(blockSize)} as last from conversations
      where id = any(${ids(conversations)}) and ${isBehind}
    ),
    stored as (
      insert into word_blocks (school_id, conversation_id, first_seq, last_seq, words)
      select ${school}, id, first, last, words_between(id, first, last) from behind
    )
    update conversations c set worded_seq = behind.last from behind where c.id = behind.id
    returning c.id, ${isBehind} as is_behind`.execute(db);
  return rows.filter((row) => row.is_behind).map(({ id }) => id);
};

/** Places in a conversation, the last one included. */
interface Stretch {
  readonly conversation: number;
  readonly first: number;
  readonly last: number;
}

/** Stores anew the blocks of messages that say something else now, or nothing. Their conversations are held. */
export const updateBlocks = async (db: Db, stretches: readonly Stretch[]): Promise<void> => {
  await sql`update word_blocks b set words = words_between(b.conversation_id, b.first_seq, b.last_seq)
    from unnest(${ids(stretches.map(({ conversation }) => conversation))}, ${stretches.map(({ first }) => first)}::int[],
      ${stretches.map(({ last }) => last)}::int[]) as s (conversation, first, last)
    where b.conversation_id = s.conversation and b.last_seq between s.first and s.last + ${sql.lit(blockSize - 1)}`.execute(db);
};

/** Stores blocks for which nobody came: whoever was to has ended. */
export const sweepBlocks: Upkeep = async (db, _now, school) => {
  const { rows } = await sql<{ id: number }>`
    select id from conversations where ${isBehind} order by id limit ${sweptMost} for update skip locked`.execute(db);
  await insertBlocks(
    db,
    school,
    rows.map(({ id }) => id),
  );
  return 0;
};
