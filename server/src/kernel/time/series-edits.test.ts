import { describe, expect, test } from 'vitest';
import { changeSeries, changeOccurrence, changeThisAndFollowing } from './series-edits.ts';
import { checkSeries, occurrencesOf, type Series } from './series.ts';

// Clocks in Berlin change on March 29, 2026. The fourth of these Thursdays is the first after it.
const weekly = (rule: string, more: Partial<Series> = {}): Series =>
  checkSeries({
    start: '2026-03-12T10:00:00',
    zone: 'Europe/Berlin',
    length: 60,
    rule,
    exceptions: [],
    overrides: {},
    ...more,
  });
const six = weekly('FREQ=WEEKLY;COUNT=6');
const fourth = '2026-04-02T10:00:00';

const inUtc = (series: Series | null) =>
  series === null
    ? null
    : occurrencesOf(series, { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) }).map(
        ({ startsAt }) => new Date(startsAt).toISOString().slice(5, 16),
      );
const winter = ['03-12T09:00', '03-19T09:00', '03-26T09:00'];

describe('this occurrence', () => {
  test('can be moved alone, and back', () => {
    const moved = changeOccurrence(six, fourth, { start: '2026-04-03T15:00:00', length: 30 });
    expect(inUtc(moved)).toEqual([...winter, '04-03T13:00', '04-09T08:00', '04-16T08:00']);
    const back = changeOccurrence(moved, fourth, { start: fourth, length: 60 });
    expect(inUtc(back)).toEqual(inUtc(six));
  });

  test('can be canceled alone, whether it was moved or not', () => {
    const left = [...winter, '04-09T08:00', '04-16T08:00'];
    expect(inUtc(changeOccurrence(six, fourth, null))).toEqual(left);
    const moved = changeOccurrence(six, fourth, { start: '2026-04-03T15:00:00', length: 30 });
    expect(inUtc(changeOccurrence(moved, fourth, null))).toEqual(left);
  });

  test('must be a start of the rule', () => {
    for (const original of ['2026-04-02T11:00:00', '2026-04-23T10:00:00', '2026-04-02'])
      expect(() => changeOccurrence(six, original, null)).toThrow(
        expect.objectContaining({ code: 'occurrence_unknown' }),
      );
  });
});

describe('this and following', () => {
  test('with the unchanged COUNT of the whole series do not use all of it', () => {
    const ends = { start: fourth, length: 90, rule: 'FREQ=WEEKLY;COUNT=6' };
    expect(inUtc(changeThisAndFollowing(six, fourth, ends).after)).toHaveLength(3);
    const other = { start: fourth, rule: 'FREQ=WEEKLY;COUNT=6;BYDAY=TU,TH' };
    expect(inUtc(changeThisAndFollowing(six, fourth, other).after)).toHaveLength(3);
  });

  test('split the series; earlier occurrences stay, and COUNT is split, too', () => {
    const { before, after } = changeThisAndFollowing(six, fourth, { start: '2026-04-02T14:30:00' });
    expect(inUtc(before)).toEqual(winter);
    expect(inUtc(after)).toEqual(['04-02T12:30', '04-09T12:30', '04-16T12:30']);
    expect(after?.rule).toBe('FREQ=WEEKLY;COUNT=3');
  });

  test('move to another day with their rule, and keep exceptions and overrides', () => {
    const series = weekly('FREQ=WEEKLY;BYDAY=TH;UNTIL=20260416', {
      exceptions: ['2026-03-19T10:00:00', '2026-04-09T10:00:00'],
      overrides: { '2026-04-16T10:00:00': { start: '2026-04-16T20:00:00', length: 60 } },
    });
    const { before, after } = changeThisAndFollowing(series, fourth, {
      start: '2026-04-03T10:00:00',
    });
    expect(inUtc(before)).toEqual(['03-12T09:00', '03-26T09:00']);
    expect(after).toMatchObject({
      rule: 'FREQ=WEEKLY;UNTIL=20260417T235959;BYDAY=FR',
      exceptions: ['2026-04-10T10:00:00'],
    });
    expect(inUtc(after)).toEqual(['04-03T08:00', '04-16T18:00']);
  });

  test('are canceled, and from the first occurrence on nothing remains', () => {
    const { before, after } = changeThisAndFollowing(six, fourth, null);
    expect([inUtc(before), after]).toEqual([winter, null]);
    expect(changeThisAndFollowing(six, six.start, null)).toMatchObject({
      before: null,
      after: null,
    });
  });

  test('keep the rhythm of every second week', () => {
    const series = weekly('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH', { start: '2026-03-12T10:00:00' });
    const all = inUtc(series)?.slice(0, 7);
    const at = '2026-03-26T10:00:00';
    const { before, after } = changeThisAndFollowing(series, at, {});
    expect([...(inUtc(before) ?? []), ...(inUtc(after) ?? [])].slice(0, 7)).toEqual(all);
  });
});

