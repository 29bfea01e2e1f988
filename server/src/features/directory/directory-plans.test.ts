import { sql, type RawBuilder } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { inWorld } from '../../../test/world.ts';
import { mutuals, selectPersonByEmail } from '../people/people.queries.ts';
import {
  visibilityOf,
  withConnections,
  type VisibilityScope,
} from '../people/privacy/privacy.queries.ts';
import { inTransaction, type Db } from '../../kernel/database/database.ts';
import { listingPage } from './directory.queries.ts';
import { scanPeople, selectScan } from './remaining/remaining.queries.ts';
import { bestMatches } from './ranking/ranking.queries.ts';
import { filtersOf, estimate } from './remaining/remaining.rules.ts';
import { orderings, type NameCursor, readFilters, readOrdering } from './directory.rules.ts';

const world = inWorld({ ownDatabase: true });
const people = 4_000;

beforeAll(async () => {
  await world.sql(
    `insert into users (school_id, username, email, first_name, last_name, year_of_graduation, created_at)
    select $1, 'p' || n, 'p' || n || '@plans.test', 'First ' || n, 'Last ' || md5(n::text), 2020 + n % 9, now() - n * interval '1 minute'
    from generate_series(1, ${people}) as n`,
    [world.school],
  );
  // Everyone is in one of forty clubs and courses, and Ana in all of them.
  await world.sql(
    `with c as (insert into clubs (school_id, name, membership, created_at, updated_at, client_id)
        select $1, 'Club ' || n, 'open', $2, $2, gen_random_uuid() from generate_series(0, 39) n returning id, substr(name, 6)::int as n),
      t as (insert into terms (school_id, code, name, starts_on, ends_on, time_zone)
        values ($1, 't', 't', $2::timestamptz::date - 9, $2::timestamptz::date + 9, 'UTC') returning id),
      k as (insert into courses (school_id, code, number, title) select $1, n, n, 'K' from generate_series(0, 39) n returning id, code),
      s as (insert into course_sections (school_id, code, course_id, term_id) select $1, k.code, k.id, t.id from k, t returning id, code::int as n),
      p as (select id, substr(username, 2)::int % 40 as n from users where username ~ '^p[0-9]+$' union all select $3, n from generate_series(0, 39) n),
      m as (insert into section_members (school_id, section_id, user_id) select $1, s.id, p.id from s join p using (n) returning 1)
    insert into club_members (school_id, club_id, user_id, status, since) select $1, c.id, p.id, 'member', $2 from c join p using (n)`,
    [world.school, world.clock.now(), world.ana.id],
  );
  await world.sql('analyze users, user_facets, club_members, section_members');
}, 180_000);

const inSchool = <T>(work: (db: Db, visibility: VisibilityScope) => Promise<T>): Promise<T> =>
  inTransaction(world.pool, { school: world.school }, (db) =>
    work(db, visibilityOf({ userId: world.ana.id, isAdmin: false, isAdviser: false }, true, {})),
  );

/** Returns the plan of a listing's window as the application role, with row-level security. */
const planOf = (
  order: string,
  filters: Record<string, string> = {},
  after?: NameCursor,
): Promise<string> =>
  inSchool(async (db, visibility) => {
    const listing = {
      ...readFilters(filters, true),
      order: readOrdering(order),
      offset: 0,
      size: 40,
      now: world.clock.now(),
      ...(after && { after }),
    };
    const { rows } = await sql<{
      'QUERY PLAN': string;
    }>`explain (costs off) ${listingPage(visibility, listing, [])}`.execute(db);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });

