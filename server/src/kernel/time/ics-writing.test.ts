import fc from 'fast-check';
import ical from 'node-ical';
import { describe, expect, test } from 'vitest';
import { icsOccurrences } from './ics-occurrences.ts';
import { componentsNamed, propertiesOf, readIcs, propertyText } from './ics-source.ts';
import { writeIcs, type CalendarEntry } from './ics-writing.ts';
import { zonesOf } from './ics-zones.ts';
import { hour } from './local-time.ts';
import { changeOccurrence, changeThisAndFollowing } from './series-edits.ts';
import { checkSeries, isAllDay, occurrencesOf, type Series } from './series.ts';
import { clockChanges } from './zones.ts';

const entry = (series: Series, more: Partial<CalendarEntry> = {}): CalendarEntry => ({
  uid: 'event-1@campus.example',
  sequence: 0,
  changedAt: Date.UTC(2026, 0, 1),
  isCanceled: false,
  series,
  summary: 'Choir',
  ...more,
});
const simple = checkSeries({
  start: '2026-03-16T10:00:00',
  zone: 'Europe/Berlin',
  length: 90,
  rule: null,
  exceptions: [],
  overrides: {},
});
const eventsIn = (text: string) => componentsNamed(readIcs(text).roots, 'vevent');

const zones = [
  'America/New_York',
  'Europe/London',
  'Africa/Casablanca',
  'Asia/Jerusalem',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'UTC',
];
const rules = [
  null,
  'FREQ=DAILY;COUNT=40',
  'FREQ=WEEKLY;INTERVAL=2;COUNT=20',
  'FREQ=MONTHLY;UNTIL=20291231T120000Z',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=1,2,3;COUNT=30',
  'FREQ=YEARLY',
];
const anySeries = fc
  .record({
    day: fc.integer({ min: 0, max: 900 }),
    minutes: fc.integer({ min: 0, max: 1_439 }),
    zone: fc.constantFrom(...zones),
    length: fc.integer({ min: 1, max: 300 }),
    rule: fc.constantFrom(...rules),
    isDays: fc.boolean(),
    edits: fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 3 }),
  })
  .map(({ day, minutes, zone, length, rule, isDays, edits }) => {
    const time = new Date(Date.UTC(2026, 0, 1) + day * 86_400_000 + minutes * 60_000).toISOString();
    const bySet = rule?.includes('BYSETPOS') === true;
    const date = bySet ? `${time.slice(0, 8)}01` : time.slice(0, 10);
    const start = isDays ? date : `${date}${time.slice(10, 19)}`;
    let series = checkSeries({
      start,
      zone,
      length: isDays ? 2 : length,
      rule,
      exceptions: [],
      overrides: {},
    });
    const all = occurrencesOf(series, { from: 0, to: Date.UTC(2045, 0, 1) });
    for (const [which, isCancel] of edits) {
      const original = all[which % all.length]?.original ?? start;
      const moved = isDays ? original.replace(/..$/, '15') : original.replace(/T../, 'T05');
      if (all.length > 4)
        series = changeOccurrence(series, original, isCancel ? null : { start: moved, length: 1 });
    }
    return series;
  });

test('our reader finds the same occurrences in a file that we wrote', () => {
  fc.assert(
    fc.property(anySeries, (series) => {
      const rows = icsOccurrences(
        writeIcs({ entries: [entry(series)] }),
        '2025-12-01',
        '2035-12-01',
      );
      const found = occurrencesOf(
        series,
        { from: Date.UTC(2025, 11, 1), to: Date.UTC(2035, 11, 1) },
        10_000,
      );
      const own = found.map(({ start, end, startsAt, endsAt }) =>
        isAllDay(series)
          ? `${start} ${end}`
          : `${new Date(startsAt).toISOString()} ${new Date(endsAt).toISOString()}`.replaceAll(
              '.000Z',
              'Z',
            ),
      );
      // An all-day event at the end of the window starts earlier in zones to the east.
      const isInside = (row: string) => row < '2035-11-29';
      expect(rows.map(([, start, end]) => `${start} ${end}`).filter(isInside)).toEqual(
        [...new Set(own)].filter(isInside).toSorted(),
      );
    }),
    { numRuns: 60 },
  );
});

