import { describe, expect, test } from 'vitest';
import { savedSearchLimits } from '#contract/saved-searches/endpoints.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
const save = (who: Person, name: string, params: Record<string, string> = {}, before?: string) =>
  who.call('POST /api/v1/saved-searches', {
    name,
    params,
    ...(before !== undefined && { before }),
  });
const listed = async (who: Person) => (await who.call('GET /api/v1/saved-searches')).items;
const names = async (who: Person) => (await listed(who)).map(({ name }) => name);
const forget = async (who: Person) => {
  for (const { id } of await listed(who))
    await who.call('DELETE /api/v1/saved-searches/{id}', { id });
};

describe('[DIR-08] saved searches', () => {
  test('store filters, search, order and layout, return the same list, and drop unknown parameters', async () => {
    const params = {
      interests_tagList: 'Chess',
      interests_ContainsLogic: 'AND',
      search_word: 'ana',
      order: 'NameDesc',
      layout: 'list',
    };
    const saved = await save(world.ana, '  Chess players ', {
      ...params,
      uid: '7',
      saved: '3',
      utm_source: 'mail',
      major: ' ',
      layout_tagList: 'x',
    });
    expect(saved).toEqual({ id: saved.id, name: 'Chess players', params });
    expect(await listed(world.ana)).toEqual([saved]);
    const { order, layout: _, ...filters } = saved.params;
    const [page] = await world.ana.call('GET /mobile_ws/v18/mobile_people', {
      ...filters,
      order1: order,
    });
    expect(page?.people.map(({ firstName }) => firstName)).toEqual(['Ana']);
    await forget(world.ana);
  });

  test('can be renamed, replaced, sorted, deleted and restored at their position', async () => {
    const [a, b, c] = [
      await save(world.ana, 'A'),
      await save(world.ana, 'B', { major: 'Art' }),
      await save(world.ana, 'C'),
    ];
    expect(await names(world.ana)).toEqual(['A', 'B', 'C']);
    expect(
      await world.ana.call('PATCH /api/v1/saved-searches/{id}', { id: b.id, name: 'Beta' }),
    ).toEqual({ ...b, name: 'Beta' });
    const changed = await world.ana.call('PATCH /api/v1/saved-searches/{id}', {
      id: b.id,
      params: { city: 'Porto' },
    });
    expect(changed).toEqual({ id: b.id, name: 'Beta', params: { city: 'Porto' } });
    const ordered = await world.ana.call('PUT /api/v1/saved-searches/order', {
      ids: [c.id, 'x', '12', c.id, a.id],
    });
    expect(ordered.items.map(({ name }) => name)).toEqual(['C', 'A', 'Beta']);
    for (const _ of [1, 2])
      expect(await world.ana.call('DELETE /api/v1/saved-searches/{id}', { id: a.id })).toEqual({
        ok: true,
      });
    expect(await names(world.ana)).toEqual(['C', 'Beta']);
    await save(world.ana, 'A again', {}, b.id);
    await save(world.ana, 'First', {}, c.id);
    await save(world.ana, 'Last', {}, a.id);
    expect(await names(world.ana)).toEqual(['First', 'C', 'A again', 'Beta', 'Last']);
    await forget(world.ana);
  });

  test("are private: others, admins and people of other schools can't see or change them", async () => {
    const mine = await save(world.ana, 'Mine', { major: 'Art' });
    const bens = await save(world.ben, 'Ben’s');
    for (const who of [world.ben, world.admin, world.eve]) {
      expect((await names(who)).includes('Mine')).toBe(false);
      expect(
        (await who.try('PATCH /api/v1/saved-searches/{id}', { id: mine.id, name: 'Taken' })).status,
      ).toBe(404);
      await who.call('DELETE /api/v1/saved-searches/{id}', { id: mine.id });
      await who.call('PUT /api/v1/saved-searches/order', { ids: [mine.id] });
      const before = await save(who, 'Before hers', {}, mine.id);
      await who.call('DELETE /api/v1/saved-searches/{id}', { id: before.id });
    }
    expect(await listed(world.ana)).toEqual([mine]);
    expect(
      await world.sql('select position from saved_searches where name = $1', ['Mine']),
    ).toEqual([{ position: 0 }]);
    for (const [who, id] of [
      [world.ana, mine.id],
      [world.ben, bens.id],
    ] as const)
      await who.call('DELETE /api/v1/saved-searches/{id}', { id });
  });

  test('are limited to 50 per person, even for simultaneous requests', async () => {
    await Promise.all(
      Array.from({ length: savedSearchLimits.each - 2 }, (_, index) => save(world.cy, `S${index}`)),
    );
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        world.cy.try('POST /api/v1/saved-searches', { name: `Late ${n}`, params: {} }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'too_many_saved_searches',
    });
    expect(await listed(world.cy)).toHaveLength(savedSearchLimits.each);
    const [places] = await world.sql<{ n: number }>(
      'select count(distinct position)::int as n from saved_searches where user_id = $1',
      [world.cy.id],
    );
    expect(places?.n).toBe(savedSearchLimits.each);
  });

  test.each([
    ['no name', { name: ' ', params: {} }, 'invalid_input'],
    ['a long name', { name: 'x'.repeat(61), params: {} }, 'invalid_input'],
    ['a long value', { name: 'X', params: { major: 'y'.repeat(2_001) } }, 'invalid_input'],
    [
      'many parameters',
      {
        name: 'X',
        params: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`p${n}`, 'x'])),
      },
      'invalid_input',
    ],
    [
      'many values',
      { name: 'X', params: { interests_tagList: Array(51).fill('a').join(',') } },
      'invalid_input',
    ],
    ['an impossible value', { name: 'X', params: { connection: 'married' } }, 'invalid_input'],
    ['a list', { name: 'X', params: { major: ['Art'] } }, 'invalid_input'],
    ['an unknown order', { name: 'X', params: { order: 'PhoneAsc' } }, 'unknown_ordering'],
    ['a NUL in the name', { name: 'nul \u0000', params: {} }, 'bad_encoding'],
    ['a NUL in a value', { name: 'X', params: { major: 'nul \u0000' } }, 'bad_encoding'],
    ['half a character in the name', { name: 'half \ud800', params: {} }, 'bad_encoding'],
    [
      'half a character in a value',
      { name: 'X', params: { major: 'half \ud800' } },
      'bad_encoding',
    ],
  ] as const)('are rejected and not stored: %s', async (_, body, code) => {
    const answer = await world.ben.try('POST /api/v1/saved-searches', body as never);
    expect([answer.status, answer.body]).toMatchObject([400, { code }]);
    expect(await listed(world.ben)).toEqual([]);
  });

  test('open without a deleted value, filter or order', async () => {
    const whole = {
      major: 'A subject that was closed',
      connection: 'connected',
      order: 'NameDesc',
    };
    const { id } = await save(world.ana, 'Old', whole);
    const open = async () => (await listed(world.ana)).find((one) => one.id === id)?.params ?? {};
    const { order, ...filters } = await open();
    expect(
      (await world.ana.call('GET /mobile_ws/v18/mobile_people', { ...filters, order1: order }))[0]
        ?.total,
    ).toBe(0);
    await world.sql('update schools set connect = false where school_id = $1', [world.school]);
    await expect.poll(open).toEqual({ major: whole.major, order: 'NameDesc' });
    await world.sql('update schools set connect = true where school_id = $1', [world.school]);
    await expect.poll(open).toEqual(whole);
    await world.sql(
      `update saved_searches set params = params || '{"order": "ShoeSizeAsc", "beard": "yes", "connection": "married"}' where id = $1`,
      [id],
    );
    expect(await open()).toEqual({ major: whole.major });
    await forget(world.ana);
  });
});
