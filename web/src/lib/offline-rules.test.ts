import { expect, test } from 'vitest';
import { readCalendar } from '#contract/calendar/calls.ts';
import { getBursar } from '#contract/finances/calls.ts';
import { getMenu } from '#contract/menus/calls.ts';
import { listEvents } from '#contract/events/calls.ts';
import { beyondLimits, isPageQuery, isStorable, withoutProofs } from './offline-rules.ts';

test('replies of listed calls are stored, whatever their input, and no others', () => {
  expect(isStorable([listEvents, 'pages', { pageSize: 30 }])).toBe(true);
  expect(isStorable([readCalendar, { from: 'a' }])).toBe(true);
  expect(isStorable([getMenu, {}])).toBe(true);
  expect(isStorable([getBursar, {}])).toBe(false);
  expect(isStorable(['clubs of the welcome page'])).toBe(false);
  expect([isPageQuery([listEvents]), isPageQuery([getMenu, {}])]).toEqual([true, false]);
});

test('addresses of files are stored without their proof of access', () => {
  const file = { url: '/files/uploads/c/1/2/file?until=9&mark=secret', name: 'a?b "c"' };
  expect(JSON.parse(withoutProofs({ items: [file], photo: '/files/x.webp' }))).toEqual({
    items: [{ url: '/files/uploads/c/1/2/file', name: 'a?b "c"' }],
    photo: '/files/x.webp',
  });
});

const day = 24 * 3_600_000;
const at = (name: string, age: number, bytes = 1) => ({ name, updatedAt: 30 * day - age, bytes });
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);
const limits = { ageMs: 7 * day, replies: 3, bytes: 100 };

test('the oldest replies are deleted beyond the limits of age, number and size', () => {
  const now = 30 * day;
  expect(names(beyondLimits([at('old', 7 * day + 1), at('new', 7 * day)], now, limits))).toEqual([
    'old',
  ]);
  const four = [at('c', 3), at('a', 1), at('d', 4), at('b', 2)];
  expect(names(beyondLimits(four, now, limits))).toEqual(['d']);
  const large = [at('a', 1, 60), at('b', 2, 40), at('c', 3, 1)];
  expect(names(beyondLimits(large, now, limits))).toEqual(['c']);
  expect(beyondLimits([], now)).toEqual([]);
});
