import { describe, expect, test } from 'vitest';
import { icsOccurrences } from './ics-occurrences.ts';
import { charsetOf } from './ics-lines.ts';
import { readIcs, propertyText, type IcsProblem } from './ics-source.ts';

/* Tests how we read deviations from RFC 5545 and edge cases in files from calendar programs. */

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT'].join('\r\n');
const read = (text: string | Uint8Array, from = '2026-01-01', to = '2027-01-01') => {
  const unread: IcsProblem[] = [];
  const rows = icsOccurrences(text, from, to, (one) => unread.push(one));
  return { rows: rows.map(([, start, end]) => `${start} ${end}`), unread };
};
const expand = (...lines: string[]) => read(calendar(...lines)).rows;
/** Returns only the starts, as day and time. */
const starts = (...lines: string[]) => expand(...lines).map((row) => row.split(' ')[0]);

const zone = (name: string, winter: string, summer: string) => [
  'BEGIN:VTIMEZONE',
  `TZID:${name}`,
  ...['STANDARD', 'DAYLIGHT'].flatMap((part) => [
    `BEGIN:${part}`,
    part === 'STANDARD' ? 'DTSTART:19701025T030000' : 'DTSTART:19700329T020000',
    `TZOFFSETFROM:${part === 'STANDARD' ? summer : winter}`,
    `TZOFFSETTO:${part === 'STANDARD' ? winter : summer}`,
    `RRULE:FREQ=YEARLY;BYMONTH=${part === 'STANDARD' ? 10 : 3};BYDAY=-1SU`,
    `END:${part}`,
  ]),
  'END:VTIMEZONE',
];

describe("an event that we can't read", () => {
  const good = event('DTSTART:20260302T100000Z', 'SUMMARY:Good').replace('UID:a', 'UID:good');
  const bad = (...lines: string[]) => read(calendar(event(...lines, 'SUMMARY:Bad'), good));
  const alone = ['2026-03-02T10:00:00Z 2026-03-02T10:00:00Z'];

  test.each<[string, string[], number, string]>([
    ['an invalid start', ['DTSTART:Invalid date'], 5, 'ics_value'],
    ["a day that doesn't exist", ['DTSTART;VALUE=DATE:20260230'], 5, 'ics_value'],
    ['no start', ['DTEND:20260302T100000Z'], 3, 'ics_value'],
    ['an empty start', ['DTSTART:'], 5, 'ics_value'],
    [
      'an unclosed quote in its start',
      ['DTSTART;TZID="Europe/Berlin:20260302T100000'],
      3,
      'ics_value',
    ],
    ['an unknown frequency', ['DTSTART:20260302T100000Z', 'RRULE:FREQ=NEVER'], 6, 'rule_frequency'],
    [
      'an unknown rule part',
      ['DTSTART:20260302T100000Z', 'RRULE:FREQ=DAILY;BYMOON=2'],
      6,
      'rule_part',
    ],
    [
      'a rule for every second',
      ['DTSTART:20260302T100000Z', 'RRULE:FREQ=SECONDLY'],
      3,
      'rule_too_dense',
    ],
    [
      'a reference to an invalid occurrence',
      ['DTSTART:20260302T100000Z', 'RECURRENCE-ID:soon'],
      6,
      'ics_value',
    ],
  ])(
    'the reader omits an event with %s and reports its line and a code',
    (_, lines, line, code) => {
      expect(bad(...lines)).toEqual({
        rows: alone,
        unread: [{ line, title: 'Bad', code, isLeftOut: true }],
      });
    },
  );

  test('the reader keeps an event with a valid start and reports its invalid end, duration or date list', () => {
    const start = 'DTSTART:20260303T100000Z';
    for (const line of ['DTEND:Invalid date', 'DURATION:soon', 'EXDATE:never', 'RDATE:20261399'])
      expect(bad(start, line)).toEqual({
        rows: ['2026-03-03T10:00:00Z 2026-03-03T10:00:00Z', ...alone],
        unread: [{ line: 6, title: 'Bad', code: 'ics_value', isLeftOut: false }],
      });
  });

  test('the reader reports the line in the file, even after folded lines or in a truncated file', () => {
    const folded = event('DESCRIPTION:a\r\n b\r\n c', 'DTSTART:never', 'SUMMARY:Bad');
    expect(read(calendar(good, folded)).unread).toMatchObject([{ line: 13 }]);
    const cut = `${calendar(good).replace('END:VCALENDAR\r\n', '')}BEGIN:VEVENT\r\nUID:b\r\nDTSTART:2026`;
    expect(read(cut)).toEqual({
      rows: alone,
      unread: [{ line: 8, title: null, code: 'ics_syntax', isLeftOut: true }],
    });
    // BEGIN of an entry ends an entry that wasn't closed.
    expect(
      read(calendar(good.replace('\r\nEND:VEVENT', ''), event('DTSTART:20260303'))).rows,
    ).toEqual(['2026-03-03 2026-03-04', ...alone]);
  });

  test('with an invalid VTIMEZONE, times use the IANA zone of that name or float, and the reader reports an unknown zone', () => {
    const broken = (name: string) =>
      zone(name, '+0100', '+0200').map((line) =>
        line.replace('TZOFFSETTO:+0100', 'TZOFFSETTO:early'),
      );
    const of = (name: string) =>
      read(calendar(...broken(name), event(`DTSTART;TZID=${name}:20260301T100000`)));
    expect(of('Europe/Berlin').rows).toEqual(['2026-03-01T09:00:00Z 2026-03-01T09:00:00Z']);
    expect(of('Campus')).toMatchObject({
      rows: ['2026-03-01T10:00:00~ 2026-03-01T10:00:00~'],
      unread: [{ title: 'Campus', code: 'ics_zone', isLeftOut: false }],
    });
  });
});

