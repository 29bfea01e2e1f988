import type { Pool } from '#server/kernel/database/database.ts';
import type { LiveSchool } from './campus.ts';

/** People whose conversations are measured. Every two of them have a conversation, and each school has the same number of them. */
export const circleSize = 16;
const circlePairs = (circleSize * (circleSize - 1)) / 2;
/** Each of the other people chats with this number of people after them. */
const neighbours = 10;
/** Approximate number of messages written at once. */
const chunk = 200_000;
/** Number of days that every conversation covers. */
export const daysReached = 1_000;

const pairsOf = (
  ids: readonly number[],
): { circle: [number, number][]; rest: [number, number][] } => {
  const circle = ids.slice(0, circleSize);
  const others = ids.slice(circleSize);
  return {
    circle: circle.flatMap((a, index) =>
      circle.slice(index + 1).map((b): [number, number] => [a, b]),
    ),
    rest: others.flatMap((a, index) =>
      others.slice(index + 1, index + 1 + neighbours).map((b): [number, number] => [a, b]),
    ),
  };
};

/** Selects all messages stored so far: the same text in both tables, by its position in its conversation. */
const said = `bench_threads t cross join lateral generate_series(1, t.n) as s
  join bench_texts x on x.place = (t.place * 7919::bigint + s * 31) % (select count(*) from bench_texts)
  where t.place >= $2 and t.place < $3`;

/**
 * Stores `messages` in direct conversations: up to 10,000 all within the circle, of more than that six percent there and the rest among
 * everyone else. Uses two statements per chunk, one per table, in key order.
 */
export const seedMessages = async (
  pool: Pool,
  { school, chatters }: LiveSchool,
  {
    messages,
    texts,
    print,
  }: { messages: number; texts: readonly string[]; print: (line: string) => void },
): Promise<void> => {
  const { circle, rest } = pairsOf(chatters.map(({ id }) => id));
  const isSmall = messages <= 10_000;
  const inCircle = Math.max(80, Math.floor((messages * (isSmall ? 1 : 0.06)) / circlePairs));
  const left = Math.max(0, messages - inCircle * circlePairs);
  const inRest = isSmall ? 0 : Math.ceil(left / rest.length);
  const threads = [
    ...circle.map((pair) => ({ pair, n: inCircle })),
    ...rest.map((pair) => ({ pair, n: inRest })),
  ].filter(({ n }) => n > 0);
  const client = await pool.raw.connect();
  try {
    await client.query(`set commons.school_id = '${school}'`);
    // Both ends come from the table itself, so foreign keys need no check.
    await client.query('set session_replication_role = replica');
    await client.query('set synchronous_commit = off');
    await client.query(`alter system set max_wal_size = '8GB'`);
    await client.query('select pg_reload_conf()');
    await client.query(
      'create temp table bench_texts (place int primary key, text text not null, words text[])',
    );
    await client.query(
      'insert into bench_texts select place - 1, text, search_words(text) from unnest($1::text[]) with ordinality as t (text, place)',
      [texts.slice(0, 20_000)],
    );
    await client.query(
      'create temp table bench_threads (place int primary key, id bigint, low bigint, high bigint, n int)',
    );
    await client.query(
      'create temp table bench_pairs as select * from unnest($1::bigint[], $2::bigint[], $3::int[]) as t (a, b, n)',
      [
        threads.map(({ pair }) => pair[0]),
        threads.map(({ pair }) => pair[1]),
        threads.map(({ n }) => n),
      ],
    );
    await client.query(
      `insert into connections (school_id, low_id, high_id, requested_by, is_accepted, requested_at, accepted_at)
       select $1, least(a, b), greatest(a, b), a, true, now(), now() from bench_pairs on conflict do nothing`,
      [school],
    );
    await client.query(
      `insert into conversations (school_id, kind, pair_low, pair_high, created_by, participant_count, is_open, last_at, created_at)
       select $1, 'direct', least(a, b), greatest(a, b), a, 2, true, now(), now() from bench_pairs on conflict do nothing`,
      [school],
    );
    // In the order of their ids, which is the key order.
    await client.query(
      `insert into bench_threads select (row_number() over (order by c.id))::int, c.id, c.pair_low, c.pair_high, p.n
       from bench_pairs p join conversations c on c.school_id = $1 and c.pair_low = least(p.a, p.b) and c.pair_high = greatest(p.a, p.b)`,
      [school],
    );
    await client.query(
      `insert into participants (school_id, conversation_id, user_id, role, change, is_shown, joined_at, read_seq, delivered_seq)
       select $1, id, u, 'member', 0, true, now(), n, n from bench_threads cross join unnest(array[low, high]) as u
       on conflict (school_id, conversation_id, user_id) do update set read_seq = excluded.read_seq, delivered_seq = excluded.delivered_seq`,
      [school],
    );
    await client.query(
      `update conversations c set last_seq = t.n, indexed_seq = t.n / 32 * 32, change = t.n, last_at = now() - t.place * interval '1 second',
         oldest_at = now() - interval '${daysReached} days'
       from bench_threads t where c.school_id = $1 and c.id = t.id`,
      [school],
    );
    await client.query('analyze bench_texts; analyze bench_threads');
    const average = messages / threads.length;
    const step = Math.max(1, Math.round(chunk / average));
    const since = performance.now();
    for (let from = 1; from <= threads.length; from += step) {
      const values = [school, from, from + step];
      await client.query(
        `insert into messages (school_id, conversation_id, seq, change, author_id, client_id, text, sent_at)
         select $1, t.id, s, s, case when s % 2 = 0 then t.low else t.high end, gen_random_uuid(), x.text,
           now() - t.place * interval '1 second' - (t.n - s) * (interval '${daysReached} days' / t.n)
         from ${said} order by t.id, s`,
        values,
      );
      await client.query(
        `insert into word_blocks (school_id, conversation_id, first_seq, last_seq, words)
         select $1, t.id, (s - 1) / 32 * 32 + 1, (s - 1) / 32 * 32 + 32, ' ' || string_agg(distinct w collate "C", ' ') || ' '
         from ${said.replace('where', 'cross join lateral unnest(x.words) as w where s <= t.n / 32 * 32 and')} group by t.id, (s - 1) / 32`,
        values,
      );
      const done = Math.min(1, (from + step - 1) / threads.length);
      print(
        `${Math.round(done * 100)} % of ${messages.toLocaleString('en')} messages, ${((performance.now() - since) / 1000).toFixed(0)} s`,
      );
    }
    await client.query('alter system reset max_wal_size');
    await client.query('select pg_reload_conf()');
    await client.query('vacuum (freeze, analyze)');
    await client.query('checkpoint');
  } finally {
    client.release(true);
  }
};
