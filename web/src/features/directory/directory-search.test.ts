import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mobilePeople } from '#contract/people/calls.ts';
import { columnsIn } from '../people/people-window.tsx';
import { directoryPage } from './directory.data.ts';
import { paramsOf } from '../saved-searches/saved-search.ts';
import {
  chosenOf,
  filtersOf,
  orderOf,
  splitValues,
  withChosen,
  withoutFilters,
} from './directory-search.ts';

const interests = { name: 'interests', kind: 'list' } as const;
const year = { name: 'year_of_graduation', kind: 'menu-list' } as const;

describe('the URL and the selected filters', () => {
  test('[DIR-04] the URL joins list values with commas and writes a comma inside a value as [[SEP]]', () => {
    const search = withChosen({}, interests, {
      values: ['Chess', 'Food, wine'],
      logic: 'OR',
      without: [],
    });
    expect(search).toEqual({
      interests_tagList: 'Chess,Food[[SEP]] wine',
      interests_ContainsLogic: 'OR',
    });
    expect(chosenOf(search, interests)).toEqual({
      values: ['Chess', 'Food, wine'],
      logic: 'OR',
      without: [],
    });
  });

  test('[DIR-04] the URL and the call contain the logic, and a URL without it means OR', () => {
    const search = withChosen({}, interests, {
      values: ['Chess', 'Go'],
      logic: 'AND',
      without: [],
    });
    expect(search).toEqual({ interests_tagList: 'Chess,Go', interests_ContainsLogic: 'AND' });
    expect(chosenOf(search, interests).logic).toBe('AND');
    expect(withChosen(search, interests, { values: ['Chess'], logic: 'OR', without: [] })).toEqual({
      interests_tagList: 'Chess',
      interests_ContainsLogic: 'OR',
    });
    expect(filtersOf({ interests_tagList: 'Chess' })).toEqual({
      interests_tagList: 'Chess',
      interests_ContainsLogic: 'OR',
    });
    expect(
      chosenOf({ interests_tagList: 'a', interests_ContainsLogic: 'XOR' }, interests).logic,
    ).toBe('OR');
  });

  test('[DIR-04] excluded values become NotContainsLogic, with or without included values', () => {
    const search = withChosen({}, interests, {
      values: ['Go'],
      logic: 'OR',
      without: ['Chess', 'Food, wine'],
    });
    expect(search).toEqual({
      interests_tagList: 'Go',
      interests_ContainsLogic: 'OR',
      interests_NotContainsLogic: 'Chess,Food[[SEP]] wine',
    });
    expect(chosenOf(search, interests)).toEqual({
      values: ['Go'],
      logic: 'OR',
      without: ['Chess', 'Food, wine'],
    });
    expect(withChosen(search, interests, { values: [], logic: 'OR', without: ['Chess'] })).toEqual({
      interests_NotContainsLogic: 'Chess',
    });
    expect(directoryPage({ interests_NotContainsLogic: 'Chess' }, 1).input).toMatchObject({
      interests_NotContainsLogic: 'Chess',
    });
  });

  test('[DIR-04] a menu list sends the selected value, and nothing if none is selected', () => {
    const search = withChosen({ order: 'NameDesc' }, year, {
      values: ['2027'],
      logic: 'OR',
      without: [],
    });
    expect(search).toEqual({ order: 'NameDesc', year_of_graduation: '2027' });
    expect(withChosen(search, year, { values: [], logic: 'OR', without: [] })).toEqual({
      order: 'NameDesc',
    });
  });

  test('[DIR-04] filters omit empty values', () => {
    expect([splitValues(undefined), splitValues(''), splitValues(',,a,')]).toEqual([[], [], ['a']]);
    expect(filtersOf({ search_word: '', major: 'Physics' })).toEqual({ major: 'Physics' });
    expect([
      filtersOf({ saved: '3' }),
      withoutFilters({ saved: '3', major: 'Art', layout: 'list' }),
    ]).toEqual([{}, { layout: 'list' }]);
    expect(
      withChosen({ interests_tagList: 'a', interests_ContainsLogic: 'AND' }, interests, {
        values: [],
        logic: 'AND',
        without: [],
      }),
    ).toEqual({});
  });

  test('[DIR-01] filters omit parameters from other sites and values that the directory doesn’t offer', () => {
    const others = {
      utm_source: 'mail',
      fbclid: 'x',
      share: '1',
      constructor: 'x',
      search_word_tagList: 'x',
      major_constructor: 'x',
    };
    const odd = {
      order: 'Colour',
      connection: 'married',
      major_ContainsLogic: 'XOR',
      layout: 'circle',
    };
    const asked = { major: 'Physics', interests_NotContainsLogic: 'Chess' };
    expect(filtersOf({ ...others, ...odd, ...asked })).toEqual(asked);
    expect(directoryPage({ ...others, ...odd, ...asked }, 1).input).toEqual({
      ...asked,
      range: '0',
      limit: '20',
      order1: 'ClosenessDesc',
    });
    expect(withoutFilters({ ...others, ...asked })).toEqual(others);
    expect(paramsOf({ ...others, ...odd, ...asked })).toEqual(asked);
  });

  test('without an order in the URL, the closest people come first, and with a search the best matches', () => {
    const orderIn = (search: Record<string, string>) => directoryPage(search, 1).input['order1'];
    expect(orderIn({ major: 'Physics' })).toBe('ClosenessDesc');
    expect(orderIn({ search_word: 'ana' })).toBeUndefined();
    expect(orderIn({ search_word: 'ana', order: 'NameAsc' })).toBe('NameAsc');
  });

  test('[DIR-01] the URL can contain every order that the directory offers', () => {
    for (const order of [
      'NameAsc',
      'NameDesc',
      'ClosenessDesc',
      'CreatedOnDesc',
      'YearOfGraduationAsc',
      'YearOfGraduationDesc',
    ])
      expect(orderOf({ order })).toBe(order);
    for (const joined of ['CreatedOnDescNameAsc', 'CreatedOnDesc,NameAsc'])
      expect(orderOf({ order: joined })).toBe(joined);
  });

  // Values can be any text that doesn't contain the escape itself.
  const value = fc
    .string({
      minLength: 1,
      unit: fc.oneof(
        fc.constant(','),
        fc.constant('&'),
        fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
      ),
    })
    .filter((text) => !text.includes('[[SEP]]') && !/[[\]]/.test(text));
  const kind = fc.constantFrom('list', 'menu-list', 'search');

  test('[DIR-01] [DIR-04] any choice survives a round trip through the URL', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(value, { maxLength: 5 }),
        fc.constantFrom('OR', 'AND'),
        kind,
        (values, logic, of) => {
          const filter = { name: 'major', kind: of };
          const [without, having] = [values.slice(0, 2), values.slice(2)];
          const search = withChosen({ layout: 'list', other_tagList: 'x' }, filter, {
            values: having,
            logic,
            without,
          });
          const carried = Object.fromEntries(
            new URLSearchParams(new URLSearchParams(search).toString()),
          );
          expect(carried).toEqual(search);
          const expected =
            of === 'list'
              ? { values: having, logic: having.length > 0 ? logic : 'OR', without }
              : { values: having.slice(0, 1), logic: 'OR', without: [] };
          expect(chosenOf(carried, filter)).toEqual(expected);
          expect(carried).toMatchObject({ layout: 'list', other_tagList: 'x' });
        },
      ),
    );
  });

  test('[DIR-01] clearing a filter removes only that filter', () => {
    fc.assert(
      fc.property(fc.uniqueArray(value, { maxLength: 5 }), kind, (values, of) => {
        const before = { uid: '7', sports_tagList: 'Rowing' };
        const filter = { name: 'major', kind: of };
        expect(
          withChosen(
            withChosen(before, filter, { values, logic: 'AND', without: values }),
            filter,
            {
              values: [],
              logic: 'OR',
              without: [],
            },
          ),
        ).toEqual(before);
      }),
    );
  });

  test('[DIR-01] order, layout and the open person aren’t filters', () => {
    const search = {
      order: 'NameDesc',
      layout: 'list',
      uid: '7',
      search_word: 'ana',
      major: 'Physics',
    };
    expect(filtersOf(search)).toEqual({ search_word: 'ana', major: 'Physics' });
    expect(withoutFilters(search)).toEqual({ order: 'NameDesc', layout: 'list', uid: '7' });
  });
});

