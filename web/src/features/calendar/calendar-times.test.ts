import { parseDate } from '@internationalized/date';
import { expect, test } from 'vitest';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import {
  blocksOf,
  daysOfItem,
  clockText,
  instantAt,
  monthDays,
  weekStart,
} from './calendar-times.ts';
import type { Locale, Messages } from '../../lib/messages.ts';
import { layOutDay } from './grid/lay-out-day.ts';
import { daysShown, fittingView, pageStep, windowOf } from './calendar-views.ts';

const item = (given: Partial<CalendarItem>): CalendarItem => ({
  key: 'own-1',
  id: '1',
  kind: 'own',
  calendar: 'own',
  title: 'Entry',
  dateStart: '',
  dateEnd: '',
  isAllDay: false,
  timeZone: 'UTC',
  location: null,
  url: null,
  color: 2,
  isTentative: false,
  isCanceled: false,
  occurrence: null,
  overlaps: [],
  ...given,
});
const day = parseDate('2026-03-04');
/** An item from one minute of the day to another, in local time. */
const timed = (key: string, from: number, to: number) =>
  item({ key, dateStart: instantAt(day, from), dateEnd: instantAt(day, to) });

test('[CAL-01] short items fill 15 minutes, items until midnight end a minute earlier, all-day items fill each day', () => {
  const drawn = (one: CalendarItem) =>
    blocksOf([one], 0).map(({ day: at, from, to }) => [at, from, to]);
  expect(drawn(timed('short', 600, 605))).toEqual([['2026-03-04', 600, 615]]);
  expect(drawn(timed('night', 1_320, 1_440))).toEqual([['2026-03-04', 1_320, 1_439]]);
  expect(drawn(timed('late', 1_435, 1_437))).toEqual([['2026-03-04', 1_435, 1_440]]);
  expect(daysOfItem({ ...timed('due', 1_439, 1_439), kind: 'deadline' })).toEqual(['2026-03-04']);
  const over = item({
    dateStart: instantAt(day, 1_380),
    dateEnd: instantAt(day.add({ days: 1 }), 60),
  });
  expect(drawn(over)).toEqual([
    ['2026-03-04', 1_380, 1_440],
    ['2026-03-05', 0, 60],
  ]);
  const trip = item({ isAllDay: true, dateStart: '2026-03-28', dateEnd: '2026-03-30' });
  expect(daysOfItem(trip)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
  expect(daysOfItem({ ...trip, dateEnd: '2026-03-28' })).toEqual(['2026-03-28']);
  expect(drawn(trip)).toEqual([]);
});

test('[CAL-01] weeks start on Monday, also in the month view', () => {
  for (const [date, monday] of [
    ['2026-03-02', '2026-03-02'],
    ['2026-03-08', '2026-03-02'],
    ['2027-01-01', '2026-12-28'],
  ] as const)
    expect(weekStart(parseDate(date)).toString()).toBe(monday);
  const month = monthDays(parseDate('2026-02-14')).map(String);
  expect([month[0], month.at(-1), month.length]).toEqual(['2026-01-26', '2026-03-01', 35]);
  expect(monthDays(parseDate('2027-02-14'))).toHaveLength(28);
});

test('overlapping items share the width of a wide day, and other items fill it', () => {
  const lay = (of: readonly CalendarItem[]) =>
    layOutDay(blocksOf(of, 0), 600).placed.map(({ block, start, width }) => [
      block.item.key,
      Math.round(start * 12),
      Math.round(width * 12),
    ]);
  expect(
    lay([timed('a', 600, 720), timed('b', 630, 660), timed('c', 660, 700), timed('d', 720, 780)]),
  ).toEqual([
    ['a', 0, 6],
    ['b', 6, 6],
    ['c', 6, 6],
    ['d', 0, 12],
  ]);
  // An item with nothing beside it at its time also takes the space of the others.
  expect(
    lay([timed('a', 600, 900), timed('b', 600, 660), timed('c', 700, 800), timed('d', 710, 800)]),
  ).toEqual([
    ['a', 0, 4],
    ['b', 4, 8],
    ['c', 4, 4],
    ['d', 8, 4],
  ]);
});

test('in a narrow day, later items cover earlier ones below their title, and a list holds the ones that don’t fit', () => {
  const lay = (of: readonly CalendarItem[], dayWidth = 128) => {
    const { placed, more } = layOutDay(blocksOf(of, 0), dayWidth);
    return {
      placed: placed.map(({ block, start, width, covered }) => [
        block.item.key,
        ...[start, width, covered].map((part) => Math.round(part * dayWidth)),
      ]),
      more: more.map(({ blocks, beside }) =>
        [blocks, beside].map((some) => some.map(({ item: { key } }) => key).join('')),
      ),
    };
  };
  // The second starts later, so the first keeps its title.
  expect(lay([timed('a', 600, 720), timed('b', 660, 720)])).toEqual({
    placed: [
      ['a', 0, 128, 0],
      ['b', 64, 64, 0],
    ],
    more: [],
  });
  expect(lay([timed('a', 600, 720), timed('b', 610, 720)], 116)).toEqual({
    placed: [
      ['a', 0, 64, 12],
      ['b', 52, 64, 0],
    ],
    more: [],
  });
  const four = ['a', 'b', 'c', 'd'].map((key) => timed(key, 600, 700));
  expect(lay([...four, timed('e', 720, 780)])).toEqual({
    placed: [
      ['a', 0, 64, 0],
      ['b', 64, 64, 0],
      ['e', 0, 128, 0],
    ],
    more: [['cd', 'abcd']],
  });
});

test('the current time has no AM or PM, so it fits next to the hours', () => {
  const text = (minutes: number, locale: Locale) =>
    clockText(minutes, { locale } as Messages).replace(/[٠-٩]/g, (digit) =>
      String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)),
    );
  for (const locale of ['en', 'de', 'ar'] as const)
    expect([text(702, locale), text(1_380, locale)]).toEqual([
      expect.stringMatching(/^\d{2}:42$/),
      expect.stringMatching(/^\d{1,2}:00$/),
    ]);
});

test('each view loads only the days that it shows', () => {
  expect([fittingView(undefined, true), fittingView(undefined, false)]).toEqual(['week', 'agenda']);
  expect([fittingView('week', false), fittingView('month', false)]).toEqual(['agenda', 'month']);
  const asked = (view: Parameters<typeof daysShown>[0], isWide: boolean) =>
    Object.values(windowOf(view, day, daysShown(view, day, isWide)));
  expect(asked('week', true)).toEqual(['2026-03-02', '2026-03-09']);
  expect(asked('week', false)).toEqual(['2026-03-04', '2026-03-07']);
  expect(asked('month', true)).toEqual(['2026-02-23', '2026-04-06']);
  expect(asked('agenda', false)).toEqual(['2026-03-02', '2026-03-18']);
  expect(pageStep('month', parseDate('2026-01-31'), 1, true).toString()).toBe('2026-02-28');
  expect(pageStep('week', day, -1, false).toString()).toBe('2026-03-01');
});
