import { describe, expect, test } from 'vitest';
import {
  checkRule,
  checkSeries,
  lastEndOf,
  lengthBetween,
  occurrencesOf,
  type Series,
} from './series.ts';

const series = (given: Partial<Series>): Series =>
  checkSeries({
    start: '2026-03-23T10:00:00',
    zone: 'Europe/Berlin',
    length: 60,
    rule: null,
    exceptions: [],
    overrides: {},
    ...given,
  });
const year = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };
const starts = (given: Series) => occurrencesOf(given, year).map(({ start }) => start);
const errorOf = (code: string) => expect.objectContaining({ code });

test('occurrencesOf() combines the rule, exceptions and overrides', () => {
  const weekly = series({
    rule: 'FREQ=WEEKLY;COUNT=4',
    exceptions: ['2026-03-30T10:00:00'],
    overrides: { '2026-04-06T10:00:00': { start: '2026-04-05T18:30:00', length: 30 } },
  });
  expect(
    occurrencesOf(weekly, year).map(({ start, end, startsAt }) => [
      start,
      end,
      new Date(startsAt).toISOString(),
    ]),
  ).toEqual([
    ['2026-03-23T10:00:00', '2026-03-23T11:00:00', '2026-03-23T09:00:00.000Z'],
    ['2026-04-05T18:30:00', '2026-04-05T19:00:00', '2026-04-05T16:30:00.000Z'],
    ['2026-04-13T10:00:00', '2026-04-13T11:00:00', '2026-04-13T08:00:00.000Z'],
  ]);
  expect(new Date(lastEndOf(weekly)).toISOString()).toBe('2026-04-13T09:00:00.000Z');
});

test('lastEndOf() includes changed dates more than ten years after the start', () => {
  const extra = { '2046-12-15T10:00:00': { start: '2046-12-15T10:00:00', length: 60 } };
  for (const rule of [null, 'FREQ=WEEKLY;COUNT=4'])
    expect(new Date(lastEndOf(series({ rule, overrides: extra }))).toISOString()).toBe(
      '2046-12-15T10:00:00.000Z',
    );
});

test('occurrencesOf() returns occurrences that overlap the window, up to the limit', () => {
  const night = series({ start: '2026-03-28T22:00:00', length: 8 * 60 });
  // The clock skips an hour that night. It ends at six by the clock.
  expect(new Date(occurrencesOf(night, year)[0]?.endsAt ?? 0).toISOString()).toBe(
    '2026-03-29T04:00:00.000Z',
  );
  const at = (text: string) => Date.parse(`2026-03-29T${text}:00Z`);
  expect(occurrencesOf(night, { from: at('03:59'), to: at('12:00') })).toHaveLength(1);
  expect(occurrencesOf(night, { from: at('04:00'), to: at('12:00') })).toHaveLength(0);
  expect(occurrencesOf(series({ rule: 'FREQ=DAILY' }), year, 3)).toHaveLength(3);
});

test('occurrences of an all-day series are dates, and each ends on the day after its last day', () => {
  const days = series({
    start: '2026-10-24',
    length: 2,
    rule: 'FREQ=WEEKLY;UNTIL=20261031T120000Z',
  });
  expect(days.rule).toBe('FREQ=WEEKLY;UNTIL=20261031');
  expect(occurrencesOf(days, year).map(({ start, end }) => [start, end])).toEqual([
    ['2026-10-24', '2026-10-26'],
    ['2026-10-31', '2026-11-02'],
  ]);
});

test('an occurrence at a time that the clock skips starts an hour later and keeps its length', () => {
  for (const length of [15, 30, 60, 75, 120]) {
    const gap = series({ start: '2026-03-29T02:45:00', length });
    const [only] = occurrencesOf(gap, year);
    expect(new Date(only?.startsAt ?? 0).toISOString()).toBe('2026-03-29T01:45:00.000Z');
    expect((only?.endsAt ?? 0) - (only?.startsAt ?? 0)).toBe(length * 60_000);
  }
});

describe('rules from people', () => {
  const event = { start: '2026-03-23T10:00:00', zone: 'Europe/Berlin' };
  test.each([
    [
      'FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20260402T220000Z',
      'FREQ=WEEKLY;UNTIL=20260403T000000;BYDAY=MO,FR',
    ],
    ['RRULE:FREQ=WEEKLY;UNTIL=20260402', 'FREQ=WEEKLY;UNTIL=20260402T235959'],
    ['freq=monthly;byday=4mo;wkst=su', 'FREQ=MONTHLY;BYDAY=4MO;WKST=SU'],
  ])('checkRule() turns %s into %s', (given, stored) => {
    expect(checkRule(given, event)).toBe(stored);
    expect(checkRule(stored, event)).toBe(stored);
  });
  test.each([
    ['', 'rule_frequency'],
    ['FREQ=FORTNIGHTLY', 'rule_frequency'],
    ['FREQ=SECONDLY', 'rule_frequency'],
    ['FREQ=DAILY;BYHOUR=1,2,3', 'rule_part'],
    ['FREQ=DAILY;BYEASTER=0', 'rule_part'],
    ['FREQ=WEEKLY;BYDAY=XX', 'rule_part'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'rule_part'],
    ['FREQ=DAILY;INTERVAL=0', 'rule_interval'],
    ['FREQ=DAILY;INTERVAL=1001', 'rule_interval'],
    ['FREQ=DAILY;COUNT=0', 'rule_count'],
    ['FREQ=DAILY;COUNT=1000000', 'rule_count'],
    ['FREQ=YEARLY;COUNT=12', 'rule_count'],
    ['FREQ=DAILY;COUNT=3;UNTIL=20260401', 'rule_invalid'],
    ['FREQ=DAILY;FREQ=DAILY', 'rule_invalid'],
    ['FREQ=DAILY;UNTIL=20260101', 'rule_until'],
    ['FREQ=DAILY;UNTIL=20990101', 'rule_until'],
    ['FREQ=DAILY;UNTIL=tomorrow', 'rule_until'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'rule_never'],
    ['FREQ=WEEKLY;BYDAY=TU', 'rule_start'],
    [`FREQ=DAILY;BYMONTHDAY=${'1,'.repeat(400)}1`, 'rule_invalid'],
  ])('checkRule() rejects %s with %s', (given, code) => {
    expect(() => checkRule(given, event)).toThrow(errorOf(code));
  });
});

test('checkSeries() and lengthBetween() reject invalid input with a code', () => {
  expect(() => series({ zone: 'Europe/Atlantis' })).toThrow(errorOf('zone_unknown'));
  expect(() => series({ start: '2026-02-30T10:00:00' })).toThrow(errorOf('time_invalid'));
  expect(() => series({ length: -1 })).toThrow(errorOf('time_order'));
  expect(() => series({ length: 10_000_000 })).toThrow(errorOf('time_length'));
  expect(() => lengthBetween('2026-03-23T10:00', '2026-03-23T09:59')).toThrow(
    errorOf('time_order'),
  );
  expect(() => lengthBetween('2026-03-23', '2026-03-23')).toThrow(errorOf('time_order'));
  const many = Array.from({ length: 1_001 }, () => '2026-03-23T10:00:00');
  expect(() => series({ exceptions: many })).toThrow(errorOf('exceptions_too_many'));
});

test('a yearly rule without an end stops after 11 occurrences', () => {
  const endless = series({ rule: 'FREQ=YEARLY' });
  const all = occurrencesOf(endless, { from: 0, to: Date.UTC(2100, 0, 1) });
  expect(all).toHaveLength(11);
  expect(starts(endless)).toEqual(['2026-03-23T10:00:00']);
});
