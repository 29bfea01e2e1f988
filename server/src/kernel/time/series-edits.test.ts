import { describe, expect, test } from 'vitest';
import { editIcs } from './ics-edits.ts';
import { seriesOfIcs } from './ics-series.ts';
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
  test('someone can reschedule one occurrence and then reset it', () => {
    const moved = changeOccurrence(six, fourth, { start: '2026-04-03T15:00:00', length: 30 });
    expect(inUtc(moved)).toEqual([...winter, '04-03T13:00', '04-09T08:00', '04-16T08:00']);
    const back = changeOccurrence(moved, fourth, { start: fourth, length: 60 });
    expect(inUtc(back)).toEqual(inUtc(six));
  });

  test('someone can cancel one occurrence, rescheduled or not', () => {
    const left = [...winter, '04-09T08:00', '04-16T08:00'];
    expect(inUtc(changeOccurrence(six, fourth, null))).toEqual(left);
    const moved = changeOccurrence(six, fourth, { start: '2026-04-03T15:00:00', length: 30 });
    expect(inUtc(changeOccurrence(moved, fourth, null))).toEqual(left);
  });

  test("a time that the rule doesn't produce is not an occurrence", () => {
    for (const original of ['2026-04-02T11:00:00', '2026-04-23T10:00:00', '2026-04-02'])
      expect(() => changeOccurrence(six, original, null)).toThrow(
        expect.objectContaining({ code: 'occurrence_unknown' }),
      );
  });
});

