import { beforeAll, describe, expect, test } from 'vitest';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld({ ownDatabase: true });
const people = 2_600;
const size = 40;

beforeAll(async () => {
  await world.sql(
    `insert into users (school_id, username, first_name, last_name, is_disabled, has_hold)
    select $1, 'p' || n, 'First ' || n % 7, 'Last ' || md5((n % 900)::text), n % 31 = 0, n % 17 = 0 from generate_series(1, ${people}) as n`,
    [world.school],
  );
  await world.sql(`update users set account_type = 'Student'`);
  await world.sql('select maintain_name_checkpoints($1)', [world.school]);
  await world.sql('analyze');
}, 180_000);

const windowOf = async (
  person: Person,
  order1: string,
  range: number,
  filters: Record<string, string> = {},
) => {
  const [found] = await person.call('GET /mobile_ws/v18/mobile_people', {
    order1,
    range: String(range),
    limit: String(range + size),
    ...filters,
  });
  return [found?.total, ...(found?.people ?? []).map(({ uid }) => uid)];
};

/** Compares pages of everyone with the same pages read from the start. Everyone is a student, so the filter changes only the method. */
const compare = async (person: Person) => {
  for (const order of ['NameAsc', 'NameDesc'])
    for (const range of [200, 237, 611, 1_299, 2_001, 2_390, 2_460, 2_540, 9_000])
      expect([order, range, await windowOf(person, order, range)]).toEqual([
        order,
        range,
        await windowOf(person, order, range, { account_type: 'Student' }),
      ]);
};

const postsOf = async () =>
  (
    await world.sql<{ n: number }>(
      'select count(distinct start_name)::int as n from name_checkpoints',
    )
  )[0]?.n;

describe('[DIR-03] a directory page from checkpoints equals a full scan', () => {
  test('for a stranger, an admin, a person with held connections, and a person who blocks others', async () => {
    expect(await postsOf()).toBeGreaterThan(20);
    await world.sql(
      `insert into connections (school_id, low_id, high_id, requested_by, is_accepted, accepted_at)
      select $1, least(id, $2), greatest(id, $2), $2, true, now() from users where has_hold and not is_disabled order by id limit 60`,
      [world.school, world.ben.id],
    );
    await world.sql(
      `insert into blocks (school_id, blocker_id, blocked_id) select $1, id, $2 from users where id <> $2 and username like 'p%5' order by id limit 50`,
      [world.school, world.cy.id],
    );
    await world.sql('update users set has_hold = true where id = $1', [world.ana.id]);
    for (const person of [world.ana, world.ben, world.cy, world.admin]) await compare(person);
  });

  test(
    'after people were added, deleted, held, released and renamed, and after checkpoints are rebuilt',
    { tags: 'soak' },
    async () => {
      await world.sql(
        `update users set last_name = 'Aa' || last_name where username like 'p1%' and id % 3 = 0`,
      );
      await world.sql(
        `update users set is_disabled = not is_disabled where username like 'p2%' and id % 4 = 0`,
      );
      await world.sql(`update users set has_hold = not has_hold where username like 'p%7'`);
      await world.sql(`delete from users where username like 'p9%'`);
      await world.sql(
        `insert into users (school_id, username, first_name, last_name) select $1, 'q' || n, 'New', 'Last ' || chr(96 + n % 26) || n from generate_series(1, 200) as n`,
        [world.school],
      );
      for (const person of [world.ana, world.ben, world.cy]) await compare(person);
      await world.sql('select rebuild_name_checkpoints($1)', [world.school]);
      for (const person of [world.ana, world.cy]) await compare(person);
    },
  );

  test('while another transaction changes people, so that checkpoints aren’t rebuilt', async () => {
    const before = await postsOf();
    const mover = await world.pool.raw.connect();
    try {
      await mover.query(`begin; set local commons.school_id = '${world.school}'`);
      await mover.query(
        `insert into users (school_id, username, first_name) values (${world.school}, 'mover', 'Mover')`,
      );
      expect(
        await world.sql('select rebuild_name_checkpoints($1) as done', [world.school]),
      ).toEqual([{ done: false }]);
    } finally {
      await mover.query('rollback');
      mover.release();
    }
    expect(await postsOf()).toBe(before);
  });

  test('at a school that became small and has no checkpoints', { tags: ['soak'] }, async () => {
    await world.sql(`delete from users where username like 'p%' and username not like 'p1%'`);
    await world.sql('select maintain_name_checkpoints($1)', [world.school]);
    expect(await postsOf()).toBe(0);
    await compare(world.ben);
  });
});
