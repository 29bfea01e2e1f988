import { describe, expect, test } from 'vitest';
import { createMessages } from '../../lib/messages.ts';
import { inWords, nameMax, suggestedName } from './saved-search-words.ts';
import { hrefOf, isSame, searchParamsOf, paramsOf } from './saved-search.ts';

const english = createMessages('en', {});

describe('[DIR-08] a saved search', () => {
  test('a saved search keeps the filters, but not the open person or the search that it came from', () => {
    const search = {
      search_word: 'ana',
      major_tagList: 'Art',
      order: 'NameDesc',
      layout: 'list',
      uid: '7',
      saved: '3',
      city: '',
    };
    const params = {
      search_word: 'ana',
      major_tagList: 'Art',
      major_ContainsLogic: 'OR',
      order: 'NameDesc',
      layout: 'list',
    };
    expect(paramsOf(search)).toEqual(params);
    expect(searchParamsOf({ id: '3', name: 'X', params })).toEqual({ ...params, saved: '3' });
    expect(hrefOf({ major: 'Law & Order' })).toBe('/directory?major=Law+%26+Order');
    expect(hrefOf({})).toBe('/directory');
  });

  test.each([
    [{}, {}, true],
    [{ a: '1', b: '2' }, { b: '2', a: '1' }, true],
    [{ a: '1' }, { a: '1', b: '2' }, false],
    [{ a: '1', b: '2' }, { a: '1' }, false],
    [{ a: '1' }, { a: '2' }, false],
    [{ a: '1' }, { b: '1' }, false],
    [{ a_tagList: '1' }, { a_tagList: '1', a_ContainsLogic: 'OR' }, true],
    [{ a_tagList: '1' }, { a_tagList: '1', a_ContainsLogic: 'AND' }, false],
  ])('%j and %j are the same: %j', (one, other, expected) =>
    expect(isSame(one, other)).toBe(expected),
  );

  test.each<[Record<string, string>, string]>([
    [{ account_type: 'Student', search_word: 'silva' }, '“silva” • Student'],
    [{ interests_tagList: 'Chess,Food[[SEP]] wine,Go' }, 'Chess, Food, wine, or Go'],
    [
      { interests_tagList: 'Chess,Go', interests_ContainsLogic: 'AND', connection: 'none' },
      'Chess and Go • Not connected',
    ],
    [{ languages_NotContainsLogic: 'French' }, 'Not French'],
    [{ connection: 'married' }, 'married'],
    [{ order: 'NameDesc', layout: 'list', uid: '7', saved: '1' }, ''],
  ])('%j has the description %s', (params, words) => expect(inWords(params, english)).toBe(words));

  test('the suggested name fits the length limit and consists of whole words where possible', () => {
    expect(suggestedName({ layout: 'list' }, english)).toBe('Everyone');
    expect(suggestedName({ major: 'Art' }, english)).toBe('Art');
    const long = suggestedName(
      { interests_tagList: 'Photography,Astronomy,Woodwork,Volunteering,Chess,Climbing' },
      english,
    );
    expect(long).toBe('Photography, Astronomy, Woodwork, Volunteering, Chess, or…');
    for (const word of ['x'.repeat(200), '🧗'.repeat(80)]) {
      const name = suggestedName({ search_word: word }, english);
      expect([name.length <= nameMax, name.isWellFormed(), name.endsWith('…')]).toEqual([
        true,
        true,
        true,
      ]);
    }
  });
});
