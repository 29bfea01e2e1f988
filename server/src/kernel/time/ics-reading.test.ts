import { describe, expect, test } from 'vitest';
import { icsOccurrences } from './ics-occurrences.ts';
import { readIcs, type IcsProblem } from './ics-source.ts';
import { TimeError } from './time-error.ts';

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT'].join('\r\n');
const expand = (text: string, from = '2026-01-01', to = '2027-01-01') =>
  icsOccurrences(text, from, to).map(([, start, end]) => `${start} ${end}`);
const daily = Array.from({ length: 24 }, (_, index) => index).join(',');
const minutely = Array.from({ length: 60 }, (_, index) => index).join(',');

describe('reading a calendar file', () => {
  test('times use an IANA zone, a zone from the file or a Windows zone, and float without a known zone', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Campus time',
      'BEGIN:STANDARD',
      'DTSTART:20251026T030000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:20250330T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ];
    const at = (start: string) => expand(calendar(...zone, event(start, 'DURATION:PT1H')));
    expect(at('DTSTART;TZID=Europe/Berlin:20260701T100000')).toEqual([
      '2026-07-01T08:00:00Z 2026-07-01T09:00:00Z',
    ]);
    expect(at('DTSTART;TZID=Campus time:20260701T100000')).toEqual([
      '2026-07-01T08:00:00Z 2026-07-01T09:00:00Z',
    ]);
    expect(at('DTSTART;TZID=Campus time:20261201T100000')).toEqual([
      '2026-12-01T09:00:00Z 2026-12-01T10:00:00Z',
    ]);
    expect(at('DTSTART;TZID=Eastern Standard Time:20260701T100000')).toEqual([
      '2026-07-01T14:00:00Z 2026-07-01T15:00:00Z',
    ]);
    expect(at('DTSTART;TZID=Mars/Olympus:20260701T100000')).toEqual([
      '2026-07-01T10:00:00~ 2026-07-01T11:00:00~',
    ]);
    expect(at('DTSTART:20260701T100000')).toEqual(['2026-07-01T10:00:00~ 2026-07-01T11:00:00~']);
  });

  test('a series applies exceptions, extra dates, rescheduled occurrences, and a new time for later ones', () => {
    const text = calendar(
      event(
        'DTSTART;TZID=Europe/Berlin:20260316T100000',
        'DTEND;TZID=Europe/Berlin:20260316T110000',
        'RRULE:FREQ=WEEKLY;COUNT=6',
        'EXDATE;TZID=Europe/Berlin:20260323T100000',
        'RDATE;TZID=Europe/Berlin:20260318T100000',
        'RDATE;VALUE=PERIOD:20260319T090000Z/PT30M',
      ),
      event(
        'RECURRENCE-ID;TZID=Europe/Berlin:20260330T100000',
        'DTSTART:20260331T120000Z',
        'SEQUENCE:1',
      ),
      event(
        'RECURRENCE-ID;TZID=Europe/Berlin:20260330T100000',
        'DTSTART:20260401T120000Z',
        'SEQUENCE:2',
      ),
      event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260413T100000',
        'DTSTART;TZID=Europe/Berlin:20260413T140000',
        'DURATION:PT2H',
      ),
    );
    expect(expand(text)).toEqual([
      '2026-03-16T09:00:00Z 2026-03-16T10:00:00Z',
      '2026-03-18T09:00:00Z 2026-03-18T10:00:00Z',
      '2026-03-19T09:00:00Z 2026-03-19T09:30:00Z',
      '2026-04-01T12:00:00Z 2026-04-01T12:00:00Z',
      '2026-04-06T08:00:00Z 2026-04-06T09:00:00Z',
      '2026-04-13T12:00:00Z 2026-04-13T14:00:00Z',
      '2026-04-20T12:00:00Z 2026-04-20T14:00:00Z',
    ]);
  });

  test('an event with a date instead of a time lasts one day if it has no end', () => {
    expect(expand(calendar(event('DTSTART;VALUE=DATE:20260701')))).toEqual([
      '2026-07-01 2026-07-02',
    ]);
    expect(expand(calendar(event('DTSTART:20260701', 'RRULE:FREQ=DAILY;UNTIL=20260702')))).toEqual([
      '2026-07-01 2026-07-02',
      '2026-07-02 2026-07-03',
    ]);
  });
});

