import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { turnShare } from '../../../../test/turn-share.ts';
import { inWorld, type Person } from '../../../../test/world.ts';
import { runMaintenance } from '../../../kernel/jobs/maintenance.ts';
import { openOutbound } from '../../../kernel/outbound/outbound.ts';
import { eventsOf } from '../../../kernel/time/ics-events.ts';
import {
  expandEvents,
  readWindow,
  type ExpandOptions,
  type IcsOccurrence,
  type Window,
} from '../../../kernel/time/ics-occurrences.ts';
import type { IcsComponent } from '../../../kernel/time/ics-source.ts';
import { zonesOf } from '../../../kernel/time/ics-zones.ts';
import { dateText, day, instantText, localText } from '../../../kernel/time/local-time.ts';
import { TimeError } from '../../../kernel/time/time-error.ts';
import { instantIn } from '../../../kernel/time/zones.ts';
import { storedCalendar } from './subscribed-events.ts';
import { takeUpSubscriptions } from './subscriptions.queries.ts';

const world = inWorld();
/** Returns the occurrences of stored events between two times. */
const expandStored = (
  zones: readonly IcsComponent[],
  events: readonly (readonly IcsComponent[])[],
  window: Window,
  expanding?: ExpandOptions,
) => expandEvents(eventsOf(events.flat(), zonesOf(zones)), window, expanding);
const code = ({ body }: { body: unknown }) => (body as { code?: string }).code;