describe('recurrence rules', () => {
  const from = 'DTSTART;TZID=America/New_York:20261201T200000';
  const days = ['2026-12-02T01:00:00Z', '2026-12-03T01:00:00Z', '2026-12-04T01:00:00Z'];

  test.each([
    'FREQ=DAILY;UNTIL=20261203',
    'FREQ=DAILY;UNTIL=2026-12-03',
    'FREQ=DAILY;UNTIL=20261203T200000',
    'FREQ=DAILY;UNTIL=20261204T010000Z',
    'FREQ=DAILY;COUNT=3;',
    ' FREQ=DAILY ; COUNT=3 ;;',
    'freq=daily;count=3',
    'COUNT=3;FREQ=DAILY;BYDAY=',
    'FREQ=WEEKLY;COUNT=3;BYDAY=TU, WE ,TH',
    'FREQ=WEEKLY;COUNT=3;BYDAY=TU,WE,TH,',
  ])('the reader gets the same three days from %s', (rule) => {
    expect(starts(event(from, `RRULE:${rule}`))).toEqual(days);
  });

  test("an empty rule doesn't repeat, and an all-day event includes the day in UNTIL", () => {
    expect(starts(event(from, 'RRULE:'))).toEqual(days.slice(0, 1));
    for (const until of ['20261203', '20261203T000000', '20261203T000000Z'])
      expect(
        starts(event('DTSTART;VALUE=DATE:20261201', `RRULE:FREQ=DAILY;UNTIL=${until}`)),
      ).toEqual(['2026-12-01', '2026-12-02', '2026-12-03']);
  });

  test.each<[string, string[]]>([
    ['BYYEARDAY=100,101,102,103,104,105,106;BYDAY=MO', ['2026-04-13', '2027-04-12', '2028-04-10']],
    ['BYYEARDAY=1,15,40;BYMONTHDAY=15', ['2026-01-15', '2027-01-15', '2028-01-15']],
    ['BYYEARDAY=-1,32;BYDAY=FR,SA', ['2027-12-31', '2030-02-01', '2031-02-01']],
    [
      'INTERVAL=2;BYYEARDAY=100,101,102,103,104,105,106;BYDAY=MO,TU;BYSETPOS=1',
      ['2026-04-13', '2028-04-10', '2030-04-15'],
    ],
    ['BYYEARDAY=1,2,3,4,5,6,7;BYDAY=2MO', []],
  ])('YEARLY;%s filters days of the year as dateutil does', (parts, expected) => {
    const { rows } = read(
      calendar(event('DTSTART:20260101T100000Z', `RRULE:FREQ=YEARLY;${parts};COUNT=3`)),
      '2026-01-02',
      '2036-01-01',
    );
    expect(rows.map((row) => row.slice(0, 10))).toEqual(expected);
  });
});

