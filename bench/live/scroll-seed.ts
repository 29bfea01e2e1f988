import type { Pool } from '#server/kernel/database/database.ts';
import type { LiveSchool } from './campus.ts';

/** Number of days that the conversation covers. */
const days = 1_000;

/** Adds `messages` to the conversation of the first two people, by both in turn, all of them read. */
export const seedLong = async (
  pool: Pool,
  { school, pairs, chatters }: LiveSchool,
  { messages, texts }: { messages: number; texts: readonly string[] },
): Promise<void> => {
  const client = await pool.raw.connect();
  const id = pairs[0] ?? 0;
  try {
    await client.query(`set commons.school_id = '${school}'`);
    await client.query('create temp table bench_texts (place int primary key, text text not null)');
    await client.query(
      'insert into bench_texts select place - 1, text from unnest($1::text[]) with ordinality as t (text, place)',
      [texts],
    );
    await client.query(
      `insert into messages (school_id, conversation_id, seq, change, author_id, client_id, text, sent_at)
       select $1, $2, s, s, case when s % 3 = 0 then $3::bigint else $4::bigint end, gen_random_uuid(), x.text,
         now() - ($5::int - s) * (interval '${days} days' / $5::int)
       from generate_series(1, $5::int) as s join bench_texts x on x.place = s * 31 % (select count(*) from bench_texts) order by s`,
      [school, id, chatters[0]?.id, chatters[1]?.id, messages],
    );
    await client.query(
      `update conversations set last_seq = $3, indexed_seq = $3, change = $3, last_at = now(), oldest_at = now() - interval '${days} days'
       where school_id = $1 and id = $2`,
      [school, id, messages],
    );
    await client.query(
      'update participants set read_seq = $3, delivered_seq = $3 where school_id = $1 and conversation_id = $2',
      [school, id, messages],
    );
    await client.query('analyze messages; analyze conversations; analyze participants');
  } finally {
    client.release(true);
  }
};
