import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { firstCalls } from '#contract/first-calls.ts';
import { warmUpDirectory } from '#server/features/directory/directory.queries.ts';
import { callsMin } from '#server/kernel/database/database.ts';
import { warmUpConnections } from '#server/kernel/database/warm-up.ts';
import { connect, direct, sendMessage } from './chat-world.ts';
import { inWorld, type Person } from './world.ts';

/*
 * If a statement were planned in every call, planning would cost more than running it. Once the server is warm, no statement of a page, a
 * list or a search is planned again, whatever its values.
 */

const superUrl = inject('superUrl');
const world = inWorld({ ownDatabase: true });

/** Reads pages and lists as two people see them, with different values each time. */
const readAll = async (round: number): Promise<void> => {
  const words = ['ana', 'ben ok', 'si', 'silva', 'yo cy', 'ade m'];
  const word = words[round % words.length] ?? '';
  const read = async (person: Person) => {
    const pages = [
      '/',
      '/directory',
      '/notifications',
      '/login',
      `/student_profile?uid=${round % 2 === 0 ? world.ben.uid : world.ana.uid}`,
    ];
    for (const page of pages) {
      const { pathname, searchParams } = new URL(page, 'http://campus');
      for (const { key, input } of firstCalls(pathname, searchParams))
        await person.call(key, input as never);
    }
    const people = (more: Record<string, unknown>) =>
      person.call('GET /mobile_ws/v18/mobile_people', { range: 0, limit: 20, ...more });
    await people({ search_word: word });
    await people({ order1: 'NameAsc', range: 200 + round, limit: 220 + round });
    await people({ major: round % 2 === 0 ? 'Physics' : 'History' });
    await person.call('GET /mobile_ws/v18/listing_filters', {
      type: 'directory',
      major: round % 2 === 0 ? 'Physics' : 'History',
    });
    await person.call('GET /api/v1/hubs');
    const { items } = await person.call('GET /api/v1/chat/conversations', {});
    await person.call('GET /api/v1/chat/unread');
    const [conversation] = items;
    if (conversation === undefined) throw new Error('nobody has written');
    const id = conversation.id;
    await person.call('GET /api/v1/chat/conversations/{conversation}', { conversation: id });
    await person.call('GET /api/v1/chat/conversations/{conversation}/messages', {
      conversation: id,
    });
    await person.call('GET /api/v1/chat/search', { words: word });
  };
  await read(world.ana);
  await read(world.ben);
};

// Behind a pooler, a call can use a PostgreSQL connection that this test didn't warm up.
test.skipIf(superUrl === null || inject('pooledUrl') !== null)(
  'a warm server does not plan statements of pages, lists or searches again',
  { tags: ['soak'] },
  async () => {
    const [{ name }] = (await world.sql('select current_database() as name')) as [{ name: string }];
    const url = new URL(superUrl ?? '');
    url.pathname = `/${name}`;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await connect(world.ana, world.ben);
    await sendMessage(world.ana, (await direct(world.ana, world.ben)).id, 'Good morning');
    try {
      for (const setting of ["track = 'all'", 'track_planning = on', 'track_utility = off'])
        await client.query(`alter database ${name} set pg_stat_statements.${setting}`);
      await client.query('create extension pg_stat_statements');
      // Open connections don't have the settings yet.
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [name],
      );
      await expect.poll(async () => (await world.ana.try('GET /api/v1/hubs')).status).toBe(200);
      for (let round = 0; round < 12; round += 1) await readAll(round);
      await client.query('select pg_stat_statements_reset()');
      for (let round = 0; round < 6; round += 1) await readAll(round);
      const { rows } = await client.query<{ calls: number; plans: number; query: string }>(
        `select calls::int, plans::int, left(query, 200) as query from pg_stat_statements s join pg_database d on d.oid = s.dbid
        where d.datname = $1 and s.toplevel and query !~ 'pg_stat_statements'`,
        [name],
      );
      expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBeGreaterThan(200);
      expect(rows.filter(({ plans }) => plans > 0)).toEqual([]);
    } finally {
      await client.end();
    }
  },
);

test('the warm-up plans the directory search on every connection for calls', async () => {
  await warmUpConnections(world.pool, [warmUpDirectory]);
  const clients = await Promise.all(
    Array.from({ length: callsMin }, () => world.pool.calls.connect()),
  );
  try {
    for (const client of clients) {
      const { rows } = await client.query<{ statement: string }>(
        'select statement from pg_prepared_statements where generic_plans > 0 and custom_plans = 0',
      );
      expect(
        rows.filter(({ statement }) => /from user_words/.test(statement)).length,
      ).toBeGreaterThanOrEqual(2);
    }
  } finally {
    for (const client of clients) client.release();
  }
});