describe('all', () => {
  test('move as one of them moves, on both sides of a clock change', () => {
    expect(
      inUtc(changeSeries(six, fourth, { start: '2026-04-01T08:15:00', length: 45 }).after),
    ).toEqual([
      '03-11T07:15',
      '03-18T07:15',
      '03-25T07:15',
      '04-01T06:15',
      '04-08T06:15',
      '04-15T06:15',
    ]);
  });

  test('move to another zone with their local time', () => {
    // Clocks in New York already changed on March 8.
    expect(inUtc(changeSeries(six, fourth, { zone: 'America/New_York' }).after)).toEqual(
      ['03-12', '03-19', '03-26', '04-02', '04-09', '04-16'].map((day) => `${day}T14:00`),
    );
  });

  test('become all-day, and keep their canceled occurrences', () => {
    const canceled = changeOccurrence(six, fourth, null);
    const { after: days } = changeSeries(canceled, six.start, { start: '2026-03-12', length: 1 });
    expect(days).toMatchObject({ start: '2026-03-12', exceptions: ['2026-04-02'] });
    expect(inUtc(days)).toHaveLength(5);
  });

  test('need a new rule if theirs cannot follow', () => {
    const monthly = weekly('FREQ=MONTHLY;BYDAY=MO,TH;BYSETPOS=2', { start: '2026-03-05T10:00:00' });
    const change = { start: '2026-03-06T10:00:00' };
    expect(() => changeSeries(monthly, monthly.start, change)).toThrow(
      expect.objectContaining({ code: 'rule_start' }),
    );
    expect(
      changeSeries(monthly, monthly.start, { ...change, rule: 'FREQ=MONTHLY;BYDAY=1FR' }).after
        .rule,
    ).toBe('FREQ=MONTHLY;BYDAY=1FR');
  });

  test('on the second Thursday of a month move to the second Friday', () => {
    const monthly = weekly('FREQ=MONTHLY;BYDAY=2TH');
    expect(changeSeries(monthly, monthly.start, { start: '2026-03-13T10:00:00' }).after.rule).toBe(
      'FREQ=MONTHLY;BYDAY=2FR',
    );
  });

  const withExceptions = weekly('FREQ=WEEKLY;COUNT=6;BYDAY=TH', {
    exceptions: ['2026-03-19T10:00:00'],
    overrides: { [fourth]: { start: '2026-04-03T15:00:00', length: 30 } },
  });

  test.each([
    ['as it stands', 'COUNT=6;FREQ=WEEKLY;BYDAY=TH'],
    ['for the day to which all move', 'FREQ=WEEKLY;COUNT=6;BYDAY=WE'],
  ])('keep overrides with a rule %s', (_, rule) => {
    const { after, names } = changeSeries(withExceptions, six.start, {
      start: '2026-03-11T11:00:00',
      rule,
    });
    expect(after).toMatchObject({
      rule: 'FREQ=WEEKLY;COUNT=6;BYDAY=WE',
      exceptions: ['2026-03-18T11:00:00'],
      overrides: { '2026-04-01T11:00:00': { start: '2026-04-03T15:00:00', length: 30 } },
    });
    expect(names.get('2026-03-26T10:00:00')).toBe('2026-03-25T11:00:00');
  });

  test('keep overrides on days that a new rule still has, and no date becomes another', () => {
    const { after, names } = changeSeries(withExceptions, six.start, {
      rule: 'FREQ=WEEKLY;COUNT=20;BYDAY=TU,TH',
    });
    expect(after.exceptions).toEqual(['2026-03-19T10:00:00']);
    expect(Object.keys(after.overrides)).toEqual([fourth]);
    expect([...names].every(([before, now]) => before === now)).toBe(true);
    const daily = changeSeries(withExceptions, six.start, { rule: 'FREQ=DAILY;COUNT=10' });
    expect([...daily.names.keys()]).toEqual([six.start, '2026-03-19T10:00:00']);
    expect(daily.after.overrides).toEqual({});
  });

  test('take the time of a moved occurrence, which stays on its day', () => {
    const { after } = changeSeries(withExceptions, fourth, { start: '2026-04-03T16:00:00' });
    expect(after).toMatchObject({
      start: '2026-03-12T16:00:00',
      length: 60,
      overrides: { '2026-04-02T16:00:00': { start: '2026-04-03T16:00:00', length: 30 } },
    });
    const other = changeSeries(withExceptions, fourth, {
      start: '2026-04-04T15:00:00',
      length: 90,
    });
    expect(other.after).toMatchObject({ start: '2026-03-14T15:00:00', length: 90, overrides: {} });
  });

  test('on a month’s second Thursdays become its second Fridays, month by month', () => {
    const monthly = weekly('FREQ=MONTHLY;COUNT=3;BYDAY=2TH', {
      exceptions: ['2026-04-09T10:00:00'],
    });
    const { after, names } = changeSeries(monthly, monthly.start, { start: '2026-03-13T10:00:00' });
    expect(after.exceptions).toEqual(['2026-04-10T10:00:00']);
    expect(names.get('2026-05-14T10:00:00')).toBe('2026-05-08T10:00:00');
  });
});