describe('this and following', () => {
  test("sending the series' COUNT again keeps only the occurrences that remain", () => {
    const ends = { start: fourth, length: 90, rule: 'FREQ=WEEKLY;COUNT=6' };
    expect(inUtc(changeThisAndFollowing(six, fourth, ends).after)).toHaveLength(3);
    const other = { start: fourth, rule: 'FREQ=WEEKLY;COUNT=6;BYDAY=TU,TH' };
    expect(inUtc(changeThisAndFollowing(six, fourth, other).after)).toHaveLength(3);
  });

  test('rescheduling splits the series and its COUNT, and earlier occurrences stay the same', () => {
    const { before, after } = changeThisAndFollowing(six, fourth, { start: '2026-04-02T14:30:00' });
    expect(inUtc(before)).toEqual(winter);
    expect(inUtc(after)).toEqual(['04-02T12:30', '04-09T12:30', '04-16T12:30']);
    expect(after?.rule).toBe('FREQ=WEEKLY;COUNT=3');
  });

  test("moving to another day changes the rule's day, and keeps exceptions and overrides", () => {
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

  test('canceling removes later occurrences, and from the first occurrence on, the whole series', () => {
    const { before, after } = changeThisAndFollowing(six, fourth, null);
    expect([inUtc(before), after]).toEqual([winter, null]);
    expect(changeThisAndFollowing(six, six.start, null)).toMatchObject({
      before: null,
      after: null,
    });
  });

  test('splitting a series of every second week keeps its dates', () => {
    const series = weekly('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH', { start: '2026-03-12T10:00:00' });
    const all = inUtc(series)?.slice(0, 7);
    const at = '2026-03-26T10:00:00';
    const { before, after } = changeThisAndFollowing(series, at, {});
    expect([...(inUtc(before) ?? []), ...(inUtc(after) ?? [])].slice(0, 7)).toEqual(all);
  });
});

describe('all', () => {
  test('rescheduling one occurrence reschedules all by local time, before and after a clock change', () => {
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

  test('changing the zone keeps the local time', () => {
    // Clocks in New York already changed on March 8.
    expect(inUtc(changeSeries(six, fourth, { zone: 'America/New_York' }).after)).toEqual(
      ['03-12', '03-19', '03-26', '04-02', '04-09', '04-16'].map((day) => `${day}T14:00`),
    );
  });

  test('changing a series to all-day keeps its canceled occurrences', () => {
    const canceled = changeOccurrence(six, fourth, null);
    const { after: days } = changeSeries(canceled, six.start, { start: '2026-03-12', length: 1 });
    expect(days).toMatchObject({ start: '2026-03-12', exceptions: ['2026-04-02'] });
    expect(inUtc(days)).toHaveLength(5);
  });

  test("rescheduling needs a new rule if the old rule can't follow the new start", () => {
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

  test('moving from the second Thursday to the second Friday changes the rule', () => {
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
    ['that is unchanged', 'COUNT=6;FREQ=WEEKLY;BYDAY=TH'],
    ['for the new day', 'FREQ=WEEKLY;COUNT=6;BYDAY=WE'],
  ])('rescheduling keeps exceptions and overrides with a rule %s', (_, rule) => {
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

  test("a new rule keeps exceptions and overrides on its days, and doesn't change occurrence dates", () => {
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

  test('changing a rescheduled occurrence applies its new time or day to all occurrences', () => {
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

  test('moving from the second Thursday to the second Friday moves each exception within its month', () => {
    const monthly = weekly('FREQ=MONTHLY;COUNT=3;BYDAY=2TH', {
      exceptions: ['2026-04-09T10:00:00'],
    });
    const { after, names } = changeSeries(monthly, monthly.start, { start: '2026-03-13T10:00:00' });
    expect(after.exceptions).toEqual(['2026-04-10T10:00:00']);
    expect(names.get('2026-05-14T10:00:00')).toBe('2026-05-08T10:00:00');
  });
});

const icsOf = (...events: (readonly string[])[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', 'UID:one@phone', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const now = Date.UTC(2026, 2, 1);

describe('files of endless series', () => {
  /** A series without an end, whose dates months later have a title or an alarm of their own. */
  const endless = (rule: string, ...dates: string[]) =>
    icsOf(
      ['DTSTART;TZID=Europe/Berlin:20260312T100000', 'DURATION:PT1H', `RRULE:${rule}`],
      ...dates.map((date) => [
        `RECURRENCE-ID;TZID=Europe/Berlin:${date}T100000`,
        `DTSTART;TZID=Europe/Berlin:${date}T100000`,
        'DURATION:PT1H',
        `SUMMARY:Only on ${date}`,
      ]),
    );
  /** Returns the titles of single dates by their starts. */
  const titlesIn = (ics: string) =>
    Object.fromEntries(
      Object.entries(seriesOfIcs(ics, 'Europe/Berlin').dates).map(([key, { title }]) => [
        key,
        title,
      ]),
    );

  test('moving the series keeps entries of dates far after its start', () => {
    const ics = endless('FREQ=WEEKLY', '20260618', '20300613');
    const { series } = seriesOfIcs(ics, 'Europe/Berlin');
    expect(series.overrides).toEqual({});
    const { after, names } = changeSeries(series, series.start, { start: '2026-03-13T11:00:00' });
    const edited = editIcs(ics, 'Europe/Berlin', { series: after, names, now });
    expect(titlesIn(edited)).toEqual({
      '2026-06-19T11:00:00': 'Only on 20260618',
      '2030-06-14T11:00:00': 'Only on 20300613',
    });
  });

  test('moving from the second Thursday to the second Friday keeps each entry within its month', () => {
    // October 2027 begins on a Friday.
    const ics = endless('FREQ=MONTHLY;BYDAY=2TH', '20270909', '20271014');
    const { series } = seriesOfIcs(ics, 'Europe/Berlin');
    const { after, names } = changeSeries(series, series.start, { start: '2026-03-13T10:00:00' });
    const edited = editIcs(ics, 'Europe/Berlin', { series: after, names, now });
    expect(titlesIn(edited)).toEqual({
      '2027-09-10T10:00:00': 'Only on 20270909',
      '2027-10-08T10:00:00': 'Only on 20271014',
    });
  });

  test('a new rule keeps entries only on its days', () => {
    const ics = endless('FREQ=WEEKLY', '20260618', '20260625');
    const { series } = seriesOfIcs(ics, 'Europe/Berlin');
    const rule = 'FREQ=WEEKLY;INTERVAL=2';
    const { after, names } = changeSeries(series, series.start, { rule });
    const edited = editIcs(ics, 'Europe/Berlin', { series: after, names, now });
    expect(titlesIn(edited)).toEqual({ '2026-06-18T10:00:00': 'Only on 20260618' });
  });

  test('splitting the series gives each entry to its part', () => {
    const ics = endless('FREQ=WEEKLY', '20260618', '20260917', '20261217');
    const { series } = seriesOfIcs(ics, 'Europe/Berlin');
    const split = changeThisAndFollowing(series, '2026-07-02T10:00:00', {
      start: '2026-07-02T12:00:00',
    });
    const part = (given: Partial<typeof split>, one: Series | null) =>
      one && titlesIn(editIcs(ics, 'Europe/Berlin', { series: one, ...given, now }));
    expect(part({}, split.before)).toEqual({ '2026-06-18T10:00:00': 'Only on 20260618' });
    expect(part({ names: split.names }, split.after)).toEqual({
      '2026-09-17T12:00:00': 'Only on 20260917',
      '2026-12-17T12:00:00': 'Only on 20261217',
    });
  });
});

describe('UNTIL in files', () => {
  const untilAfter = (start: string, until: string, change: Parameters<typeof changeSeries>[2]) => {
    const ics = icsOf([start, 'DURATION:PT1H', `RRULE:FREQ=WEEKLY;UNTIL=${until}`]);
    const { series } = seriesOfIcs(ics, 'Europe/Berlin');
    const { after, names } = changeSeries(series, series.start, change);
    const edited = editIcs(ics, 'Europe/Berlin', { series: after, names, now });
    expect(seriesOfIcs(edited, after.zone).series).toEqual(after);
    return /UNTIL=(\w+)/.exec(edited)?.[1];
  };

  test('changes with the zone', () => {
    const start = 'DTSTART;TZID=Europe/Berlin:20260312T100000';
    const zone = 'America/New_York';
    // The last second of the day in Berlin, and then in New York.
    expect(untilAfter(start, '20260416T215959Z', { zone })).toBe('20260417T035959Z');
  });

  test('is in local time if the start has no zone', () => {
    const start = 'DTSTART:20260312T100000';
    expect(untilAfter(start, '20260416T100000', { start: '2026-03-12T11:00:00' })).toBe(
      '20260416T235959',
    );
    expect(untilAfter(start, '20260416T100000', { zone: 'America/New_York' })).toBe(
      '20260417T035959Z',
    );
  });
});