describe('query plans in a large directory', () => {
  test.each(orderings.map(({ value }) => value).filter((value) => value !== 'ClosenessDesc'))(
    'read the order %s from its index without sorting people',
    async (order) => {
      const plan = await planOf(order);
      // Small sorts are allowed: the forty rows of the window, the few people with a block, and the counted facet.
      expect(
        [...plan.matchAll(/Sort Key: (.*)/g)]
          .map(([, key]) => key)
          .filter(
            (key) => !/^(blocks(_\d+)?\.|page\.place|f(_\d+)?\.facet|\(row_number)/.test(key ?? ''),
          ),
      ).toEqual([]);
      expect(plan).toMatch(/Index.* Scan.* (?:users_by_|user_facets_by_name)/);
    },
  );

  test.each(['NameAsc', 'NameDesc'])(
    'start a cursor in the order %s at its position in the index',
    async (order) => {
      const plan = await planOf(order, {}, { name: 'Last 8', id: 1 });
      expect(plan).toMatch(/Index.* Scan.* user_facets_by_name/);
      expect(plan).toMatch(/Index Cond: .*ROW\(sort_name, user_id\) [<>] ROW\('Last 8'/);
    },
  );

  test('sort only close people for closeness, and read everyone else from the name index', async () => {
    const plan = await planOf('ClosenessDesc');
    expect(plan).toMatch(/Index.* Scan.* user_facets_by_name/);
    expect(plan).not.toMatch(/Seq Scan on (?:users|user_facets|club_members|section_members)/);
  });

  test('look up mutual connections in a hash, even if the planner expects few', async () => {
    const explained = (statement: (visibility: VisibilityScope) => RawBuilder<unknown>) =>
      inSchool(async (db, visibility) => {
        const { rows } = await sql<{
          'QUERY PLAN': string;
        }>`explain (costs off) ${statement(visibility)}`.execute(db);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
    const chunks = [{ joined: 'last', parts: [] }];
    for (const plan of [
      await explained(() => mutuals(world.ana.id, [world.ben.id, world.eve.id], 3)),
      await explained((visibility) =>
        withConnections(
          visibility,
          (within) =>
            sql`, page as (${bestMatches(within, { offset: 0, size: 40 }, chunks, () => [])}) select * from page`,
        ),
      ),
    ]) {
      expect(plan).toMatch(/high_id = \(hashed SubPlan/);
      expect(plan).toMatch(/low_id = \(hashed SubPlan/);
      expect(plan).not.toMatch(/Semi Join/);
    }
  });

  test('find blocks from the viewer’s own, regardless of how many others exist', async () => {
    await world.sql(
      `insert into blocks (school_id, blocker_id, blocked_id)
      select $1, a.id, b.id from users a join users b on b.username = 'p' || (substr(a.username, 2)::int % ${people} + 1) where a.username ~ '^p[0-9]+$'`,
      [world.school],
    );
    await world.sql('analyze blocks');
    const plan = await planOf('NameAsc');
    await world.sql('delete from blocks');
    const conditions = [...plan.matchAll(/ on blocks_\w+\n\s+(.*)/g)].map(
      ([, condition]) => condition,
    );
    // Once for the page and its total, for blocks in either direction.
    expect(conditions).toEqual([
      expect.stringMatching(/^Index Cond: .* AND \(blocker_id = /),
      expect.stringMatching(/^Index Cond: .* AND \(blocked_id = /),
    ]);
    expect(plan).not.toMatch(/Seq Scan on (?:blocks|users)/);
  });

  const half = { driver: { kind: 'facets', facets: ['all:'] }, share: 0.5 } as const;

  test('count filtered people from two indexes, without reading rows', async () => {
    for (const scan of [
      half,
      { ...half, share: 1, but: 'year_of_graduation' },
      { driver: { kind: 'tied', how: 'connected' }, share: 1 },
    ] as const) {
      const plan = await inSchool(async (db, visibility) => {
        const filters = filtersOf(
          readFilters({ year_of_graduation: '2021', major_NotContainsLogic: 'Law' }, true),
        );
        const { rows } = await sql<{
          'QUERY PLAN': string;
        }>`explain (costs off) ${scanPeople(visibility, filters, scan, { chunks: [], connect: true })}`.execute(
          db,
        );
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
      const ways = [
        ...plan.matchAll(
          /(\w+ (?:Only )?Scan)(?: Backward)?(?: using (\w+))? on (user_facets|users)\b/g,
        ),
      ]
        .map(([, how, index]) => `${how} ${index}`)
        // Besides admins, whom blocks don't hide.
        .filter((way) => way !== 'Index Only Scan users_admins');
      expect(new Set(ways)).toEqual(
        new Set([
          'Index Only Scan user_facets_user',
          ...(scan.driver.kind === 'facets'
            ? [expect.stringMatching(/^Index Only Scan user_facets_(pkey|by_name)$/)]
            : []),
        ]),
      );
    }
  });

  test('sample by id fairly, so that estimates from 4,000 people are close to the real numbers', async () => {
    const counted = async (share: number) =>
      inSchool(async (db, visibility) => {
        const rows =
          (await selectScan(
            db,
            visibility,
            filtersOf(readFilters({}, true)),
            { ...half, share },
            { chunks: [], connect: true },
          )) ?? [];
        return new Map(rows.map(({ name, value, people }) => [`${name}:${value}`, people]));
      });
    const [whole, sample] = [await counted(1), await counted(0.5)];
    expect(whole.get('year_of_graduation:2021')).toBeGreaterThan(400);
    // More than five standard deviations of a random half. Ids are random, so this holds for nearly all of them.
    for (const [facet, people] of whole) {
      const about = estimate(sample.get(facet) ?? 0, 0.5) ?? 0;
      if (people > 100)
        expect([
          facet,
          people,
          Math.abs(about - people) < 5 * Math.sqrt(people) + 0.05 * people,
        ]).toEqual([facet, people, true]);
    }
  });

  test('find an account for sign-in by index', async () => {
    await inTransaction(world.pool, { school: world.school }, async (db) => {
      expect(await selectPersonByEmail(db, 'P17@Plans.Test')).toMatchObject({
        email: 'p17@plans.test',
      });
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off)
        select id from users where email_key = lower('P17@Plans.Test') and not is_disabled`.execute(
        db,
      );
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index.* users_email/);
    });
  });
});