describe("a date without a time refers to the occurrence that starts on that day in the event's zone", () => {
  test.each([
    ['Pacific/Auckland', '09:00', '2026-06-01T21:00:00Z', '2026-06-03T21:00:00Z'],
    ['America/Los_Angeles', '20:00', '2026-06-03T03:00:00Z', '2026-06-05T03:00:00Z'],
    ['UTC', '23:30', '2026-06-02T23:30:00Z', '2026-06-04T23:30:00Z'],
  ])('in %s', (name, time, first, last) => {
    const at = (day: string) => `${day}T${time.replace(':', '')}00`;
    const tzid = name === 'UTC' ? '' : `;TZID=${name}`;
    const z = name === 'UTC' ? 'Z' : '';
    const series = (...lines: string[]) =>
      event(`DTSTART${tzid}:${at('20260602')}${z}`, 'RRULE:FREQ=DAILY;COUNT=3', ...lines);
    expect(starts(series('EXDATE;VALUE=DATE:20260603'))).toEqual([first, last]);
    expect(starts(series('EXDATE:20260603'))).toEqual([first, last]);
    const moved = event(
      'RECURRENCE-ID;VALUE=DATE:20260603',
      'DTSTART:20260620T120000Z',
      'SUMMARY:Moved',
    );
    expect(starts(series(), moved)).toEqual([first, last, '2026-06-20T12:00:00Z']);
    const added = event(`DTSTART${tzid}:${at('20260602')}${z}`, 'RDATE;VALUE=DATE:20260604');
    expect(starts(added)).toEqual([first, last]);
  });

  test('a time refers to the all-day occurrence on that day', () => {
    expect(
      starts(
        event(
          'DTSTART;VALUE=DATE:20260601',
          'RRULE:FREQ=DAILY;COUNT=3',
          'EXDATE;TZID=Europe/Berlin:20260602T000000',
          'RDATE:20260610T000000',
        ),
      ),
    ).toEqual(['2026-06-01', '2026-06-03', '2026-06-10']);
  });

  test('EXDATE and RDATE can be empty, and a period in RDATE has its own length', () => {
    const start = 'DTSTART;TZID=Europe/Berlin:20260601T100000';
    for (const line of ['EXDATE:', 'EXDATE;TZID=Europe/Berlin:', 'RDATE:', 'EXDATE:,'])
      expect(starts(event(start, line))).toEqual(['2026-06-01T08:00:00Z']);
    expect(
      expand(
        event(
          start,
          'DURATION:PT1H',
          'RDATE;VALUE=PERIOD:20260603T080000Z/20260603T083000Z,20260604T080000Z/PT2H',
          'RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260605T100000/20260605T104500',
        ),
      ),
    ).toEqual([
      '2026-06-01T08:00:00Z 2026-06-01T09:00:00Z',
      '2026-06-03T08:00:00Z 2026-06-03T08:30:00Z',
      '2026-06-04T08:00:00Z 2026-06-04T10:00:00Z',
      '2026-06-05T08:00:00Z 2026-06-05T08:45:00Z',
    ]);
  });
});

