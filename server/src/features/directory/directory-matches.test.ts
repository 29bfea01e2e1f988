import { readFileSync } from 'node:fs';
import anyAscii from 'any-ascii';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../../../test/effort.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
const find = async (search_word: string): Promise<string[]> => {
  const [page] = await world.ana.call('GET /mobile_ws/v18/mobile_people', { search_word });
  return page?.people.map((person) => `${person.firstName} ${person.lastName}`.trim()) ?? [];
};

describe('[DIR-08] the order of best matches', () => {
  test('puts connections first among equal matches, then mutual connections, own year and major, then names', async () => {
    const make = (username: string, first: string, more: Record<string, unknown> = {}) =>
      world.join({
        username,
        first_name: first,
        last_name: 'Quixote',
        year_of_graduation: 2031,
        major: 'None',
        ...more,
      });
    const [a, b, c, d] = [
      await make('q1', 'Aa'),
      await make('q2', 'Bb', { year_of_graduation: 2027, major: 'History' }),
      await make('q3', 'Cc'),
      await make('q4', 'Dd'),
    ];
    expect(await find('quixote')).toEqual(['Bb Quixote', 'Aa Quixote', 'Cc Quixote', 'Dd Quixote']);
    const connect = async (one: Person, two: Person) => {
      await one.call('GET /mobile_ws/v18/user_connect', { student_uid: two.uid, type: 'request' });
      await two.call('GET /mobile_ws/v18/user_connect', { student_uid: one.uid, type: 'accept' });
    };
    await connect(world.ana, d);
    await connect(d, c);
    expect(await find('quixote')).toEqual(['Dd Quixote', 'Cc Quixote', 'Bb Quixote', 'Aa Quixote']);
    // A hidden year doesn't affect the order.
    await b.call('PATCH /api/v1/privacy', {
      choices: { yearOfGraduation: 'me', major: 'connections' },
    });
    expect(await find('quixote')).toEqual(['Dd Quixote', 'Cc Quixote', 'Aa Quixote', 'Bb Quixote']);
    const pages = await Promise.all(
      [0, 1, 2, 3].map(
        async (range) =>
          (
            await world.ana.call('GET /mobile_ws/v18/mobile_people', {
              search_word: 'quixote',
              range,
              limit: range + 1,
            })
          )[0]?.people[0]?.uid,
      ),
    );
    expect(pages).toEqual([d, c, a, b].map(({ uid }) => uid));
  });

  test('[DIR-08] has everyone once: connections, mutual connections, one’s own year and major, then by name', async () => {
    const [page] = await world.ana.call('GET /mobile_ws/v18/mobile_people', {
      order1: 'ClosenessDesc',
    });
    const closest = page?.people.map(({ firstName }) => firstName) ?? [];
    expect(closest.slice(0, 2)).toEqual(['Dd', 'Cc']);
    const [byName] = await world.ana.call('GET /mobile_ws/v18/mobile_people', {
      order1: 'NameAsc',
    });
    expect([page?.total, new Set(closest)]).toEqual([
      byName?.total,
      new Set(byName?.people.map(({ firstName }) => firstName)),
    ]);
    const single = await Promise.all(
      closest.map(
        async (_, range) =>
          (
            await world.ana.call('GET /mobile_ws/v18/mobile_people', {
              order1: 'ClosenessDesc',
              range,
              limit: range + 1,
            })
          )[0]?.people[0]?.firstName,
      ),
    );
    expect(single).toEqual(closest);
    // A filter narrows the results, and hidden data doesn't affect the order.
    const [filtered] = await world.ana.call('GET /mobile_ws/v18/mobile_people', {
      order1: 'ClosenessDesc',
      year_of_graduation: '2031',
    });
    expect(filtered?.people.map(({ firstName }) => firstName)).toEqual(['Dd', 'Cc', 'Aa']);
    for (const order1 of ['ClosenessAsc', 'ClosenessDescNameAsc'])
      expect(await world.ana.try('GET /mobile_ws/v18/mobile_people', { order1 })).toMatchObject({
        body: { error: { code: 'unknown_ordering' } },
      });
  });

  test('doesn’t reveal mutual connections that a closed profile’s card hides', async () => {
    const { ana } = world;
    const friend = await world.join({
      username: 'vt0',
      first_name: 'Friend',
      last_name: 'Vantongeren',
    });
    const [open, , closed, held] = [
      await world.join({ username: 'vt1', first_name: 'Open', last_name: 'Vantongeren' }),
      await world.join({ username: 'vt2', first_name: 'Early', last_name: 'Vantongeren' }),
      await world.join({
        username: 'vt3',
        first_name: 'Zoe',
        last_name: 'Vantongeren',
        is_listed: false,
      }),
      await world.join({
        username: 'vt4',
        first_name: 'Zora',
        last_name: 'Vantongeren',
        is_listed: false,
      }),
    ];
    const connect = async (one: Person, two: Person) => {
      await one.call('GET /mobile_ws/v18/user_connect', { student_uid: two.uid, type: 'request' });
      await two.call('GET /mobile_ws/v18/user_connect', { student_uid: one.uid, type: 'accept' });
    };
    await connect(ana, friend);
    for (const other of [open, closed]) await connect(friend, other);
    await connect(held, ana);
    await connect(friend, held);
    const order = async (who: Person, params: Record<string, string>) =>
      (await who.call('GET /mobile_ws/v18/mobile_people', params))[0]?.people
        .filter(({ lastName }) => lastName === 'Vantongeren')
        .map(({ firstName, mutualCount }) => [firstName, mutualCount]);
    // Zoe and Open are both connected with Ana's friend, but only Open's card shows it, so only Open's position changes.
    for (const params of [{ search_word: 'vantongeren' }, { order1: 'ClosenessDesc' }] as Record<
      string,
      string
    >[])
      expect([params, await order(ana, params)]).toEqual([
        params,
        [
          ['Friend', 1],
          ['Zora', 1],
          ['Open', 1],
          ['Early', 0],
          ['Zoe', 0],
        ],
      ]);
  });
});

