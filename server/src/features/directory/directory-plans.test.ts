import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { inWorld } from '../../../test/world.ts';
import { selectPersonByEmail } from '../people/people.queries.ts';
import { sightOf } from '../people/privacy/privacy.queries.ts';
import { inTransaction } from '../../kernel/database.ts';
import { listingPage } from './directory.queries.ts';
import { orderings, readFilters, readOrdering } from './directory.rules.ts';

const world = inWorld();
const people = 4_000;

beforeAll(async () => {
  await world.sql(
    `insert into users (school_id, username, email, first_name, last_name, year_of_graduation, created_at)
    select $1, 'p' || n, 'p' || n || '@plans.test', 'First ' || n, 'Last ' || md5(n::text), 2020 + n % 9, now() - n * interval '1 minute'
    from generate_series(1, ${people}) as n`,
    [world.school],
  );
  await world.sql('analyze users');
}, 60_000);

/** The plan of a listing's window as the application role gets it, school fenced. */
const planOf = (order: string, filters: Record<string, string> = {}, offset = 0): Promise<string> =>
  inTransaction(world.pool, { school: world.school }, async (db) => {
    const sight = sightOf({ userId: world.ana.id, isAdmin: false, isAdviser: false }, true, {});
    const listing = { ...readFilters(filters, true), order: readOrdering(order), offset, size: 40 };
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off) ${listingPage(sight, listing, [])}`.execute(db);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });

describe('at a size where it matters', () => {
  test.each(orderings.map(({ value }) => value).filter((value) => value !== 'ClosenessDesc'))(
    'the order %s is read off its index, nobody is sorted',
    async (order) => {
      const plan = await planOf(order);
      // Two small sorts may stand: the window's forty rows, and the few people who blocked one another.
      expect(
        [...plan.matchAll(/Sort Key: (.*)/g)].map(([, key]) => key).filter((key) => !/^(blocks\.|\(row_number)/.test(key ?? '')),
      ).toEqual([]);
      expect(plan).toMatch(/Index.* Scan.* (?:users_by_|user_facets_by_name)/);
    },
  );

  test('by closeness only those who are near are sorted; everybody else is read off the index of names', async () => {
    const plan = await planOf('ClosenessDesc');
    expect(plan).toMatch(/Index.* Scan.* user_facets_by_name/);
    expect(plan).not.toMatch(/Seq Scan on (?:users|user_facets)/);
  });

  test('a sign-in finds its account by index', async () => {
    await inTransaction(world.pool, { school: world.school }, async (db) => {
      expect(await selectPersonByEmail(db, 'P17@Plans.Test')).toMatchObject({ email: 'p17@plans.test' });
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off)
        select id from users where email_key = lower('P17@Plans.Test') and not is_disabled`.execute(db);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index.* users_email/);
    });
  });
});