describe('local times', () => {
  test('start, end and EXDATE convert to UTC correctly around clock changes', () => {
    expect(
      expand(
        event(
          'DTSTART;TZID=Pacific/Auckland:20260404T150000',
          'DTEND;TZID=Australia/Sydney:20260404T163000',
        ),
      ),
    ).toEqual(['2026-04-04T02:00:00Z 2026-04-04T05:30:00Z']);
    // The second 02:30 of that night, which only UTC can express.
    expect(
      expand(event('DTSTART;TZID=Europe/Berlin:20261025T013000', 'DTEND:20261025T013000Z')),
    ).toEqual(['2026-10-24T23:30:00Z 2026-10-25T01:30:00Z']);
    const daily = 'RRULE:FREQ=DAILY;COUNT=3';
    const [a, b] = ['2026-03-28T01:30:00Z', '2026-03-30T00:30:00Z'];
    // The clock skips 02:30 on March 29. It means 03:30, which is 01:30 UTC.
    for (const exdate of ['EXDATE:20260329T013000Z', 'EXDATE;TZID=Europe/Berlin:20260329T023000'])
      expect(starts(event('DTSTART;TZID=Europe/Berlin:20260328T023000', daily, exdate))).toEqual([
        a,
        b,
      ]);
  });

  test('hours in a duration are elapsed time, and days follow the clock (RFC 5545 3.3.6)', () => {
    const of = (duration: string) =>
      expand(event('DTSTART;TZID=Europe/Berlin:20261025T013000', `DURATION:${duration}`));
    expect(of('PT3H')).toEqual(['2026-10-24T23:30:00Z 2026-10-25T02:30:00Z']);
    expect(of('P1D')).toEqual(['2026-10-24T23:30:00Z 2026-10-26T00:30:00Z']);
  });

  test('an event whose start the clock skips starts later', () => {
    for (const [from, to, end] of [
      ['0200', '0300', '02:00'],
      ['0230', '0330', '02:30'],
      ['0230', '0345', '02:45'],
      ['0230', '0240', '01:40'],
    ])
      expect(
        expand(
          event(
            `DTSTART;TZID=Europe/Berlin:20260329T${from}00`,
            `DTEND;TZID=Europe/Berlin:20260329T${to}00`,
          ),
        )[0]?.split(' ')[1],
      ).toBe(`2026-03-29T${end}:00Z`);
  });

  test('a zone that the file defines overrides an IANA zone of the same name', () => {
    for (const name of ['EST', 'MST', 'HST', 'Europe/Berlin', 'Eastern Standard Time', 'UTC+1'])
      expect(
        starts(
          ...zone(name, '-0300', '-0200'),
          event(`DTSTART;TZID=${name}:20260701T100000`, 'RRULE:FREQ=MONTHLY;INTERVAL=6;COUNT=1'),
        ),
      ).toEqual(['2026-07-01T12:00:00Z']);
    const plain = (name: string) => starts(event(`DTSTART;TZID=${name}:20260701T100000`));
    expect(plain('EST')).toEqual(['2026-07-01T15:00:00Z']);
    expect(plain('MST')).toEqual(['2026-07-01T17:00:00Z']);
    expect(plain('HST')).toEqual(['2026-07-01T20:00:00Z']);
  });

  test('zone names can contain a colon, quoted or not, and times can be in ISO 8601', () => {
    const at = (line: string) => starts(...zone('GMT+05:30', '+0530', '+0530'), event(line));
    for (const line of [
      'DTSTART;TZID=GMT+05:30:20260701T060000',
      'DTSTART;TZID="GMT+05:30":20260701T060000',
      'DTSTART;VALUE=DATE-TIME;TZID=GMT+05:30:20260701T060000',
      'DTSTART;TZID=GMT+05:30;VALUE=DATE-TIME:20260701T060000',
      'DTSTART:2026-07-01T06:00:00+05:30',
      'DTSTART:2026-07-01T00:30:00.000Z',
      'DTSTART:20260701T0030Z',
    ])
      expect(at(line)).toEqual(['2026-07-01T00:30:00Z']);
    // Without a definition, the name determines the zone.
    expect(starts(event('DTSTART;TZID=GMT+05:30:20260701T060000'))).toEqual([
      '2026-07-01T00:30:00Z',
    ]);
    expect(
      starts(
        event(
          'DTSTART;TZID=(UTC+05:30) Chennai, Kolkata:20260701T060000',
          'RRULE:FREQ=DAILY;COUNT=2',
          'EXDATE;TZID=(UTC+05:30) Chennai, Kolkata:20260702T060000',
        ),
      ),
    ).toEqual(['2026-07-01T06:00:00~']);
  });

  test('a time stays a time with VALUE=DATE, and an all-day event that ends at a time includes that day', () => {
    expect(
      expand(event('DTSTART;VALUE=DATE:20260603T080000Z', 'DTEND;VALUE=DATE:20260603T090000Z')),
    ).toEqual(['2026-06-03T08:00:00Z 2026-06-03T09:00:00Z']);
    expect(expand(event('DTSTART;VALUE=DATE:20260603', 'DTEND:20260604T170000'))).toEqual([
      '2026-06-03 2026-06-05',
    ]);
  });
});

