import { sql, type RawBuilder } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { inWorld } from '../../../test/world.ts';
import { inTransaction } from '../../kernel/database/database.ts';
import { itemChangesSql, itemsSql } from './notifications.queries.ts';

const world = inWorld({ ownDatabase: true });

beforeAll(async () => {
  await world.sql(
    `insert into users (school_id, username, first_name) select $1, 'p' || n, 'First ' || n from generate_series(1, 200) as n`,
    [world.school],
  );
  await world.sql(
    `insert into notification_counters (school_id, user_id, change) select school_id, id, 60 from users`,
  );
  await world.sql(
    `insert into notifications (school_id, user_id, key, kind, collapse_key, is_open, actors, is_listed, created_at, changed_at, read_at, change)
    select u.school_id, u.id, 'general.chat', 'message_written', 'x' || n, n < 3, array[u.id], true, now() - n * interval '1 hour',
      now() - n * interval '1 hour', case when n >= 3 then now() end, n
    from users u cross join generate_series(1, 60) as n`,
  );
  for (const table of ['users', 'notifications', 'notification_counters'])
    await world.sql(`analyze ${table}`);
}, 180_000);

/** Returns the query plan of a statement for the application role, with row-level security. */
const planOf = (statement: RawBuilder<unknown>): Promise<string> =>
  inTransaction(world.pool, { school: world.school }, async (db) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off) ${statement}`.execute(
      db,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });

describe('[NOTIF-01] query plans with many rows', () => {
  const window = { count: 20, offset: 20 };
  test.each([
    ['listing notifications', () => itemsSql(world.ana.id, window), 'notifications_list'],
    [
      'what is unread',
      () => itemsSql(world.ana.id, { ...window, offset: 0, only: 'unread' }),
      'notifications_unread',
    ],
    ['what a client missed', () => itemChangesSql(world.ana.id, 40), 'notifications_changes'],
  ])(
    '%s uses an index in its order and reads no other person’s rows',
    async (_, statement, index) => {
      const plan = await planOf(statement());
      expect(plan).toMatch(new RegExp(`Index.* Scan.* ${index}`));
      expect(plan).not.toMatch(
        /Seq Scan on (?:notifications|notification_counters|users|participants|conversations)\b/,
      );
    },
  );
});
