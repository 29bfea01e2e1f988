import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ListingFilter } from '#contract/people/endpoints.ts';
import { effort, seed } from '../../../test/effort.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import { readFilters } from './directory.rules.ts';
import { filtersOf, estimate, countPlansOf } from './remaining/remaining.rules.ts';

const world = inWorld();
const people = 90;
const majors = ['Art', 'Law, Politics', 'Physics'];
const interests = ['Chess', 'Go', 'Tea', 'Choirs, small'];
const choices = [
  '{}',
  '{"major": "me"}',
  '{"interests": "connections"}',
  '{"place": "connections", "yearOfGraduation": "me"}',
];

beforeAll(async () => {
  for (let n = 0; n < people; n += 1)
    await world.sql(
      `insert into users (school_id, username, first_name, last_name, account_type, year_of_graduation, major, interests, languages, city, audiences, is_listed, has_hold, is_disabled)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        world.school,
        `r${n}`,
        `First${n % 5}`,
        `Last${n % 11}`,
        n % 4 ? 'Student' : 'Alumni',
        n % 7 ? 2026 + (n % 3) : null,
        n % 9 ? majors[n % 3] : null,
        interests.filter((_, index) => (n * 7 + index * 3) % 5 < 2),
        n % 2 ? ['English'] : ['English', 'French'],
        n % 3 ? 'Porto' : 'Faro',
        choices[n % 4],
        n % 6 !== 0,
        n % 8 === 0,
        n % 29 === 0,
      ],
    );
  await world.sql(
    `insert into connections (school_id, low_id, high_id, requested_by, is_accepted, accepted_at)
    select $1, least(id, $2), greatest(id, $2), case n % 3 when 1 then id else $2 end, n % 3 = 0, case when n % 3 = 0 then now() end
    from (select id, substr(username, 2)::int as n from users where username ~ '^r[0-9]+$') as u where n % 2 = 0`,
    [world.school, world.ana.id],
  );
  await world.sql(
    `insert into blocks (school_id, blocker_id, blocked_id) select $1, id, $2 from users where username ~ '^r[0-9]*5$' and substr(username, 2)::int % 2 = 1`,
    [world.school, world.ana.id],
  );
}, 180_000);

type Chosen = Record<string, string>;
const optionsUnder = (who: Person, chosen: Chosen) =>
  who.call('GET /mobile_ws/v18/listing_filters', { type: 'directory', ...chosen });
const totalOf = async (who: Person, chosen: Chosen) =>
  (await who.call('GET /mobile_ws/v18/mobile_people', chosen))[0]?.total;

/** Adds a choice to the search: instead of the filter's own values if any matches, in addition if all must match. */
const choosing = (chosen: Chosen, { name, kind }: ListingFilter, value: string): Chosen => {
  if (kind === 'menu-list') return { ...chosen, [name]: value };
  if (chosen[`${name}_ContainsLogic`] !== 'AND') return { ...chosen, [`${name}_tagList`]: value };
  return {
    ...chosen,
    [`${name}_tagList`]: [chosen[`${name}_tagList`], value].filter(Boolean).join(','),
  };
};

const values = fc.subarray(['Chess', 'Go', 'Tea', 'Choirs[[SEP]] small'], { minLength: 1 });
const search: fc.Arbitrary<Chosen> = fc
  .record(
    {
      account_type: fc.constantFrom('Student', 'Alumni', 'Nobody'),
      major_tagList: fc
        .subarray(['Art', 'Law[[SEP]] Politics'], { minLength: 1 })
        .map((list) => list.join(',')),
      year_of_graduation_tagList: fc.constantFrom('2026', '2027,2028'),
      interests_tagList: values.map((list) => list.join(',')),
      interests_ContainsLogic: fc.constantFrom('OR', 'AND'),
      interests_NotContainsLogic: fc.constantFrom('Chess', 'Go,Tea'),
      languages_NotContainsLogic: fc.constant('French'),
      city_tagList: fc.constantFrom('Porto', 'Faro,Porto'),
      connection: fc.constantFrom('connected', 'pending', 'incoming', 'none'),
      search_word: fc.constantFrom('first', 'last1', 'first2 last', 'chess', '---'),
    },
    { requiredKeys: [] },
  )
  .filter((chosen) => Object.keys(chosen).length <= 4);

describe('[DIR-08] counts for selected filters', () => {
  test.each(['ana', 'ben', 'admin', 'eve'] as const)(
    'property: each equals the number of people that %s finds by selecting it',
    async (role) => {
      const who = world[role];
      let compared = 0;
      await fc.assert(
        fc.asyncProperty(search, fc.infiniteStream(fc.nat()), async (chosen, dice) => {
          const filters = (await optionsUnder(who, chosen)).filter(({ kind }) => kind !== 'search');
          expect(filters.some(({ about }) => about)).toBe(false);
          const options = filters.flatMap((filter) =>
            filter.options.map((option) => ({ filter, ...option })),
          );
          for (const throwing of dice.take(Math.min(4, options.length))) {
            const { filter, value, count } = options[
              throwing % options.length
            ] as (typeof options)[number];
            const next = choosing(chosen, filter, value);
            expect([chosen, filter.name, value, count]).toEqual([
              chosen,
              filter.name,
              value,
              await totalOf(who, next),
            ]);
            compared += 1;
          }
          // Values that aren't offered match no one.
          for (const [name, value] of [
            ['major', 'Art'],
            ['interests', 'Go'],
            ['city', 'Faro'],
          ] as const) {
            const filter = filters.find((one) => one.name === name);
            if (filter === undefined || filter.options.some((option) => option.value === value))
              continue;
            expect([
              chosen,
              name,
              value,
              await totalOf(who, choosing(chosen, filter, value)),
            ]).toEqual([chosen, name, value, 0]);
          }
        }),
        { numRuns: role === 'eve' ? 6 : effort({ quick: 6, full: 40 }), seed },
      );
      expect(compared).toBeGreaterThan(role === 'eve' ? 0 : 8);
    },
  );

  test('include held people only among pending requests between the two', async () => {
    const chosen = { languages_NotContainsLogic: 'Klingon' };
    const options =
      (await optionsUnder(world.ana, chosen)).find(({ name }) => name === 'connection')?.options ??
      [];
    const totals = await Promise.all(
      options.map(({ value }) => totalOf(world.ana, { ...chosen, connection: value })),
    );
    expect(options.map(({ count }) => count)).toEqual(totals);
    const [held] = await world.sql<{ n: number }>(
      'select count(*)::int as n from connections c join users u on u.id in (c.low_id, c.high_id) where u.has_hold and not u.is_disabled and not c.is_accepted and $1 in (c.low_id, c.high_id)',
      [world.ana.id],
    );
    expect(held?.n).toBeGreaterThan(0);
  });

  test('exclude people who hide the field and people the viewer can’t see', async () => {
    const dora = await world.join({
      username: 'dora',
      first_name: 'Dora',
      last_name: 'Quimby',
      major: 'Zymology',
      interests: ['Falconry'],
    });
    const falconers = async (who: Person) =>
      (await optionsUnder(who, { major: 'Zymology' }))
        .find(({ name }) => name === 'interests')
        ?.options.map(({ label, count }) => [label, count]);
    expect(await falconers(world.cy)).toEqual([['Falconry', 1]]);
    await dora.call('PATCH /api/v1/privacy', { choices: { interests: 'me' } });
    expect([await falconers(world.cy), await falconers(dora)]).toEqual([[], [['Falconry', 1]]]);
    await dora.call('PATCH /api/v1/privacy', {
      choices: { interests: null, major: 'connections' },
    });
    expect(await falconers(world.cy)).toEqual([]);
    await dora.call('PATCH /api/v1/privacy', { choices: { major: null } });
    expect(await falconers(world.cy)).toEqual([['Falconry', 1]]);
    await dora.call('PUT /api/v1/blocks/{uid}', { uid: world.cy.uid });
    expect(await falconers(world.cy)).toEqual([]);
  });

  test('don’t change for a single filter, and each of several filters narrows its own counts', async () => {
    const optionsOf = async (chosen: Chosen, field: string) =>
      (await optionsUnder(world.ben, chosen)).find(({ name }) => name === field)?.options ?? [];
    expect(await optionsOf({ interests_tagList: 'Tea' }, 'interests')).toEqual(
      await optionsOf({}, 'interests'),
    );
    const both = await optionsOf(
      { interests_tagList: 'Tea', interests_ContainsLogic: 'AND' },
      'interests',
    );
    const tea = (await optionsOf({}, 'interests')).find(({ value }) => value === 'Tea')?.count;
    expect(both.find(({ value }) => value === 'Tea')?.count).toBe(tea);
    expect(both.every(({ count }) => (count ?? 0) <= (tea ?? 0))).toBe(true);
  });

  test('reject unknown filters like the list does', async () => {
    for (const [input, code] of [
      [{ type: 'directory', beard: 'yes' }, 'unknown_filter'],
      [{ type: 'directory', connection: 'married' }, 'invalid_input'],
      [{ type: 'clubs', major: 'Art' }, 'unknown_filter'],
    ] as const) {
      const answer = await world.ana.try('GET /mobile_ws/v18/listing_filters', input);
      expect([answer.status, answer.body]).toMatchObject([400, { error: { code } }]);
    }
  });
});

describe('the plan for counting', () => {
  const facets = new Map([
    ['all:', 1_000_000],
    ['major:Art', 40_000],
    ['year_of_graduation:2027', 160_000],
    ['city:Faro', 3_000],
    ['city:Porto', 9_000],
    ['interests:Chess', 30_000],
  ]);
  const from = (chosen: Chosen) => {
    const wanted = readFilters(chosen, true);
    return countPlansOf(wanted, filtersOf(wanted), {
      facets,
      byRelationship: { connected: 300, pending: 2, incoming: 0 },
    });
  };
  const led = (...names: string[]) => ({ driver: { kind: 'facets', facets: names } });

  test.each<[Chosen, readonly object[]]>([
    [{ city: 'Faro' }, [{ ...led('city:Faro'), share: 1, but: 'city' }]],
    [
      { city_tagList: 'Faro,Porto' },
      [{ ...led('city:Faro', 'city:Porto'), share: 5_000 / 12_000, but: 'city' }],
    ],
    [
      { major: 'Art', city: 'Faro' },
      [
        { ...led('city:Faro'), share: 1, but: 'city' },
        { ...led('major:Art'), share: 5_000 / 40_000, only: 'city' },
      ],
    ],
    [
      { interests_tagList: 'Chess', interests_ContainsLogic: 'AND', major: 'Art' },
      [{ ...led('interests:Chess'), share: 5_000 / 30_000 }],
    ],
    [
      { city: 'Faro', interests_NotContainsLogic: 'Chess' },
      [
        { ...led('city:Faro'), share: 1, but: 'city' },
        { ...led('all:'), share: 0.005, only: 'city' },
      ],
    ],
    [{ connection: 'none' }, [{ ...led('all:'), share: 0.005 }]],
    [
      { connection: 'connected', city: 'Faro' },
      [
        { driver: { kind: 'tied', how: 'connected' }, share: 1, but: 'connection' },
        { ...led('city:Faro'), share: 1, only: 'connection' },
      ],
    ],
    [{ city: 'Atlantis' }, [{ ...led('city:Atlantis'), share: 1, but: 'city' }]],
    [{ search_word: 'ana', city: 'Faro' }, [{ driver: { kind: 'matched' }, share: 1 }]],
  ])('starts with the expected group for %j', (chosen, scans) => {
    expect(from(chosen)).toEqual(scans);
  });

  test('has estimates of two digits, and none if the sample found too few', () => {
    expect([
      estimate(9, 0.01),
      estimate(10, 0.01),
      estimate(123, 0.03),
      estimate(5_000, 0.005),
    ]).toEqual([null, 1_000, 4_100, 1_000_000]);
  });
});