test.each([
  [1, '0', '20'],
  [3, '40', '60'],
])(
  '[DIR-02] [DIR-03] page %i requests range %s, limit %s from mobile_people',
  (page, range, limit) => {
    expect(
      directoryPage({ search_word: 'ana', order: 'NameDesc', uid: '7', layout: 'list' }, page),
    ).toEqual({
      key: mobilePeople,
      input: { search_word: 'ana', range, limit, order1: 'NameDesc' },
    });
  },
);

describe('columns', () => {
  test.each([
    [0, 1],
    [247, 1],
    [248, 1],
    [509, 1],
    [510, 2],
    [771, 2],
    [772, 3],
    [1034, 4],
  ])('%i px fit %i', (width, columns) => expect(columnsIn(width, 16)).toBe(columns));

  test('the list has as many columns as fit, and at least one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 6000 }),
        fc.integer({ min: 8, max: 40 }),
        (width, rem) => {
          const columns = columnsIn(width, rem);
          const needed = (count: number) => (count * 15.5 + (count - 1) * 0.875) * rem;
          if (columns > 1) expect(needed(columns)).toBeLessThanOrEqual(width + 1e-6);
          expect(needed(columns + 1)).toBeGreaterThan(width - 1e-6);
        },
      ),
    );
  });
});
