import { parseDate } from '@internationalized/date';
import { expect, test } from 'vitest';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import {
  blocksOf,
  daysOfItem,
  instantAt,
  assignLanes,
  monthDays,
  weekStart,
} from './calendar-times.ts';
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

test('[CAL-01] short items appear as 15 minutes, midnight a minute earlier, and all-day items until their last day', () => {
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

test('[CAL-01] weeks begin on Monday, also in a month', () => {
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

test('overlapping items share the width; others use all of it', () => {
  const items = [
    timed('a', 600, 720),
    timed('b', 630, 660),
    timed('c', 660, 700),
    timed('d', 720, 780),
  ];
  const lanes = (of: readonly CalendarItem[]) =>
    assignLanes(blocksOf(of, 0)).map(({ block, lane, lanes: all, span }) => [
      block.item.key,
      lane,
      all,
      span,
    ]);
  expect(lanes(items)).toEqual([
    ['a', 0, 2, 1],
    ['b', 1, 2, 1],
    ['c', 1, 2, 1],
    ['d', 0, 1, 1],
  ]);
  // An item with nothing beside it at its time also takes the space of the others.
  expect(
    lanes([timed('a', 600, 900), timed('b', 600, 660), timed('c', 700, 800), timed('d', 710, 800)]),
  ).toEqual([
    ['a', 0, 3, 1],
    ['b', 1, 3, 2],
    ['c', 1, 3, 1],
    ['d', 2, 3, 1],
  ]);
});

test('each view loads only the days that its window shows', () => {
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
