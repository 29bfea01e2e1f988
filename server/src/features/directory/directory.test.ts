import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { effort, seed } from '../../../test/effort.ts';
import { inWorld, type Answer } from '../../../test/world.ts';
import { readOrdering } from './directory.rules.ts';

const world = inWorld();

const names: readonly (readonly [string, string, string?])[] = [
  ['Jürgen', 'Müller'],
  ['伟', '王', 'Wei Wang'],
  ['Conan', "O'Brien"],
  ['Jean-Luc', 'Picard'],
  ['Zoë', 'Łukasiewicz'],
  ['İpek', 'Işık'],
  ['Seán', 'Ó Briain'],
  ['Анна', 'Каренина', 'Anna Karenina'],
  ['محمد', 'الأحمد', 'Mohammed Al-Ahmad'],
  ['민준', '김', 'Minjun Kim'],
  ['Priya', 'प्रिया'],
  ['Teller', ''],
  ['Robin', 'Jones'],
  ['Robyn', 'Janes'],
  ['Martha', 'Smith'],
  ['Marta', 'Smythe'],
  ['Bo', 'Li'],
  ['Nguyễn', 'Đặng'],
  ['Sørensen', 'Åse'],
];

beforeAll(async () => {
  for (const [index, [first, last, romanized]] of names.entries()) {
    await world.sql(
      `insert into users (school_id, username, first_name, last_name, romanized_name, year_of_graduation, major, languages, interests, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        world.school,
        `n${index}`,
        first,
        last,
        romanized ?? null,
        2025 + (index % 4),
        index % 2 ? 'Law, Politics' : 'Art',
        index % 3 ? ['English'] : ['English', 'French'],
        index % 5 ? [] : ['Tea', 'Go'],
        new Date(Date.UTC(2026, 0, 1 + index)),
      ],
    );
  }
});

const find = async (search_word: string): Promise<string[]> => {
  const [page] = await world.ana.call('GET /mobile_ws/v18/mobile_people', { search_word });
  return page?.people.map((person) => `${person.firstName} ${person.lastName}`.trim()) ?? [];
};
const total = async (filters: Record<string, string>) =>
  (await world.ana.call('GET /mobile_ws/v18/mobile_people', filters))[0]?.total;
const problem = ({ status, body }: Answer) => [
  status,
  (body as { error?: { code: string }; code?: string }).error?.code ??
    (body as { code?: string }).code,
];

describe('search by name', () => {
  test.each([
    ['Müller', 'Jürgen Müller'],
    ['muller', 'Jürgen Müller'],
    ['MULLER jurgen', 'Jürgen Müller'],
    ['Mu\u0308ller', 'Jürgen Müller'],
    ['王伟', '伟 王'],
    ['王 伟', '伟 王'],
    ['wei wang', '伟 王'],
    ['王', '伟 王'],
    ["O'Brien", "Conan O'Brien"],
    ['o’brien', "Conan O'Brien"],
    ['obrien', "Conan O'Brien"],
    ['o brien', "Conan O'Brien"],
    ['jean luc', 'Jean-Luc Picard'],
    ['jeanluc', 'Jean-Luc Picard'],
    ['Jean-Luc Picard', 'Jean-Luc Picard'],
    ['lukasiewicz', 'Zoë Łukasiewicz'],
    ['ipek', 'İpek Işık'],
    ['ISIK', 'İpek Işık'],
    ['Каренина', 'Анна Каренина'],
    ['каренин', 'Анна Каренина'],
    ['karenina anna', 'Анна Каренина'],
    ['محمد', 'محمد الأحمد'],
    ['الاحمد', 'محمد الأحمد'],
    ['김민준', '민준 김'],
    ['minjun', '민준 김'],
    ['प्रिया', 'Priya प्रिया'],
    ['teller', 'Teller'],
    ['dang', 'Nguyễn Đặng'],
    ['sorensen', 'Sørensen Åse'],
    ['bo', 'Bo Li'],
  ])('[DIR-01] for %s finds %s first', async (typed, expected) => {
    expect((await find(typed))[0]).toBe(expected);
  });

  test.each([
    ['Mullr', 'Jürgen Müller'],
    ['Mulelr', 'Jürgen Müller'],
    ['Mulller', 'Jürgen Müller'],
    ['Mellar', undefined],
    ['Picerd', 'Jean-Luc Picard'],
    ['Jnes', 'Robin Jones'],
    ['Joens', 'Robin Jones'],
    ['xMuller', 'Jürgen Müller'],
    ['Tellr', 'Teller'],
    ['Ba', undefined],
  ])('forgives one typo in five letters but not two: %s', async (typed, expected) => {
    const found = await find(typed);
    if (expected === undefined) expect(found).toEqual([]);
    else expect(found).toContain(expected);
  });

  test('ranks whole names before prefixes, prefixes before typos, and names before other fields', async () => {
    expect(await find('Martha')).toEqual(['Martha Smith', 'Marta Smythe']);
    expect(await find('mart')).toEqual(['Martha Smith', 'Marta Smythe']);
    expect(await find('robin')).toEqual(['Robin Jones', 'Robyn Janes']);
    expect(await find('chess')).toEqual(['Ben Okafor', 'Ana Silva']);
  });

  test('finds no one for text that isn’t a name, without an error', async () => {
    for (const text of [
      "'",
      '"',
      '%',
      '_',
      '\\',
      '---',
      '💥',
      '; drop table users',
      '(',
      '[a',
      '*',
      '&',
      '|',
      '!',
      '<script>',
      'a'.repeat(3_000).slice(0, 2_000),
      '\u202e',
      ' ',
    ]) {
      const answer = await world.ana.try('GET /mobile_ws/v18/mobile_people', { search_word: text });
      expect([text, answer.status]).toEqual([text, 200]);
    }
  });

  test('property: returns a page and never an error for any input', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 30 }), async (text) => {
        const answer = await world.ana.try('GET /mobile_ws/v18/mobile_people', {
          search_word: text,
        });
        expect(answer.status).toBe(text.includes('\u0000') ? 400 : 200);
      }),
      { numRuns: effort({ quick: 40, full: 600 }), seed },
    );
  });

  test('property: folds and splits plain letters the same way on the fast and the slow path', async () => {
    const plain = fc.oneof(
      fc.string({ maxLength: 80 }),
      fc.string({ unit: fc.constantFrom(...'abY 9-_.\t'), maxLength: 80 }),
    );
    const texts = fc
      .sample(plain, { numRuns: effort({ quick: 600, full: 6_000 }), seed })
      .filter((text) => !text.includes('\u0000'));
    // Zero-width spaces are removed, which needs Unicode rules.
    const differing = await world.sql(
      `select t from unnest($1::text[]) as t where search_words(t) <> search_words(t || U&'\\200B')
        or (select array_agg(w order by w) from unnest(name_words(t, 'Two Words', t)) as w)
          is distinct from (select array_agg(w order by w) from unnest(name_words(t || U&'\\200B', U&'Two\\200B Words', t)) as w)`,
      [texts],
    );
    expect(differing).toEqual([]);
  });

  test('property: finds the owner of a name of five letters or more with one dropped, doubled, changed or swapped', async () => {
    const latin = [
      'Müller',
      'Picard',
      'Lukasiewicz',
      'Smith',
      'Jones',
      'Sørensen',
      'Okafor',
      'Silva',
    ];
    const typo = fc
      .record({
        name: fc.constantFrom(...latin),
        place: fc.nat(20),
        kind: fc.constantFrom('drop', 'double', 'change', 'swap'),
      })
      .map(({ name, place: position, kind }) => {
        const at = position % (name.length - 1);
        const [head, letter, tail] = [
          name.slice(0, at),
          name.slice(at, at + 1),
          name.slice(at + 1),
        ];
        if (kind === 'drop') return { name, typed: head + tail };
        if (kind === 'double') return { name, typed: head + letter + letter + tail };
        return {
          name,
          typed:
            kind === 'change' ? `${head}x${tail}` : head + tail.charAt(0) + letter + tail.slice(1),
        };
      });
    await fc.assert(
      fc.asyncProperty(typo, async ({ name, typed }) => {
        expect((await find(typed)).some((one) => one.replace('Ł', 'L').includes(name))).toBe(true);
      }),
      { numRuns: effort({ quick: 30, full: 500 }), seed },
    );
  });
});

describe('filters', () => {
  test('[DIR-01] have options and exact counts, and each option finds as many people as it says', async () => {
    const filters = await world.ana.call('GET /mobile_ws/v18/listing_filters', {
      type: 'directory',
    });
    expect(filters.map((filter) => filter.name)).toEqual([
      'search_word',
      'account_type',
      'year_of_graduation',
      'major',
      'connection',
      'languages',
      'interests',
      'sports',
      'industries',
      'looking_for',
      'city',
      'country',
    ]);
    let checked = 0;
    for (const filter of filters) {
      for (const option of filter.options) {
        const key = filter.kind === 'list' ? `${filter.name}_tagList` : filter.name;
        expect([filter.name, option.value, await total({ [key]: option.value })]).toEqual([
          filter.name,
          option.value,
          option.count,
        ]);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(15);
  });

  test('[DIR-04] support any of, all of and none of, and values can contain a comma as [[SEP]]', async () => {
    expect(await total({ interests_tagList: 'Tea,Chess' })).toBe(6);
    expect(await total({ interests_tagList: 'Tea,Chess', interests_ContainsLogic: 'OR' })).toBe(6);
    expect(await total({ interests_tagList: 'Tea,Go', interests_ContainsLogic: 'AND' })).toBe(4);
    expect(await total({ interests_tagList: 'Tea,Chess', interests_ContainsLogic: 'AND' })).toBe(0);
    expect(
      await total({ languages_tagList: 'English', interests_NotContainsLogic: 'Tea,Chess' }),
    ).toBe(15);
    expect(await total({ major: 'Law[[SEP]] Politics' })).toBe(9);
    expect(await total({ major_tagList: 'Law[[SEP]] Politics,Art' })).toBe(19);
    expect(await total({ account_type: '', major_tagList: '', search_word: '' })).toBe(
      await total({}),
    );
  });

  test('are rejected with the valid names if unknown, and with the field if a value is invalid', async () => {
    const unknown = await world.ana.try('GET /mobile_ws/v18/mobile_people', {
      favourite_color: 'red',
    });
    expect(problem(unknown)).toEqual([400, 'unknown_filter']);
    expect(unknown.headers['x-error-message']).toContain('account_type');
    for (const filters of [
      { connection: 'married' },
      { interests_tagList: 'a', interests_ContainsLogic: 'XOR' },
      { interests_tagList: Array(60).fill('a').join(',') },
    ]) {
      expect(problem(await world.ana.try('GET /mobile_ws/v18/mobile_people', filters))).toEqual([
        400,
        'invalid_input',
      ]);
    }
    expect(
      problem(await world.ana.try('GET /mobile_ws/v18/mobile_people', { order1: 'PhoneAsc' })),
    ).toEqual([400, 'unknown_ordering']);
  });

  test('find each connection status', async () => {
    const { ana, ben, cy, admin } = world;
    const act = (who: typeof ana, other: typeof ana, type: 'request' | 'accept') =>
      who.call('GET /mobile_ws/v18/user_connect', { student_uid: other.uid, type });
    await act(ana, ben, 'request');
    await act(cy, ana, 'request');
    await act(ana, admin, 'request');
    await act(admin, ana, 'accept');
    const people = async (connection: string) =>
      (await ana.call('GET /mobile_ws/v18/mobile_people', { connection }))[0]?.people.map(
        (person) => person.firstName,
      );
    expect([await people('connected'), await people('pending'), await people('incoming')]).toEqual([
      ['Ada'],
      ['Ben'],
      ['Cy'],
    ]);
    expect(await total({ connection: 'none' })).toBe(names.length);
  });
});

describe('directory pages and orders', () => {
  test('[DIR-02, DIR-03] have the same people in mobile_people and user_all, each in its own shape, 20 per page', async () => {
    const [first] = await world.ana.call('GET /mobile_ws/v18/mobile_people', {});
    expect([first?.people.length, first?.total]).toEqual([20, 23]);
    const all = await world.ana.call('GET /mobile_ws/v18/user_all', {});
    expect(all).toEqual({ total: 23, items: first?.people });
    const [second] = await world.ana.call('GET /mobile_ws/v18/mobile_people', {
      range: 20,
      limit: 40,
    });
    expect(
      new Set([...(first?.people ?? []), ...(second?.people ?? [])].map((person) => person.uid))
        .size,
    ).toBe(23);
    const [beyond] = await world.ana.call('GET /mobile_ws/v18/mobile_people', {
      range: 5_000,
      limit: 5_020,
    });
    expect(beyond).toEqual({ people: [], total: 23 });
  });

  test.each([
    { range: '-1' },
    { limit: '0' },
    { range: '20', limit: '10' },
    { range: 'x' },
    { range: '1e99' },
    { range: '1.5' },
    { limit: '99999999999999999999' },
    { range: 'NaN' },
  ])('reject the invalid page %j', async (window) => {
    expect(problem(await world.ana.try('GET /mobile_ws/v18/mobile_people', window))).toEqual([
      400,
      'invalid_input',
    ]);
  });

  test('reject pages of more than 200 rows', async () => {
    expect(
      problem(await world.ana.try('GET /mobile_ws/v18/user_all', { range: 0, limit: 201 })),
    ).toEqual([400, 'page_too_large']);
  });

  test('sort by name, newest and year, and by combinations of them', async () => {
    const list = async (order1: string) =>
      (
        await world.ana.call('GET /mobile_ws/v18/mobile_people', { order1, range: 0, limit: 100 })
      )[0]?.people ?? [];
    const years = (await list('YearOfGraduationAsc')).map(
      (person) => person.yearOfGraduation ?? 9_999,
    );
    expect(years).toEqual(years.toSorted((a, b) => a - b));
    expect((await list('CreatedOnDescNameAsc')).at(-1)?.firstName).toBe('Jürgen');
    const up = (await list('NameAsc')).map((person) => person.uid);
    expect((await list('NameDesc')).map((person) => person.uid)).toEqual(up.toReversed());
    expect(readOrdering('CreatedOnDesc,NameAsc')).toEqual(readOrdering('CreatedOnDescNameAsc'));
  });

  test('[DIR-06] have letter headings, p0…pN named by fields, and the total in the first row’s counter in the v17 list', async () => {
    const rows = (await world.ana.call('GET /mobile_ws/v17/mobile_people_list', {
      range: 0,
      limit: 200,
    })) as Record<string, string | number>[];
    const people = rows.filter((row) => row['listingSeparator'] === undefined);
    expect(people[0]).toMatchObject({
      fields:
        'uid,firstName,lastName,photoUrl,accountType,yearOfGraduation,major,connectionStatus,',
      counter: 23,
    });
    expect(people.find((row) => row['p0'] === world.ana.uid)).toMatchObject({
      p1: 'Ana',
      p2: 'Silva',
      p4: 'Student',
      p5: '2027',
      p7: '-1',
    });
    const headings = rows
      .filter((row) => row['listingSeparator'] === 'true')
      .map((row) => row['p0']);
    expect(headings).toContain('S');
    expect(new Set(headings).size).toBe(headings.length);
    expect(await world.ana.call('GET /mobile_ws/v17/mobile_groups_list', {})).toEqual([]);
  });

  test('[DIR-07] accept JSON filters, optional properties, relationships and joined orders in the length-aware listing', async () => {
    const answer = await world.ana.call('GET /api/v1/users', {
      pageOffset: 5,
      pageSize: 5,
      filters: JSON.stringify({
        Major: ['Law, Politics'],
        Languages: { tagList: 'French', NotContainsLogic: 'German' },
      }),
      ordering: 'CreatedOnDescNameAsc',
    });
    expect(answer).toMatchObject({ total: 3, items: [], perPage: 5, currentPage: 2, messages: [] });
    const { items } = await world.ana.call('GET /api/v1/users', {
      filters: '{"Search":"silva"}',
      optionalProperties: '["Bio","City"]',
      relationships: '["Languages"]',
    });
    expect(Object.keys(items[0] ?? {}).toSorted()).toEqual([
      'accountType',
      'bio',
      'city',
      'connectionStatus',
      'firstName',
      'id',
      'languages',
      'lastName',
      'major',
      'photoUrl',
      'uid',
      'visitableProfile',
      'yearOfGraduation',
    ]);
    const bad = async (input: Record<string, string>) =>
      problem(await world.ana.try('GET /api/v1/users', input))[1];
    expect(await bad({ filters: '{' })).toBe('bad_json');
    const said = async (input: Record<string, string>) =>
      (await world.ana.try('GET /api/v1/users', input)).body as { title: string; detail: string };
    expect(await said({ filters: '{' })).toMatchObject({
      title: 'Bad json',
      detail: 'The parameter filters isn’t valid JSON.',
    });
    expect(await said({ filters: '{"Colour":"red"}' })).toMatchObject({
      title: 'Unknown filter',
      detail: expect.stringMatching(/^There’s no filter named Colour\. Use one of these: /),
    });
    expect(await said({ pageSize: '0' })).toMatchObject({
      title: 'The request isn’t valid.',
    });
    expect(await bad({ filters: '[1]' })).toBe('invalid_input');
    expect(await bad({ filters: '{"Colour":"red"}' })).toBe('unknown_filter');
    expect(await bad({ filters: '{"Major":{"tagList":{}}}' })).toBe('invalid_input');
    expect(await bad({ optionalProperties: '["Password"]' })).toBe('unknown_property');
    expect(await bad({ ordering: 'Name' })).toBe('unknown_ordering');
    expect(await bad({ pageSize: '0' })).toBe('invalid_input');
    expect(await bad({ pageSize: '101' })).toBe('invalid_input');
  });

  test('[DIR-01] offer only filters, layouts and orders that work in the configuration', async () => {
    const config = await world.ana.call('GET /mobile_ws/v18/listing_config', { type: 'directory' });
    expect([config.layout, config.ordering.defaultOrder]).toEqual(['grid', 'ClosenessDesc']);
    for (const { value } of config.ordering.options)
      expect(
        await world.ana.try('GET /mobile_ws/v18/mobile_people', { order1: value }),
      ).toMatchObject({ status: 200 });
    expect(
      problem(await world.ana.try('GET /mobile_ws/v18/listing_config', { type: 'cars' })),
    ).toEqual([400, 'invalid_input']);
  });
});

test('a directory call runs three statements plus begin and commit, for any request', async () => {
  const wrapped = new WeakSet<object>();
  let statements: string[] = [];
  const count = async (filters: Record<string, string>) => {
    statements = [];
    world.pool.calls.on('acquire', (client) => {
      if (wrapped.has(client)) return;
      wrapped.add(client);
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      (client as { query: unknown }).query = (...args: unknown[]) => {
        statements.push(String(args[0]));
        return query(...args);
      };
    });
    await world.ana.call('GET /mobile_ws/v18/mobile_people', filters);
    world.pool.calls.removeAllListeners('acquire');
    return statements.length;
  };
  await count({});
  const plain = await count({});
  expect(plain).toBeLessThanOrEqual(6);
  expect(
    await count({ search_word: 'a b c d e f', interests_tagList: 'Tea', range: '0', limit: '200' }),
  ).toBeLessThanOrEqual(plain + 1);
});