const calendarOf = (...events: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'X-WR-CALNAME:Holidays',
    ...events.flatMap((one) => ['BEGIN:VEVENT', ...one.split('|'), 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n');
const holiday = 'UID:h1|SUMMARY:Thanksgiving|DTSTART;VALUE=DATE:20261126|TRANSP:TRANSPARENT';
const lecture =
  'UID:l1|SUMMARY:Guest lecture|LOCATION:Aula|DTSTART;TZID=America/New_York:20261117T090000|DURATION:PT1H|RRULE:FREQ=WEEKLY;COUNT=3';

/** The response of the other server, and the requests it got. */
let reply: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
let asked: IncomingMessage[] = [];
const server = createServer((request, response) => {
  asked.push(request);
  reply(request, response);
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));
const answers = (text: string, headers: Record<string, string> = {}, status = 200) => {
  reply = (_, response) => response.writeHead(status, headers).end(text);
};

const list = async (who: Person) =>
  (
    await who.call('GET /api/v1/calendar', {
      from: '2026-11-16',
      to: '2026-12-06',
      timeZone: 'America/New_York',
    })
  ).items.map(({ title, dateStart }) => `${title} ${dateStart}`);
const subscribe = (who: Person, path = '/a.ics') =>
  who.call('POST /api/v1/calendar/subscriptions', { url: `${origin}${path}`, color: 3 });
const sources = async (who: Person) =>
  (await who.call('GET /api/v1/calendar/sources', {})).calendars;
/** Advances the clock by an hour and syncs the calendars. */
const anHour = async () => {
  await world.sql(
    `update calendar_subscriptions set attempted_at = attempted_at - interval '61 minutes'`,
  );
  await runMaintenance(world.pool, [takeUpSubscriptions], world.clock.now());
  await world.app.jobs.settle();
};

describe('[CAL-02] subscribed calendars', () => {
  test('sync immediately and then every hour, and don’t change while the source is unchanged', async () => {
    asked = [];
    answers(calendarOf(holiday, lecture), {
      etag: '"1"',
      'last-modified': 'Mon, 16 Nov 2026 10:00:00 GMT',
    });
    const made = await subscribe(world.ana);
    expect(made).toMatchObject({
      name: 'Holidays',
      host: new URL(origin).host,
      events: 2,
      problem: null,
    });
    expect(await list(world.ana)).toEqual([
      'Guest lecture 2026-11-17T14:00:00Z',
      'Guest lecture 2026-11-24T14:00:00Z',
      'Thanksgiving 2026-11-26',
      'Guest lecture 2026-12-01T14:00:00Z',
    ]);
    expect(await list(world.ben)).toEqual([]);
    // The address is stored encrypted.
    expect(JSON.stringify(await world.sql('select * from calendar_subscriptions'))).not.toContain(
      'a.ics',
    );
    reply = (_, response) => response.writeHead(304).end();
    await anHour();
    expect(asked).toHaveLength(2);
    expect(asked[1]?.headers).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Mon, 16 Nov 2026 10:00:00 GMT',
    });
    expect((await sources(world.ana))[0]).toMatchObject({
      readAt: world.clock.now().toISOString(),
      problem: null,
    });
    answers(calendarOf(lecture.replace('Guest', 'Last')), { etag: '"2"' });
    await anHour();
    expect((await list(world.ana))[0]).toBe('Last lecture 2026-11-17T14:00:00Z');
    const id = made.id;
    expect(
      await world.ana.call('PATCH /api/v1/calendar/subscriptions/{id}', {
        id,
        isShown: false,
        name: 'Talks',
      }),
    ).toMatchObject({ isShown: false, name: 'Talks', color: 3 });
    for (const who of [world.ben, world.admin, world.eve]) {
      expect(
        (await who.try('PATCH /api/v1/calendar/subscriptions/{id}', { id, name: 'X' })).status,
      ).toBe(404);
      expect((await who.try('POST /api/v1/calendar/subscriptions/{id}/read', { id })).status).toBe(
        404,
      );
      await who.call('DELETE /api/v1/calendar/subscriptions/{id}', { id });
    }
    expect(await list(world.ana)).toHaveLength(3);
    await world.ana.call('DELETE /api/v1/calendar/subscriptions/{id}', { id });
    expect(await list(world.ana)).toEqual([]);
  });

  test.each([
    ['returns an error', () => answers('', {}, 500), 'calendar_refused'],
    ['returns a web page', () => answers('<html>Sign in</html>'), 'ics_empty'],
    [
      'returns half a calendar',
      () => answers('BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:2026'),
      'ics_syntax',
    ],
    [
      'returns an invalid date',
      () => answers(calendarOf('UID:a|DTSTART:20261399T000000Z')),
      'ics_value',
    ],
    [
      'returns a rule with too many occurrences',
      () => answers(calendarOf('UID:a|DTSTART:20261117T000000Z|RRULE:FREQ=SECONDLY')),
      'rule_too_dense',
    ],
    [
      'sends more than 5 MB',
      () => answers(calendarOf(`UID:a|DESCRIPTION:${'x'.repeat(6_000_000)}`)),
      'ics_too_large',
    ],
    [
      'redirects endlessly',
      () => {
        reply = (_, response) => response.writeHead(302, { location: '/again.ics' }).end();
      },
      'calendar_unreachable',
    ],
    [
      'hangs up',
      () => {
        reply = (request) => request.socket.destroy();
      },
      'calendar_unreachable',
    ],
  ])('show the reason if a server %s, and keep the last good copy', async (_, fail, expected) => {
    answers(calendarOf(lecture));
    const { id } = await subscribe(world.ben);
    const before = await list(world.ben);
    fail();
    const again = await world.ben.call('POST /api/v1/calendar/subscriptions/{id}/read', { id });
    expect(again).toMatchObject({ problem: expected, events: 1 });
    expect(again.readAt).not.toBeNull();
    expect(await list(world.ben)).toEqual(before);
    const refused = await world.ben.try('POST /api/v1/calendar/subscriptions', {
      url: `${origin}/b.ics`,
      color: 0,
    });
    expect([refused.status, code(refused)]).toEqual([422, expected]);
    expect(await sources(world.ben)).toHaveLength(1);
    await world.ben.call('DELETE /api/v1/calendar/subscriptions/{id}', { id });
    await world.sql('delete from rate_limits');
  });

  test('have names, titles and locations without hidden or direction characters', async () => {
    const turned =
      'UID:h1|SUMMARY:\u202eGuest\u200b talk\u3164|LOCATION:\u2066Hall\u2069 \u00ad2|DTSTART:20261118T100000Z';
    const lost = 'UID:h2|SUMMARY:\u202eLost|DTSTART:Invalid date';
    const file = calendarOf(turned, lost).replace('CALNAME:', 'CALNAME:\u202e');
    answers(file);
    const { id } = await subscribe(world.ben, '/hidden.ics');
    const { items } = await world.ben.call('GET /api/v1/calendar', {
      from: '2026-11-16',
      to: '2026-12-06',
    });
    expect(items).toMatchObject([{ title: 'Guest talk', location: 'Hall 2' }]);
    expect(await sources(world.ben)).toMatchObject([
      { name: 'Holidays', unread: [{ title: 'Lost' }] },
    ]);
    await world.ben.call('DELETE /api/v1/calendar/subscriptions/{id}', { id });
    await world.sql('delete from rate_limits');
  });

  test('keep readable items, and list unreadable ones with line and reason until they are fixed', async () => {
    const lost = 'UID:x1|SUMMARY:Lost|DTSTART:Invalid date';
    const odd = 'UID:x2|SUMMARY:Odd|DTSTART:20261118T100000Z|RRULE:FREQ=DAILY;BYMOON=1';
    const half = 'UID:x3|SUMMARY:Half|DTSTART:20261119T100000Z|DTEND:late';
    answers(calendarOf(lecture, lost, odd, half));
    const { id, ...made } = await subscribe(world.ben, '/broken.ics');
    const unread = [
      { line: 15, title: 'Lost', code: 'ics_value', isLeftOut: true },
      { line: 21, title: 'Odd', code: 'rule_part', isLeftOut: true },
      { line: 27, title: 'Half', code: 'ics_value', isLeftOut: false },
    ];
    expect(made).toMatchObject({ events: 2, problem: null, unreadCount: 3 });
    const listed = (await sources(world.ben))[0];
    expect(listed?.unread.map((one) => one)).toEqual(
      expect.arrayContaining(unread.map((one) => expect.objectContaining(one))),
    );
    expect(await list(world.ben)).toEqual([
      'Guest lecture 2026-11-17T14:00:00Z',
      'Half 2026-11-19T10:00:00Z',
      'Guest lecture 2026-11-24T14:00:00Z',
      'Guest lecture 2026-12-01T14:00:00Z',
    ]);
    // A file that is cut off inside an entry replaces nothing.
    const whole = calendarOf(lecture, holiday);
    answers(whole.slice(0, whole.indexOf('Thanksgiving')));
    const read = () => world.ben.call('POST /api/v1/calendar/subscriptions/{id}/read', { id });
    expect(await read()).toMatchObject({ problem: 'ics_syntax', events: 2, unreadCount: 3 });
    answers(whole);
    expect(await read()).toMatchObject({ problem: null, events: 2, unreadCount: 0, unread: [] });
    await world.ben.call('DELETE /api/v1/calendar/subscriptions/{id}', { id });
  });

  test('use the time zones and encodings of the file and its response', async () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:EST', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'];
    const offsets = ['TZOFFSETFROM:-0400', 'TZOFFSETTO:-0400', 'END:STANDARD', 'END:VTIMEZONE'];
    const text = calendarOf(
      'UID:z|SUMMARY:Zoë|DTSTART;TZID=EST:20261117T100000|RRULE:FREQ=DAILY;UNTIL=20261118',
    ).replace('BEGIN:VEVENT', [...zone, ...offsets, 'BEGIN:VEVENT'].join('\r\n'));
    const expected = ['Zoë 2026-11-17T14:00:00Z', 'Zoë 2026-11-18T14:00:00Z'];
    for (const [bytes, type] of [
      [Buffer.from(text), 'text/calendar'],
      [Buffer.from(text, 'latin1'), 'text/calendar; charset=ISO-8859-1'],
      [Buffer.from(text, 'latin1'), 'text/calendar; charset=utf-8'],
    ] as const) {
      reply = (_, response) => response.writeHead(200, { 'content-type': type }).end(bytes);
      const { id } = await subscribe(world.ben, '/zones.ics');
      expect(await list(world.ben)).toEqual(expected);
      await world.ben.call('DELETE /api/v1/calendar/subscriptions/{id}', { id });
      const sent = { name: 'File', color: 2, upload: bytes };
      const file = await world.ben.call(
        'POST /api/v1/calendar/subscriptions/upload',
        sent as never,
      );
      expect(await list(world.ben)).toEqual(expected);
      await world.ben.call('DELETE /api/v1/calendar/subscriptions/{id}', {
        id: (file as { id: string }).id,
      });
    }
    await world.sql('delete from rate_limits');
  });

  test('reject private addresses, other schemes, and addresses with a username and password', async () => {
    const app = await world.startAnother({ pages: openOutbound() });
    const token = `Bearer ${(await world.signInAgain(world.cy)).tokens.jwt}`;
    const ask = async (url: string) => {
      const { body } = await app.http.inject({
        method: 'POST',
        url: '/api/v1/calendar/subscriptions',
        headers: { authorization: token, host: 'localhost', 'content-type': 'application/json' },
        payload: JSON.stringify({ url, color: 0 }),
      });
      return (JSON.parse(body) as { code: string }).code;
    };
    expect(await ask('https://10.0.0.1/a.ics')).toBe('calendar_address_private');
    expect(await ask('webcal://[::1]/a.ics')).toBe('calendar_address_private');
    expect(await ask('https://localhost/a.ics')).toBe('calendar_address_private');
    expect(await ask('http://example.com/a.ics')).toBe('calendar_address');
    expect(await ask('file:///etc/passwd')).toBe('calendar_address');
    expect(await ask('https://user:pass@example.com/a.ics')).toBe('calendar_address');
    await app.close();
  });

  test('can be uploaded as files, and invalid files are rejected with a code', async () => {
    const upload = (text: string | Buffer) =>
      world.cy.try('POST /api/v1/calendar/subscriptions/upload', {
        name: 'File',
        color: 2,
        upload: text,
      });
    expect((await upload(calendarOf(lecture))).body).toMatchObject({
      name: 'File',
      host: null,
      events: 1,
    });
    expect((await list(world.cy))[0]).toBe('Guest lecture 2026-11-17T14:00:00Z');
    for (const [text, expected] of [
      ['', 'ics_empty'],
      ['hello', 'ics_empty'],
      [Buffer.from([0xff, 0xfe, 0, 1]), 'ics_empty'],
      ['BEGIN:VCALENDAR\n'.repeat(20), 'ics_depth'],
      [calendarOf('UID:a|DTSTART:20261117T100000Z|RRULE:FREQ=NEVER'), 'rule_frequency'],
      [calendarOf('UID:a|DTSTART;TZID=X:2026'), 'ics_value'],
    ] as const) {
      const answer = await upload(text);
      expect([answer.status, code(answer)]).toEqual([422, expected]);
    }
    expect((await upload(Buffer.alloc(5_300_000, 'x'))).status).toBe(413);
    expect(await sources(world.cy)).toHaveLength(1);
  });

  test('can be read even if a text is cut inside a surrogate pair', async () => {
    // The 300th unit is the first half of an emoji.
    const long = `UID:e1|SUMMARY:${'x'.repeat(299)}\u{1F393} party|DTSTART:20261118T100000Z|DURATION:PT1H`;
    answers(calendarOf(long));
    const { id } = await subscribe(world.cy, '/emoji.ics');
    expect(await list(world.cy)).toContain(`${'x'.repeat(299)}\uFFFD 2026-11-18T10:00:00Z`);
    await world.cy.call('DELETE /api/v1/calendar/subscriptions/{id}', { id });
    await world.sql('delete from rate_limits');
  });

  test('with 2,000 events and daily rules don’t block the event loop', async () => {
    const who = await world.join({ username: 'long-subscription' });
    const entries = Array.from(
      { length: 2_000 },
      (_, n) =>
        `UID:d${n}|SUMMARY:Entry ${n}|DTSTART;TZID=America/New_York:20261129T${String(8 + (n % 10)).padStart(2, '0')}${String(n % 60).padStart(2, '0')}00|DURATION:PT10M|RRULE:FREQ=DAILY;COUNT=5`,
    );
    answers(calendarOf(...entries));
    await subscribe(who, '/daily.ics');
    const time = { from: '2026-12-01', to: '2026-12-03', timeZone: 'America/New_York' };
    const reads = [
      ['GET /api/v1/calendar', 4_000],
      ['GET /api/v1/calendar/conflicts', 4_000],
    ] as const;
    const isDivided = (share: number) => share < 0.4;
    for (const [key, count] of reads) {
      const read = async () => {
        const { items } = await who.call(key, time);
        expect(items).toHaveLength(count);
      };
      expect([key, await turnShare(read)]).toEqual([key, expect.toSatisfy(isDivided)]);
    }
  });

  test('have a limit on total computation time and on how often files can be uploaded', async () => {
    const { zones, events } = storedCalendar(Buffer.from(calendarOf(lecture)), world.clock.now());
    const window = { from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 11, 1) };
    const components = events.map((one) => one.components);
    expect(expandStored(zones, components, window)).not.toEqual([]);
    expect(() => expandStored(zones, components, window, { timeoutMs: -1 })).toThrow('too long');
    const emil = await world.join({ username: 'emil' });
    let status = 422;
    for (let nth = 0; nth < 80 && status === 422; nth += 1)
      ({ status } = await emil.try('POST /api/v1/calendar/subscriptions/upload', {
        name: 'F',
        color: 2,
        upload: 'hello',
      }));
    expect(status).toBe(429);
    await world.sql('delete from rate_limits');
  });

  test('have a limit of three large uploads per minute', async () => {
    const who = await world.join({ username: 'large-files' });
    const lines = Array.from({ length: 1_000 }, (_, n) =>
      holiday.replace(/UID:[^|]*/, `UID:l${n}`),
    );
    const upload = () =>
      who.try('POST /api/v1/calendar/subscriptions/upload', {
        name: 'F',
        color: 2,
        upload: calendarOf(...lines),
      });
    for (const expected of [200, 200, 200, 429]) expect((await upload()).status).toBe(expected);
    expect(await sources(who)).toHaveLength(3);
    world.clock.advance(61_000);
    expect((await upload()).status).toBe(200);
  });

  test('have a limit of 20 per person, even with simultaneous uploads', async () => {
    answers(calendarOf(lecture));
    const dora = await world.join({ username: 'dora' });
    const tries = await Promise.all(
      Array.from({ length: 23 }, () =>
        dora.try('POST /api/v1/calendar/subscriptions/upload', {
          name: 'F',
          color: 2,
          upload: calendarOf(holiday),
        }),
      ),
    );
    // A person can upload two files at the same time. Further ones are rejected.
    for (const { status } of tries) expect([200, 429]).toContain(status);
    while ((await sources(dora)).length < 20)
      await dora.try('POST /api/v1/calendar/subscriptions/upload', {
        name: 'F',
        upload: calendarOf(holiday),
      });
    const last = await Promise.all(
      [1, 2].map(() =>
        dora.try('POST /api/v1/calendar/subscriptions/upload', {
          name: 'F',
          color: 2,
          upload: calendarOf(holiday),
        }),
      ),
    );
    expect(last.map(code)).toEqual(['too_many_subscriptions', 'too_many_subscriptions']);
  });
});