describe('[DIR-08] a search in Latin letters', () => {
  const somebody: [string, string][] = [
    ['Wes', 'McAllister'],
    ['Wyn', 'Mc Allister'],
    ['Omar', 'المصري'],
    ['Nadia', 'El-Masri'],
    ['Юрий', 'Щербаков'],
    ['Пётр', 'Чайковский'],
    ['Νίκος', 'Παπαδόπουλος'],
    ['خالد', 'الشامي'],
    ['דוד', 'גוריון'],
    ['Emre', 'Şahin'],
    ...['Sahingoz', 'Sahinoglu', 'Shahin', 'Sahina', 'Sachin', 'Sahn'].map(
      (family): [string, string] => ['Aaa', family],
    ),
  ];
  beforeAll(async () => {
    for (const [n, [first_name, last_name]] of somebody.entries())
      await world.join({ username: `latin${n}`, first_name, last_name });
  });

  test.each([
    ['mc allister', ['Wes McAllister', 'Wyn Mc Allister']],
    ['mcallister', ['Wes McAllister', 'Wyn Mc Allister']],
    ['al masri', ['Nadia El-Masri', 'Omar المصري']],
    ['el masri', ['Nadia El-Masri', 'Omar المصري']],
    ['almasri', ['Nadia El-Masri', 'Omar المصري']],
    ['masri', ['Nadia El-Masri', 'Omar المصري']],
    ['omar masri', ['Omar المصري']],
    ['khaled shami', ['خالد الشامي']],
    ['david gurion', ['דוד גוריון']],
    ['sherbakov', ['Юрий Щербаков']],
    ['shcherbakov', ['Юрий Щербаков']],
    ['tchaikovsky', ['Пётр Чайковский']],
    ['papadopoulos', ['Νίκος Παπαδόπουλος']],
    ['nikos papadop', ['Νίκος Παπαδόπουλος']],
  ])('finds the right people for %s', async (words, expected) =>
    expect((await find(words)).toSorted()).toEqual(expected.toSorted()),
  );

  test('ranks whole names before prefixes and typos, regardless of connections', async () => {
    const found = await find('sahin');
    expect(found[0]).toBe('Emre Şahin');
    expect(found).toContain('Aaa Sahinoglu');
    const near = await world.join({
      username: 'latinnear',
      first_name: 'Bea',
      last_name: 'Sahinler',
      year_of_graduation: 2031,
    });
    await world.ana.call('GET /mobile_ws/v18/user_connect', {
      student_uid: near.uid,
      type: 'request',
    });
    await near.call('GET /mobile_ws/v18/user_connect', {
      student_uid: world.ana.uid,
      type: 'accept',
    });
    expect((await find('sahin')).slice(0, 2)).toEqual(['Emre Şahin', 'Bea Sahinler']);
  });

  test('finds a renamed person by the new name but not the old one', async () => {
    const moved = await world.join({
      username: 'latinmoved',
      first_name: 'Olga',
      last_name: 'Хрущёва',
    });
    expect(await find('khrushcheva')).toEqual(['Olga Хрущёва']);
    await world.sql('update users set last_name = $2 where id = $1', [moved.id, 'Берёзкина']);
    expect([await find('khrushcheva'), await find('berezkina')]).toEqual([[], ['Olga Берёзкина']]);
  });

  test('uses the same letters as the library', async () => {
    const [{ letters } = { letters: {} }] = await world.sql<{ letters: Record<string, string> }>(
      `select substring(prosrc from 'jsonb := ''([^'']*)''')::jsonb as letters from pg_proc where proname = 'romanized'`,
    );
    expect(Object.keys(letters).length).toBeGreaterThan(700);
    expect(letters).toEqual(
      Object.fromEntries(
        Object.keys(letters).map((one) => [
          one,
          anyAscii(one)
            .toLowerCase()
            .replaceAll(/[^a-z]/g, ''),
        ]),
      ),
    );
  });
});