describe("the reader rejects a file over a limit with a code, and omits and reports an event that it can't read", () => {
  const long = 4_900_000;
  test.each<[string, () => string, string | RegExp]>([
    ['an empty file', () => '', 'ics_empty'],
    ['an HTML page', () => '<!doctype html><p>Not found</p>', 'ics_empty'],
    ['more than 5 MB', () => calendar(event(`SUMMARY:${'x'.repeat(6_000_000)}`)), 'ics_too_large'],
    ['five million empty lines', () => '\n'.repeat(long), 'ics_too_large'],
    ['a line of 4.9 MB', () => calendar(event(`DTSTART:${'2'.repeat(long)}`)), 'ics_value'],
    [
      '280,000 excluded dates',
      () => calendar(event(`EXDATE:${'20260102T100000Z,'.repeat(280_000)}`)),
      'ics_too_large',
    ],
    ['100,000 nested components', () => 'BEGIN:X-A\r\n'.repeat(100_000), 'ics_depth'],
    [
      '60,000 components',
      () => calendar('BEGIN:VTODO\r\nEND:VTODO\r\n'.repeat(60_000)),
      'ics_components',
    ],
    ['a file that ends in an event', () => 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n', 'ics_syntax'],
    ['an invalid date', () => calendar(event('DTSTART:20260230T100000Z')), 'ics_value'],
    [
      'an invalid duration',
      () => calendar(event('DTSTART:20260201T100000Z', 'DURATION:soon')),
      'ics_value',
    ],
    [
      'a rule for every second',
      () => calendar(event('DTSTART:20260101T000000Z', 'RRULE:FREQ=SECONDLY')),
      'rule_too_dense',
    ],
    [
      'a rule for every minute',
      () => calendar(event('DTSTART:20260101T000000Z', 'RRULE:FREQ=MINUTELY;COUNT=1000000')),
      'rule_too_dense',
    ],
    [
      'a rule for every second in yearly parts',
      () =>
        calendar(
          event(
            'DTSTART:20260101T000000Z',
            `RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${daily};BYMINUTE=${minutely};BYSECOND=${minutely}`,
          ),
        ),
      'rule_too_dense',
    ],
    [
      'a rule for every minute in daily parts',
      () =>
        calendar(
          event(
            'DTSTART:20260101T000000Z',
            `RRULE:FREQ=DAILY;BYHOUR=${daily};BYMINUTE=${minutely}`,
          ),
        ),
      // A slow machine gives up before it has counted the starts.
      /^(?:rule_too_dense|ics_too_slow)$/,
    ],
    [
      'a zone that changes every second',
      () =>
        calendar(
          'BEGIN:VTIMEZONE',
          'TZID:X',
          'BEGIN:STANDARD',
          'DTSTART:19700101T000000',
          'TZOFFSETFROM:+0100',
          'TZOFFSETTO:+0200',
          'RRULE:FREQ=SECONDLY',
          'END:STANDARD',
          'END:VTIMEZONE',
          event('DTSTART;TZID=X:20260101T100000'),
        ),
      'ics_zone',
    ],
  ])('%s', { timeout: 20_000 }, (_, make, code) => {
    const text = make();
    const unread: IcsProblem[] = [];
    try {
      icsOccurrences(text, '2026-01-01', '2027-01-01', (one) => unread.push(one));
    } catch (error) {
      expect(error).toBeInstanceOf(TimeError);
      expect((error as TimeError).code).toMatch(code);
      return;
    }
    expect(unread).toEqual([
      expect.objectContaining({ code: expect.stringMatching(code), line: expect.any(Number) }),
    ]);
  });

  test('the reader rejects a calendar with too many occurrences or with rules that take too long', () => {
    const many = Array.from({ length: 1_000 }, (_, index) =>
      event('DTSTART:20060101T100000Z', 'RRULE:FREQ=DAILY').replace('UID:a', `UID:${index}`),
    );
    const codes = /^(?:The calendar has more than 50000|The rules of the calendar take too long)/;
    expect(() => expand(calendar(...many), '2006-01-01', '2026-01-01')).toThrow(codes);
  });

  test('the reader rejects invalid windows and windows that are too long', () => {
    const text = calendar(event('DTSTART:20260101T000000Z'));
    const code = (name: string) => expect.objectContaining({ code: name });
    expect(() => expand(text, '2026-01-02', '2026-01-01')).toThrow(code('window_invalid'));
    expect(() => expand(text, '1990-01-01', '2026-01-01')).toThrow(code('window_too_long'));
    expect(() => expand(text, 'today', '2026-01-01')).toThrow(code('time_invalid'));
  });
});

test('the reader ignores invalid lines of any length and keeps their event', () => {
  const at = 'DTSTART:20260301T100000Z';
  for (const line of [
    'this line has no name',
    `ATTENDEE${';X-A=b'.repeat(700_000)}:a`,
    `ATTENDEE;CN="${'a;'.repeat(2_000_000)}`,
    'NOTE: with a colon, and no name of the standard',
    'END:VTODO',
  ])
    expect(expand(calendar(event(at, line)))).toEqual([
      '2026-03-01T10:00:00Z 2026-03-01T10:00:00Z',
    ]);
});

test('the reader handles circular references, prototype names, and rules without a match', () => {
  const text = calendar(
    event('DTSTART:20260101T100000Z', 'RELATED-TO:a', 'X-A;__proto__=1;constructor=2:v'),
    'BEGIN:__PROTO__\r\nTOSTRING:x\r\nEND:__PROTO__',
    event('DTSTART;TZID=constructor:20260201T100000', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'),
  );
  expect(expand(text)).toEqual([
    '2026-01-01T10:00:00Z 2026-01-01T10:00:00Z',
    '2026-02-01T10:00:00~ 2026-02-01T10:00:00~',
  ]);
  expect(readIcs(text).roots).toHaveLength(1);
});