test("the file omits exceptions that the rule doesn't produce, and times that the clock skips are an hour later", () => {
  const series = {
    ...simple,
    rule: 'FREQ=WEEKLY;COUNT=4',
    // A week of holidays that includes a class day.
    exceptions: Array.from({ length: 7 }, (_, index) => `2026-03-${22 + index}T10:00:00`),
  };
  const text = writeIcs({
    entries: [entry(series, { canceled: ['2026-03-30T10:00:00', '2026-03-31T10:00:00'] })],
  });
  expect(text.match(/EXDATE.*/g)).toEqual(['EXDATE;TZID=Europe/Berlin:20260323T100000']);
  expect(text.match(/RECURRENCE-ID.*/g)).toEqual([
    'RECURRENCE-ID;TZID=Europe/Berlin:20260330T100000',
  ]);
  const gap = writeIcs({
    entries: [entry({ ...simple, start: '2026-03-29T02:30:00', length: 60 })],
  });
  expect(gap).toContain('DTSTART;TZID=Europe/Berlin:20260329T033000');
  expect(gap).toContain('DTEND;TZID=Europe/Berlin:20260329T043000');
});

describe('time zones', () => {
  test.each(zones.filter((zone) => zone !== 'UTC'))(
    'the VTIMEZONE of %s has the same clock changes as the platform',
    (zone) => {
      const series = checkSeries({ ...simple, zone, rule: 'FREQ=YEARLY;UNTIL=20310401T100000' });
      // With an unknown name, only the file defines the zone.
      const { roots } = readIcs(
        writeIcs({ entries: [entry(series)] }).replaceAll(zone, 'Own/Zone-Name'),
      );
      const own = zonesOf(roots)('Own/Zone-Name');
      for (const { at, before, after } of clockChanges(zone, 2026, 2031)) {
        expect([at, own?.offsetAt(at - 1), own?.offsetAt(at)]).toEqual([at, before, after]);
        expect(own?.offsetAt(at + 12 * hour)).toBe(after);
      }
      expect(own).toBeDefined();
    },
  );

  test('the file has one VTIMEZONE per zone with timed events, and none for all-day events or UTC', () => {
    const days = checkSeries({ ...simple, start: '2026-03-16', length: 1 });
    const inUtc = checkSeries({ ...simple, zone: 'Etc/UTC' });
    const entries = [simple, simple, days, inUtc].map((series) => entry(series));
    const names = componentsNamed(readIcs(writeIcs({ entries })).roots, 'vtimezone').map(
      (component) => propertyText(component, 'tzid'),
    );
    expect(names).toEqual(['Europe/Berlin']);
  });
});

test("lines have at most 75 octets, and text from people can't add properties", () => {
  const summary = `Tea; cake, \\ and\r\nDTSTART:19990101T000000Z\u0000\u0007 ${'ü€😀'.repeat(60)}`;
  const text = writeIcs({
    name: 'Räume',
    entries: [
      entry(simple, {
        summary,
        description: summary,
        location: summary,
        url: 'https://campus.example/1\r\nX-EVIL:1',
      }),
    ],
  });
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  for (const line of text.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/^X-EVIL|^DTSTART:1999|\p{Cc}/u);
    expect(line).not.toContain('\uFFFD');
  }
  const [event] = eventsIn(text);
  expect(event && propertyText(event, 'summary')).toBe(
    summary.replace('\r\n', '\n').replaceAll('\u0000', '').replaceAll('\u0007', ''),
  );
});

test('the file has the times that people entered, without the adjustments for display', () => {
  const short = checkSeries({ ...simple, start: '2026-03-16T23:55:00', length: 5 });
  const days = checkSeries({ ...simple, start: '2026-03-16', length: 1 });
  const text = writeIcs({ entries: [entry(short), entry(days, { uid: 'event-2' })] });
  expect(text).toContain(
    'DTSTART;TZID=Europe/Berlin:20260316T235500\r\nDTEND;TZID=Europe/Berlin:20260317T000000\r\n',
  );
  expect(text).toContain('DTSTART;VALUE=DATE:20260316\r\nDTEND;VALUE=DATE:20260317\r\n');
});