/** Difficult names with what each tests, and for some, what people type if they can't type the name. */
const awkward: { given: string; family: string; about: string }[] = parse(
  readFileSync(new URL('../../../../bench/search/names-edge.csv', import.meta.url)),
  { columns: true, bom: true },
);
const typed: Record<string, readonly string[]> = {
  "O'Neill-D'Arcy": ['oneill darcy', "o'neill", 'jean luc oneill'],
  'O’Brien': ["D'Angelo O'Brien", 'dangelo obrien'],
  'de la Cruz y Álvarez de Toledo': ['maria jose de la cruz', 'alvarez de toledo'],
  'Ní Dhomhnaill': ['siobhan ni dhomhnaill'],
  'Þór Ægisson': ['olafur aegisson', 'thor aegisson'],
  Brontë: ['zoe bronte'],
  Muñoz: ['nusta munoz'],
  Brzęczyszczykiewicz: ['lukasz brzeczyszczykiewicz', 'brzeczyszczyk'],
  Dvořák: ['jiri dvorak'],
  Đurđević: ['dorde durdevic'],
  Ødegård: ['oyvind odegard'],
  Işık: ['ibrahim isik', 'IBRAHIM ISIK'],
  ıstanbul: ['istanbul istanbul'],
  Weiß: ['strauss weiss', 'STRAUSS WEISS'],
  'Thị Minh Khai': ['nguyen thi minh khai'],
  'Đình Diệm': ['ngo dinh diem'],
  الأحمد: ['محمد الاحمد'],
  'أبو بكر': ['محمد ابو بكر'],
  'בן־גוריון': ['דוד בן גוריון', 'דוד בןגוריון'],
  כֹּהֵן: ['שרה כהן'],
  小明: ['王小明', '小明王'],
  太郎: ['𠮷田太郎'],
  하늘: ['김하늘', '하늘 김'],
  ﾔﾏﾀﾞ: ['タロウ ヤマダ'],
  Ｓｍｉｔｈ: ['john smith'],
  Tables: ['robert tables'],
  John: ['smith jr john'],
  'García PhD': ['ana garcia'],
  'Fitz-Simon': ['st john fitzsimon', 'fitz simon'],
  MacDonald: ['mcdonald macdonald', 'mc donald'],
  'ibn Khaldun': ['abd al rahman ibn khaldun', 'abdalrahman'],
  Guðmundsdóttir: ['bjork gudmundsdottir'],
  'Ivanić-Šimunović': ['ivana ivanic simunovic', 'ivanicsimunovic'],
  Musk: ['x ae a 12 musk', 'x æ a-12'],
  'Trailing  ': ['leading trailing'],
  'In  Between': ['two spaces in between'],
  'Name ': ['nbsp name'],
  'Rtl‏': ['mark rtl'],
  Override: ['evil override'],
  'Space​': ['zerowidth space'],
  '①②③': ['abc 123'],
};
/** Names without any letter on a keyboard. People find them by other data. */
const untypable = new Set(['emoji only', 'stacked combining marks must not cover other lines']);

describe('[DIR-08] a search for an unusual name', () => {
  beforeAll(async () => {
    for (const [n, { given, family }] of awkward.entries()) {
      await world.sql(
        'insert into users (school_id, username, first_name, last_name) values ($1, $2, $3, $4)',
        [world.school, `awkward${n}`, given, family],
      );
    }
  });

  test('is tested with 89 names', () => expect(awkward).toHaveLength(89));

  test.each(
    sampleOf(awkward, 30).map(({ given, family, about }) => [about, given, family] as const),
  )('finds the person by what people would type: %s', async (about, given, family) => {
    if (untypable.has(about) && !/[\p{L}\p{N}]/u.test(`${given}${family}`)) return;
    const whole = `${given} ${family}`.trim();
    for (const words of [
      `${given} ${family}`,
      `${family} ${given}`,
      `${given} ${family}`.toLowerCase(),
      ...(typed[family] ?? []),
    ]) {
      const found = await find(words.slice(0, 100));
      expect([words, found.slice(0, 3).map((one) => one.normalize('NFC'))]).toEqual([
        words,
        expect.arrayContaining([whole.normalize('NFC')]),
      ]);
    }
  });
});