describe('METHOD:CANCEL', () => {
  const canceled = (text: string) => {
    const { roots } = readIcs(text);
    return roots.flatMap(({ components }) => components.map((one) => propertyText(one, 'status')));
  };
  test('cancels every event in the message, regardless of its STATUS', () => {
    const one = event('DTSTART:20260302T100000Z', 'STATUS:CONFIRMED');
    expect(canceled(calendar('METHOD:CANCEL', one))).toEqual(['CANCELLED']);
    expect(canceled(calendar('METHOD: cancel ', one))).toEqual(['CANCELLED']);
    expect(canceled(calendar('METHOD:REQUEST', one))).toEqual(['CONFIRMED']);
    const both = calendar('METHOD:REQUEST', one) + calendar('METHOD:CANCEL', one);
    expect(read(both).rows).toHaveLength(1);
  });
});

describe('character encoding', () => {
  const titleOf = (bytes: Uint8Array, charset?: string) =>
    readIcs(bytes, undefined, charset).roots.flatMap(({ components }) =>
      components.map((one) => propertyText(one, 'summary')),
    )[0];
  const withTitle = (title: string) =>
    calendar(event('DTSTART:20260302T100000Z', `SUMMARY:${title}`));

  test('the reader unfolds lines before decoding, because a fold can split a character', () => {
    const bytes = Buffer.from(withTitle('Zoë 🎓 café'));
    for (let at = bytes.indexOf('SUMMARY') + 8; at < bytes.indexOf('END:VEVENT') - 2; at += 1) {
      const folded = Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from('\r\n '),
        bytes.subarray(at),
      ]);
      expect(titleOf(folded)).toBe('Zoë 🎓 café');
    }
  });

  test('the reader decodes by byte order mark, response charset, or detection', () => {
    const text = withTitle('Zoë – Übung');
    const western = Buffer.from(text.replace('–', '\u0096'), 'latin1');
    expect(titleOf(western)).toBe('Zoë – Übung');
    expect(titleOf(western, 'windows-1252')).toBe('Zoë – Übung');
    expect(titleOf(western, 'utf-8')).toBe('Zoë – Übung');
    expect(titleOf(western, 'unheard-of')).toBe('Zoë – Übung');
    expect(titleOf(Buffer.from(text), 'us-ascii')).toBe('Zoë – Übung');
    expect(titleOf(Buffer.from(`\uFEFF${text}`), 'iso-8859-1')).toBe('Zoë – Übung');
    expect(titleOf(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toBe('Zoë – Übung');
    expect(titleOf(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())).toBe('Zoë – Übung');
    expect(titleOf(Buffer.from(withTitle('Za\u00bfó\u00b3\u00e6'), 'latin1'), 'iso-8859-2')).toBe(
      'Zażółć',
    );
    // A text cut in the middle of a character doesn't change the others.
    const cut = Buffer.from(text.replace('Übung', 'Übung Ü'));
    expect(
      titleOf(
        Buffer.concat([
          cut.subarray(0, cut.lastIndexOf(0xc3) + 1),
          cut.subarray(cut.lastIndexOf(0xc3) + 2),
        ]),
      ),
    ).toBe('Zoë – Übung �');
    expect(titleOf(Buffer.from(text.replaceAll('\r\n', '\r')))).toBe('Zoë – Übung');
    expect(titleOf(Buffer.from(text.replaceAll('\r\n', '\n')))).toBe('Zoë – Übung');
    expect(charsetOf('text/calendar; method=PUBLISH; charset="ISO-8859-1"')).toBe('ISO-8859-1');
    expect(charsetOf('text/calendar')).toBeUndefined();
  });
});
