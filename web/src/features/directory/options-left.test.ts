import { describe, expect, test } from 'vitest';
import type { ListingFilter } from '#contract/people/endpoints.ts';
import { createMessages } from '../../lib/messages.ts';
import { optionsLeft } from './options-left.ts';

const english = createMessages('en', {});
const option = (value: string, count: number | null) => ({
  value,
  label: value.replaceAll('[[SEP]]', ','),
  count,
});
const major: ListingFilter = {
  name: 'major',
  label: 'Major',
  kind: 'list',
  options: [option('Art', 9), option('Law[[SEP]] Politics', 4)],
};

describe('[DIR-08] options while other filters apply', () => {
  test('options count everyone until the filtered counts arrive', () => {
    expect(optionsLeft(major, undefined, {}, english)).toEqual(major);
    expect(
      optionsLeft(major, [{ ...major, options: [option('Art', 2)] }], {}, english).options,
    ).toEqual([option('Art', 2)]);
    expect(
      optionsLeft(major, [{ ...major, about: true, options: [option('Art', null)] }], {}, english),
    ).toMatchObject({
      about: true,
      options: [option('Art', null)],
    });
  });

  test('selected options stay, even without matches', () => {
    const chosen = { major_tagList: 'Law[[SEP]] Politics,Alchemy' };
    const left = [{ ...major, options: [option('Art', 2)] }];
    expect(optionsLeft(major, left, chosen, english).options).toEqual([
      option('Law[[SEP]] Politics', 0),
      option('Alchemy', 0),
      option('Art', 2),
    ]);
    expect(optionsLeft(major, undefined, chosen, english).options[0]).toEqual(
      option('Alchemy', null),
    );
  });

  test('connection options have labels in the user’s language', () => {
    const ties: ListingFilter = {
      name: 'connection',
      label: 'Connection',
      kind: 'menu-list',
      options: [option('incoming', 1)],
    };
    expect(optionsLeft(ties, undefined, {}, english).options[0]?.label).toBe(
      english.t('filter.incoming'),
    );
  });
});