test.each(['America/New_York', 'Asia/Kolkata'])('UNTIL in %s is the last start in UTC', (zone) => {
  const weekly = checkSeries({ ...simple, zone, rule: 'FREQ=WEEKLY;COUNT=6' });
  const { before } = changeThisAndFollowing(weekly, '2026-04-06T10:00:00', null);
  const text = writeIcs({ entries: before ? [entry(before)] : [] });
  expect(text).toContain(
    `UNTIL=${zone === 'Asia/Kolkata' ? '20260330T043000Z' : '20260330T140000Z'}`,
  );
  expect(icsOccurrences(text, '2026-01-01', '2027-01-01')).toHaveLength(3);
});

test('a cancellation has its sequence number and no reminders, and other events have their reminders', () => {
  const canceled = entry(simple, { sequence: 3, isCanceled: true, reminders: [{ minutes: 10 }] });
  const text = writeIcs({ method: 'CANCEL', entries: [canceled] });
  expect(text).toMatch(/METHOD:CANCEL\r\n[^]*SEQUENCE:3\r\nSTATUS:CANCELLED/);
  expect(text).not.toContain('VALARM');
  const reminded = writeIcs({
    entries: [{ ...canceled, isCanceled: false, reminders: [{ minutes: 10 }, { days: 1 }] }],
  });
  expect(reminded.match(/TRIGGER:.*/g)).toEqual(['TRIGGER:-PT10M', 'TRIGGER:-P1D']);
});

test('node-ical reads the same zone, rule, exceptions and overrides', () => {
  const weekly = checkSeries({ ...simple, rule: 'FREQ=WEEKLY;UNTIL=20260420' });
  const edited = changeOccurrence(
    changeOccurrence(weekly, '2026-03-23T10:00:00', null),
    '2026-04-06T10:00:00',
    {
      start: '2026-04-07T12:00:00',
      length: 30,
    },
  );
  const texts = { '2026-04-13T10:00:00': { summary: 'Choir, with guests' } };
  const text = writeIcs({ entries: [entry(edited, { texts })] });
  expect(eventsIn(text).map((event) => propertiesOf(event, 'recurrence-id').length)).toEqual([
    0, 1, 1,
  ]);
  const event = ical.sync.parseICS(text)['event-1@campus.example'];
  if (event?.type !== 'VEVENT') throw new Error('node-ical finds no event');
  const instances = ical
    .expandRecurringEvent(event, { from: new Date('2026-01-01'), to: new Date('2027-01-01') })
    .map(({ start, end, summary }) => [
      new Date(start).toISOString(),
      new Date(end).toISOString(),
      String(summary),
    ]);
  const own = occurrencesOf(edited, { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) });
  expect(instances).toEqual(
    own.map(({ startsAt, endsAt, original }) => [
      new Date(startsAt).toISOString(),
      new Date(endsAt).toISOString(),
      original === '2026-04-13T10:00:00' ? 'Choir, with guests' : 'Choir',
    ]),
  );
});

test('writeIcs() writes dates that the rule does not produce as RDATE', () => {
  const extra = '2026-03-18T10:00:00';
  const moved = '2026-03-20T10:00:00';
  const series = checkSeries({
    ...simple,
    rule: 'FREQ=WEEKLY;COUNT=2',
    overrides: {
      [extra]: { start: extra, length: 90 },
      [moved]: { start: '2026-03-21T12:00:00', length: 30 },
    },
  });
  const text = writeIcs({ entries: [entry(series)] });
  const [main, one, ...more] = eventsIn(text);
  expect(more).toEqual([]);
  expect(text.match(/RDATE;TZID=Europe\/Berlin:\w+/g)).toEqual([
    'RDATE;TZID=Europe/Berlin:20260318T100000',
    'RDATE;TZID=Europe/Berlin:20260320T100000',
  ]);
  expect(main && propertiesOf(main, 'rdate')).toHaveLength(2);
  expect(one && propertyText(one, 'recurrence-id')).toContain('2026');
  expect(icsOccurrences(text, '2026-03-01', '2026-04-01').map(([, start]) => start)).toEqual([
    '2026-03-16T09:00:00Z',
    '2026-03-18T09:00:00Z',
    '2026-03-21T11:00:00Z',
    '2026-03-23T09:00:00Z',
  ]);
});