const data = join(import.meta.dirname, '../../../../../../shared/data/ics');
describe.skipIf(!existsSync(join(data, 'goldens')))('stored calendars from other programs', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'commons-ics-'));
    execFileSync('tar', ['-xzf', join(data, 'conformance/corpus-dev.tar.gz'), '-C', folder]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  type Row = readonly [string | null, string, string, boolean];
  const rowOf = ({ event, start, length }: IcsOccurrence): Row => {
    const at = (local: number) => {
      if (start.isDate) return dateText(local);
      return start.zone ? instantText(instantIn(start.zone, local)) : `${localText(local)}~`;
    };
    return [event.uid, at(start.local), at(start.local + length), start.isDate];
  };

  test('have the same occurrences in the requested date range as two other programs compute', () => {
    const goldens = JSON.parse(
      gunzipSync(readFileSync(join(data, 'goldens/occurrences-dev.json.gz'))).toString(),
    ) as {
      file: string;
      window: [string, string];
      occurrences: Row[];
    }[];
    expect(goldens).toHaveLength(135);
    let refused = 0;
    for (const { file, window, occurrences } of goldens) {
      const path = file.startsWith('university/')
        ? join(data, 'university/dev', file.slice('university/'.length))
        : join(folder, file);
      const { from, to } = readWindow(...window);
      let stored;
      try {
        stored = storedCalendar(readFileSync(path), new Date(from));
      } catch (error) {
        if (!(error instanceof TimeError) || error.code !== 'ics_too_slow') throw error;
        refused += 1;
        continue;
      }
      // In the format of the database.
      const { zones, events } = JSON.parse(JSON.stringify(stored)) as typeof stored;
      const wanted = events.filter(
        (one) =>
          Date.parse(String(one.last_at)) >= from - 2 * day &&
          Date.parse(String(one.first_at)) <= to + 2 * day,
      );
      const found = expandStored(
        zones,
        wanted.map(({ components }) => components),
        { from, to },
      ).map(rowOf);
      const text = (rows: readonly Row[]) =>
        [...new Set(rows.map((row) => JSON.stringify(row)))].toSorted();
      expect([file, text(found)]).toEqual([file, text(occurrences)]);
    }
    expect(refused).toBeLessThan(3);
  });
});
