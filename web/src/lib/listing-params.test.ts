import { describe, expect, test } from 'vitest';
import { pageSizeDefault, windowOfPage } from '#contract/paging.ts';
import { filterParams, legacyRows, listingParams, pageSize, pageWindow } from './listing-params.ts';

describe('listing parameters', () => {
  test('[DIR-03] the first page has 20 items by default; range is the offset, and limit is the end', () => {
    expect(pageWindow()).toEqual({ range: 0, limit: 20 });
    expect(pageWindow(3)).toEqual({ range: 40, limit: 60 });
    expect(pageWindow(2, 50)).toEqual({ range: 50, limit: 100 });
    expect([pageSize, pageWindow(4)]).toEqual([pageSizeDefault, windowOfPage(4)]);
  });

  test('[DIR-04] filters omit empty values', () => {
    expect(
      filterParams({
        a: '',
        b: null,
        c: undefined,
        d: [],
        e: { kind: 'menu-list', selected: null },
        f: { kind: 'list', contains: [] },
        g: { kind: 'menu-list', selected: { value: '' } },
        h: [''],
        zero: 0,
        no: false,
        search_word: 'ana',
      }),
    ).toEqual({ zero: '0', no: 'false', search_word: 'ana' });
  });

  test('[DIR-04] a menu list sends the value of its selected option', () => {
    expect(
      filterParams({ accountType: { kind: 'menu-list', selected: { value: 'Student' } } }),
    ).toEqual({ accountType: 'Student' });
  });

  test('[DIR-04] a list sends tagList, ContainsLogic (default OR) and NotContainsLogic', () => {
    expect(filterParams({ interests: { kind: 'list', contains: ['Chess', 'Film, old'] } })).toEqual(
      {
        interests_tagList: 'Chess,Film[[SEP]] old',
        interests_ContainsLogic: 'OR',
      },
    );
    expect(
      filterParams({
        interests: {
          kind: 'list',
          contains: ['Chess'],
          logic: 'AND',
          notContains: ['Golf', 'Polo'],
        },
      }),
    ).toEqual({
      interests_tagList: 'Chess',
      interests_ContainsLogic: 'AND',
      interests_NotContainsLogic: 'Golf,Polo',
    });
    expect(
      filterParams({ interests: { kind: 'list', contains: [], notContains: ['Golf'] } }),
    ).toEqual({
      interests_NotContainsLogic: 'Golf',
    });
  });

  test('[DIR-02] [DIR-03] a listing sends its window, its filters and, under the call’s name, its order joined by commas', () => {
    expect(
      listingParams({
        page: 2,
        order: ['LastNameAsc', '', 'YearDesc'],
        orderParam: 'order1',
        filters: { city: 'Lyon' },
      }),
    ).toEqual({
      range: '20',
      limit: '40',
      order1: 'LastNameAsc,YearDesc',
      city: 'Lyon',
    });
    expect(listingParams({})).toEqual({ range: '0', limit: '20' });
  });

  test('[DIR-03] a filter can’t override the window', () => {
    expect(listingParams({ filters: { range: '999' } })).toEqual({ range: '0', limit: '20' });
  });
});

test('[DIR-06] the client maps v17 rows by field, drops headings and takes the first counter as the total', () => {
  expect(
    legacyRows([
      { listingSeparator: 'true', p0: 'A' },
      { fields: 'uid,firstName,', p0: '1', p1: 'Ana', counter: 89 },
      { listingSeparator: 'true', p0: 'B' },
      { fields: 'uid,firstName,', p0: '2', p1: 'Ben' },
    ]),
  ).toEqual({
    total: 89,
    items: [
      { uid: '1', firstName: 'Ana' },
      { uid: '2', firstName: 'Ben' },
    ],
  });
  expect(legacyRows([])).toEqual({ total: 0, items: [] });
});
