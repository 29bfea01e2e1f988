import { beforeAll, describe, expect, test } from 'vitest';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld({ ownDatabase: true });

/**
 * 1,300 people with the name Willem, five of whom study Rare; 260 Willemsen; 40 Wilem. Their names run from Z to A in the order of
 * creation.
 */
beforeAll(async () => {
  await world.sql(
    `insert into users (school_id, username, first_name, last_name, major, is_disabled, has_hold)
    select $1, 'w' || n, case when n <= 1300 then 'Willem' when n <= 1560 then 'Kai' else 'Wilem' end,
      case when n > 1300 and n <= 1560 then 'Willemsen' else 'Last ' || md5(n::text) end,
      case when n % 260 = 1 and n <= 1300 then 'Rare' else 'Common' end, n % 97 = 0, n % 89 = 0
    from generate_series(1, 1600) as n`,
    [world.school],
  );
  await world.sql('analyze');
}, 180_000);

const ask = async (
  person: Person,
  params: Record<string, string>,
  range = 0,
  limit = range + 100,
) => {
  const [found] = await person.call('GET /mobile_ws/v18/mobile_people', {
    ...params,
    range: String(range),
    limit: String(limit),
  });
  return { total: found?.total, isMinimum: found?.totalIsMinimum, people: found?.people ?? [] };
};

const readAll = async (
  person: Person,
  params: Record<string, string>,
  upTo: number,
): Promise<string[]> => {
  const uids: string[] = [];
  for (let range = 0; range < upTo; range += 100)
    uids.push(...(await ask(person, params, range)).people.map(({ uid }) => uid));
  return uids;
};

describe('[DIR-01] a search for one common word', () => {
  test('ranks a thousand people, indicates that there are more, and continues each page where the last ended', async () => {
    const { total, isMinimum } = await ask(world.ben, { search_word: 'willem' });
    expect([total, isMinimum]).toEqual([1_000, true]);
    const uids = await readAll(world.ben, { search_word: 'willem' }, 1_000);
    expect([uids.length, new Set(uids).size]).toEqual([1_000, 1_000]);
    // With another window size, the same people have the same positions.
    const [near, far] = [
      await ask(world.ben, { search_word: 'willem' }, 50, 110),
      await ask(world.ben, { search_word: 'willem' }, 470, 530),
    ];
    expect(near.people.map(({ uid }) => uid)).toEqual(uids.slice(50, 110));
    expect(far.people.map(({ uid }) => uid)).toEqual(uids.slice(470, 530));
    expect((await ask(world.ben, { search_word: 'willem' }, 1_100)).total).toBe(1_000);
    expect(
      new Set(
        (await ask(world.ben, { search_word: 'willem' })).people.map(({ firstName }) => firstName),
      ),
    ).toEqual(new Set(['Willem']));
  });

  test('lists a connection first even if the name is late, and omits blocked, held and disabled people', async () => {
    const [last, blocked] = await world.sql<{ id: string }>(
      `select id::text from users where first_name = 'Willem' and not is_disabled and not has_hold order by sort_name desc limit 2`,
    );
    const [first] = await world.sql<{ id: string }>(
      `select id::text from users where first_name = 'Willem' and not is_disabled and not has_hold order by sort_name limit 1`,
    );
    await world.sql(
      `insert into connections (school_id, low_id, high_id, requested_by, is_accepted, accepted_at)
      select $1, least($2::bigint, $3::bigint), greatest($2::bigint, $3::bigint), $2, true, now()`,
      [world.school, world.ana.id, last?.id],
    );
    await world.ana.call('PUT /api/v1/blocks/{uid}', { uid: first?.id ?? '' });
    const uids = await readAll(world.ana, { search_word: 'willem' }, 1_000);
    expect(uids[0]).toBe(last?.id);
    expect(uids).not.toContain(first?.id);
    const seen = await world.sql<{ id: string }>(
      `select id::text from users where first_name in ('Willem', 'Kai', 'Wilem') and not is_disabled and not has_hold`,
    );
    expect(new Set(uids).difference(new Set(seen.map(({ id }) => id))).size).toBe(0);
    // Prefix matches and typos come after whole words, and connections before others of the same kind.
    await world.ana.call('PUT /api/v1/blocks/{uid}', { uid: blocked?.id ?? '' });
    expect(await readAll(world.ana, { search_word: 'willem' }, 200)).not.toContain(blocked?.id);
  });

  test('finds matches that a filter leaves, however late their names come', async () => {
    const { total, isMinimum, people } = await ask(world.ben, {
      search_word: 'willem',
      major: 'Rare',
    });
    expect([total, isMinimum, people.length]).toEqual([5, undefined, 5]);
  });

  test('finds the same people by rank and by name, for a stranger, an admin and a person at another school', async () => {
    for (const person of [world.cy, world.admin, world.eve])
      for (const search_word of [
        'willems',
        'willemsen',
        'wilem',
        'wilems',
        'last',
        'w',
        'kai',
        'kai-willemsen',
        'rare',
        'nobody',
      ]) {
        const [ranked, byName] = [
          await ask(person, { search_word }),
          await ask(person, { search_word, order1: 'NameAsc' }),
        ];
        expect([search_word, ranked.total, ranked.isMinimum ?? false]).toEqual([
          search_word,
          Math.min(byName.total ?? 0, 1_000),
          (byName.total ?? 0) > 1_000,
        ]);
        if (ranked.isMinimum) continue;
        const both = [
          await readAll(person, { search_word }, 1_000),
          await readAll(person, { search_word, order1: 'NameAsc' }, 1_000),
        ];
        expect([search_word, both[0]?.toSorted()]).toEqual([search_word, both[1]?.toSorted()]);
      }
    expect((await ask(world.eve, { search_word: 'willem' })).total).toBe(0);
  });
});
