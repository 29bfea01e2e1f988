import { expect, test } from 'vitest';
import type { PreferenceRow } from '#contract/notifications/settings.endpoints.ts';
import { choicesFor, levelOf } from './club-level.ts';

type Cell = PreferenceRow['in_app'];

const cell = (value: 'yes' | 'no', byDefault: 'yes' | 'no', rule: Cell['rule'] = 'own'): Cell => ({
  value,
  rule,
  byDefault,
  isEffective: value === 'yes',
});
/** News comes by email by default; posts and comments come only in the app. */
const keys = {
  postsOnGroupFeed: {
    in_app: cell('yes', 'yes'),
    mobile: cell('no', 'no'),
    email: cell('no', 'no'),
  },
  postsOnNews: { in_app: cell('yes', 'yes'), mobile: cell('no', 'no'), email: cell('yes', 'yes') },
};

test('a level is what the settings amount to, and a mix is none', () => {
  const off = { in_app: cell('no', 'yes'), mobile: cell('no', 'no'), email: cell('no', 'no') };
  expect(levelOf(keys)).toBe('all');
  expect(levelOf({ ...keys, postsOnGroupFeed: off })).toBe('news');
  expect(levelOf({ postsOnGroupFeed: off, postsOnNews: off })).toBe('none');
  expect(levelOf({ ...keys, postsOnNews: off })).toBeNull();
});

test('choosing a level changes only what differs, restores defaults, and leaves what the school locked', () => {
  expect(choicesFor(keys, 'all')).toEqual([]);
  expect(choicesFor(keys, 'news')).toEqual([['postsOnGroupFeed', { in_app: 'no' }]]);
  expect(choicesFor(keys, 'none')).toEqual([
    ['postsOnGroupFeed', { in_app: 'no' }],
    ['postsOnNews', { in_app: 'no', email: 'no' }],
  ]);
  const off = { in_app: cell('no', 'yes'), mobile: cell('no', 'no'), email: cell('no', 'yes') };
  expect(choicesFor({ postsOnNews: off }, 'all')).toEqual([
    ['postsOnNews', { in_app: 'yes', email: 'yes' }],
  ]);
  const locked = { ...keys.postsOnNews, email: cell('yes', 'yes', 'locked') };
  expect(choicesFor({ postsOnNews: locked }, 'none')).toEqual([['postsOnNews', { in_app: 'no' }]]);
});

test('a platform that the school locked to “yes” doesn’t keep a level from matching', () => {
  const off = {
    in_app: cell('no', 'yes'),
    mobile: cell('no', 'no'),
    email: cell('yes', 'yes', 'locked'),
  };
  expect(levelOf({ postsOnGroupFeed: off, postsOnNews: off })).toBe('none');
  expect(levelOf({ ...keys, postsOnGroupFeed: off })).toBe('news');
});
