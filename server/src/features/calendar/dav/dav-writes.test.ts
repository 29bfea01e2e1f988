import { randomUUID } from 'node:crypto';
import { createDAVClient, type DAVCalendar } from 'tsdav';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { inWorld, type Person } from '../../../../test/world.ts';
import { icsOccurrences } from '../../../kernel/time/ics-occurrences.ts';

const world = inWorld();
let app: App;
let origin = '';
beforeAll(async () => {
  app = await world.startAnother({});
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.http.server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => app.close());

const personal = '/dav/calendars/personal/';
const soon = (days: number) =>
  new Date(world.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const compact = (days: number, time: string) => `${soon(days).replaceAll('-', '')}T${time}`;
const passwordOf = async (who: Person, access: 'read' | 'write' = 'write') =>
  (await who.call('POST /api/v1/calendar/app-passwords', { name: 'Phone', access })).secret;
const clientOf = (username: string, password: string) =>
  createDAVClient({
    serverUrl: origin,
    credentials: { username, password },
    authMethod: 'Basic',
    defaultAccountType: 'caldav',
  });
/** Returns a function for raw requests with an app password. */
const asksAs = async (who: Person, access: 'read' | 'write' = 'write') => {
  const password = await passwordOf(who, access);
  const authorization = `Basic ${Buffer.from(`${who.email}:${password}`).toString('base64')}`;
  return async (
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        authorization,
        ...(method === 'PUT' && { 'content-type': 'text/calendar; charset=utf-8' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') };
  };
};
const itemsOf = async (who: Person, from: number, to: number) =>
  (
    await who.call('GET /api/v1/calendar', {
      from: `${soon(from)}T00:00:00Z`,
      to: `${soon(to)}T00:00:00Z`,
    })
  ).items.filter(({ kind }) => kind === 'own');

const berlin = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'DTSTART:19810329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
];
const calendar = (lines: readonly string[], before: readonly string[] = berlin) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Phone//EN',
    'X-PHONE-VERSION:17',
    ...before,
    ...lines,
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const event = (uid: string, lines: readonly string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20260101T000000Z',
  ...lines,
  'END:VEVENT',
];
const simple = (uid: string, title = 'Dentist') =>
  calendar(
    event(uid, [
      `DTSTART;TZID=Europe/Berlin:${compact(9, '100000')}`,
      `DTEND;TZID=Europe/Berlin:${compact(9, '103000')}`,
      `SUMMARY:${title}`,
    ]),
  );

/** A weekly series with everything that phones write. */
const choir = (uid: string) =>
  calendar([
    ...event(uid, [
      `DTSTART;TZID=Europe/Berlin:${compact(7, '180000')}`,
      `DTEND;TZID=Europe/Berlin:${compact(7, '193000')}`,
      'RRULE:FREQ=WEEKLY;COUNT=5',
      `EXDATE;TZID=Europe/Berlin:${compact(14, '180000')}`,
      `RDATE;TZID=Europe/Berlin:${compact(10, '180000')}`,
      'SUMMARY:Choir',
      'LOCATION:Hall\\, first floor',
      'DESCRIPTION:Bring the notes.',
      'CATEGORIES:Music,Fun',
      'ATTACH;FMTTYPE=application/pdf:https://example.com/notes.pdf',
      'X-PHONE-MOOD;X-LEVEL="a;b":happy\\, mostly',
      'SEQUENCE:3',
      'BEGIN:VALARM',
      'ACTION:EMAIL',
      'TRIGGER:-P1D',
      'SUMMARY:Tomorrow',
      'DESCRIPTION:Choir',
      'ATTENDEE:mailto:me@example.com',
      'END:VALARM',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER;RELATED=START:-PT15M',
      'DESCRIPTION:Choir',
      'X-WR-ALARMUID:one',
      'END:VALARM',
    ]),
    ...event(uid, [
      `RECURRENCE-ID;TZID=Europe/Berlin:${compact(21, '180000')}`,
      `DTSTART;TZID=Europe/Berlin:${compact(22, '200000')}`,
      `DTEND;TZID=Europe/Berlin:${compact(22, '210000')}`,
      'SUMMARY:Concert',
      'X-PHONE-MOOD:nervous',
    ]),
    ...event(uid, [
      `RECURRENCE-ID;TZID=Europe/Berlin:${compact(28, '180000')}`,
      `DTSTART;TZID=Europe/Berlin:${compact(28, '180000')}`,
      `DTEND;TZID=Europe/Berlin:${compact(28, '193000')}`,
      'SUMMARY:Choir',
      'STATUS:CANCELLED',
    ]),
  ]);
const unfolded = (text: string) => text.replace(/\r\n /g, '').split('\r\n');

describe('[CAL-02] writing by CalDAV', () => {
  test('a calendar app edits personal events in both directions, and agrees with the web app', async () => {
    const who = await world.join({ username: 'dav-writer' });
    const client = await clientOf(who.email, await passwordOf(who));
    const calendars = await client.fetchCalendars();
    expect(calendars.map(({ url, displayName }) => [new URL(url).pathname, displayName])).toEqual([
      ['/dav/calendars/campus/', 'Demo University'],
      [personal, 'Personal'],
    ]);
    const [, own] = calendars as [DAVCalendar, DAVCalendar];
    const made = await client.createCalendarObject({
      calendar: own,
      iCalString: simple('one@phone'),
      filename: 'one.ics',
    });
    expect(made.status).toBe(201);
    const [item] = await itemsOf(who, 8, 11);
    expect(item).toMatchObject({
      title: 'Dentist',
      timeZone: 'Europe/Berlin',
      occurrence: null,
      isAllDay: false,
    });
    // The web app changes it, and the app syncs.
    const entry = await who.call('GET /api/v1/calendar/entries/{id}', { id: item?.id ?? '' });
    await who.call('PATCH /api/v1/calendar/entries/{id}', {
      id: entry.id,
      version: entry.version,
      title: 'Dentist, again',
    });
    const web = await who.call('POST /api/v1/calendar/entries', {
      clientId: randomUUID(),
      title: 'From the web',
      timeZone: 'Europe/Berlin',
      dateStart: `${soon(9)}T12:00`,
      dateEnd: `${soon(9)}T13:00`,
      alarm: 10,
    });
    const objects = await client.fetchCalendarObjects({ calendar: own });
    const found = (text: string) => objects.find(({ data }) => String(data).includes(text));
    expect(objects).toHaveLength(2);
    expect(String(found('SUMMARY:Dentist\\, again')?.url)).toContain(`${personal}one.ics`);
    const other = found('From the web');
    expect(String(other?.url)).toContain(`${personal}own-${web.id}.ics`);
    // The app changes both; each keeps its UID and name.
    const states: number[] = [];
    for (const object of objects) {
      const data = String(object.data)
        .replace(/SUMMARY:.*/, 'SUMMARY:Changed')
        .replace('END:VEVENT', 'X-PHONE:kept\r\nEND:VEVENT');
      const { status } = await client.updateCalendarObject({
        calendarObject: { ...object, data },
      });
      states.push(status);
    }
    expect(states).toEqual([204, 204]);
    expect((await itemsOf(who, 8, 11)).map(({ title }) => title)).toEqual(['Changed', 'Changed']);
    // A stale ETag doesn't overwrite the change.
    const stale = await client.updateCalendarObject({
      calendarObject: { url: other?.url ?? '', etag: other?.etag ?? '', data: other?.data },
    });
    expect(stale.status).toBe(412);
    // Sync: a new event, a change in the web app and a removal.
    const sync = (syncToken: string) =>
      client.syncCollection({
        url: own.url,
        props: { 'd:getetag': {} },
        syncLevel: 1,
        syncToken,
      });
    const first = await sync('');
    const token = String(first[0]?.raw.multistatus.syncToken);
    await who.call('DELETE /api/v1/calendar/entries/{id}', { id: web.id });
    await client.createCalendarObject({
      calendar: own,
      iCalString: simple('two@phone'),
      filename: 'two.ics',
    });
    const changes = await sync(token);
    expect(changes.map(({ href, status }) => [href?.split('/').at(-1), status]).toSorted()).toEqual(
      [
        [`own-${web.id}.ics`, 404],
        ['two.ics', 207],
      ],
    );
    const current = (await client.fetchCalendarObjects({ calendar: own })).find(({ url }) =>
      url.endsWith('one.ics'),
    );
    expect(String(current?.data)).toContain('X-PHONE:kept');
    const gone = await client.deleteCalendarObject({
      calendarObject: { url: current?.url ?? '', etag: current?.etag ?? '' },
    });
    expect(gone.status).toBe(204);
    expect((await itemsOf(who, 8, 11)).map(({ title }) => title)).toEqual(['Dentist']);
    expect((await client.fetchCalendarObjects({ calendar: own })).length).toBe(1);
  });

  test('returns a series as it was sent, and keeps unknown parts when the web app changes it', async () => {
    const who = await world.join({ username: 'dav-choir' });
    const ask = await asksAs(who);
    const path = `${personal}${encodeURIComponent('Chor ü@1.ics')}`;
    const put = await ask('PUT', path, choir('choir@phone'), { 'if-none-match': '*' });
    expect(put.status).toBe(201);
    const got = await ask('GET', path);
    expect([got.text, got.etag]).toEqual([choir('choir@phone'), put.etag]);
    const multi = await ask(
      'REPORT',
      personal,
      `<c:calendar-multiget xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:prop><d:getetag/><c:calendar-data/></d:prop><d:href>${path}</d:href><d:href>${personal}none.ics</d:href></c:calendar-multiget>`,
    );
    expect(multi.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
    expect(multi.text).toContain('X-PHONE-MOOD;X-LEVEL=&#34;a;b&#34;:happy');

    const items = await itemsOf(who, 1, 50);
    expect(
      items.map(({ title, dateStart, isCanceled }) => [title, dateStart.slice(0, 10), isCanceled]),
    ).toEqual([
      ['Choir', soon(7), false],
      ['Choir', soon(10), false],
      ['Concert', soon(22), false],
      ['Choir', soon(28), true],
      ['Choir', soon(35), false],
    ]);
    const id = items[0]?.id ?? '';
    const entry = await who.call('GET /api/v1/calendar/entries/{id}', { id });
    expect(entry).toMatchObject({
      title: 'Choir',
      location: 'Hall, first floor',
      note: 'Bring the notes.',
      alarm: 15,
      rrule: 'FREQ=WEEKLY;COUNT=5',
      isSeries: true,
    });
    // Texts and the alert of the series.
    const changed = await who.call('PATCH /api/v1/calendar/entries/{id}', {
      id,
      version: entry.version,
      title: 'Band',
      alarm: 30,
    });
    const after = await ask('GET', path);
    expect(after.etag).not.toBe(put.etag);
    const kept = (text: string) =>
      unfolded(text).filter((line) => !/^(?:SUMMARY|SEQUENCE|DTSTAMP|LAST-MOD|TRIGGER)/.test(line));
    expect(kept(after.text)).toEqual(kept(choir('choir@phone')));
    expect(unfolded(after.text).filter((line) => line.startsWith('SUMMARY'))).toEqual([
      'SUMMARY:Band',
      'SUMMARY:Tomorrow',
      'SUMMARY:Concert',
      'SUMMARY:Band',
    ]);
    expect(unfolded(after.text).filter((line) => line.startsWith('TRIGGER'))).toEqual([
      'TRIGGER:-P1D',
      'TRIGGER:-PT30M',
    ]);
    // One date is moved, another deleted, the additional date too.
    const edit = async (change: Record<string, unknown>, version: number) =>
      who.call('PATCH /api/v1/calendar/entries/{id}', { id, version, ...change });
    const moved = await edit(
      {
        scope: 'this',
        occurrence: `${soon(35)}T18:00:00`,
        dateStart: `${soon(36)}T18:00`,
        dateEnd: `${soon(36)}T19:00`,
      },
      changed.version,
    );
    await who.call('DELETE /api/v1/calendar/entries/{id}', {
      id,
      version: moved.version,
      scope: 'this',
      occurrence: `${soon(10)}T18:00:00`,
    });
    const dates = async () => (await itemsOf(who, 1, 60)).map((one) => one.dateStart.slice(0, 10));
    expect(await dates()).toEqual([soon(7), soon(22), soon(28), soon(36)]);
    const edited = await ask('GET', path);
    const occurrences = (text: string) =>
      icsOccurrences(text, soon(0), soon(60)).map(([, start]) => start.slice(0, 10));
    expect(occurrences(edited.text)).toEqual([soon(7), soon(22), soon(28), soon(36)]);
    expect(edited.text).toContain('X-PHONE-MOOD:nervous');
    expect(edited.text.match(/X-PHONE-MOOD;X-LEVEL/g)).toHaveLength(2);
    // The whole series an hour later: the phone sees the same dates as the web app.
    const now = await who.call('GET /api/v1/calendar/entries/{id}', { id });
    await edit(
      {
        occurrence: `${soon(7)}T18:00:00`,
        dateStart: `${soon(7)}T19:00`,
        dateEnd: `${soon(7)}T20:30`,
      },
      now.version,
    );
    const later = await ask('GET', path);
    const starts = icsOccurrences(later.text, soon(0), soon(60)).map(([, start]) => start);
    expect((await itemsOf(who, 1, 60)).map((one) => new Date(one.dateStart).toISOString())).toEqual(
      starts.map((start) => new Date(start).toISOString()),
    );
    expect(later.text).toContain(`DTSTART;TZID=Europe/Berlin:${compact(7, '190000')}`);
    expect(later.text).toContain(`RECURRENCE-ID;TZID=Europe/Berlin:${compact(21, '190000')}`);
    // A date with another title becomes an event of its own, with what the phone had stored.
    const last = await who.call('GET /api/v1/calendar/entries/{id}', { id });
    const split = await edit(
      { scope: 'this', occurrence: `${soon(21)}T19:00:00`, title: 'Big concert' },
      last.version,
    );
    const single = await ask('GET', `${personal}own-${split.id}.ics`);
    expect(single.text).toContain('SUMMARY:Big concert');
    expect(single.text).toContain('X-PHONE-MOOD:nervous');
    expect(single.text.split('BEGIN:VEVENT')[1]).not.toMatch(/RRULE|RECURRENCE-ID|choir@phone/);
    expect((await itemsOf(who, 20, 24)).map(({ title }) => title)).toEqual(['Big concert']);
    // What the phone then sends replaces all of it.
    const back = await ask('PUT', path, choir('choir@phone'), {
      'if-match': (await ask('GET', path)).etag ?? '',
    });
    expect(back.status).toBe(204);
    expect((await ask('GET', path)).text).toBe(choir('choir@phone'));
  });

  test('shows events that the web app can’t create, and splits a series', async () => {
    const who = await world.join({ username: 'dav-strange' });
    const ask = await asksAs(who);
    const store = async (name: string, lines: readonly string[], zones: readonly string[] = []) =>
      (await ask('PUT', `${personal}${name}.ics`, calendar(event(`${name}@phone`, lines), zones)))
        .status;
    const birthday = `${soon(9).replaceAll('-', '').slice(4)}`;
    expect(
      await store('birthday', [
        `DTSTART;VALUE=DATE:1990${birthday}`,
        'RRULE:FREQ=YEARLY',
        'SUMMARY:Birthday',
        'TRANSP:TRANSPARENT',
      ]),
    ).toBe(201);
    expect(
      await store('floating', [
        `DTSTART:${compact(9, '090000')}`,
        'DURATION:PT1H',
        'STATUS:TENTATIVE',
        'SUMMARY:Run',
      ]),
    ).toBe(201);
    expect(
      await store(
        'odd',
        [`DTSTART;TZID=Custom:${compact(9, '120000')}`, 'DURATION:PT30M', 'SUMMARY:Odd'],
        berlin.map((line) =>
          line.replace('Europe/Berlin', 'Custom').replace(/^(TZOFFSET.*)00$/, '$110'),
        ),
      ),
    ).toBe(201);
    expect(await store('untitled', [`DTSTART:${compact(9, '150000')}Z`])).toBe(201);
    const items = await itemsOf(who, 8, 11);
    expect(items.map(({ title, isAllDay, isTentative }) => [title, isAllDay, isTentative])).toEqual(
      [
        ['Birthday', true, false],
        ['Run', false, true],
        ['Odd', false, false],
        ['–', false, false],
      ],
    );
    const { items: busy } = await who.call('GET /api/v1/calendar/busy', {
      from: `${soon(8)}T00:00:00Z`,
      to: `${soon(11)}T00:00:00Z`,
    });
    expect(busy).toHaveLength(2);
    const born = await who.call('GET /api/v1/calendar/entries/{id}', { id: items[0]?.id ?? '' });
    await who.call('PATCH /api/v1/calendar/entries/{id}', {
      id: born.id,
      version: born.version,
      note: 'Cake',
    });
    expect((await ask('GET', `${personal}birthday.ics`)).text).toContain('DESCRIPTION:Cake');
    // Everything from the third date on becomes another series.
    await ask(
      'PUT',
      `${personal}weekly.ics`,
      calendar(
        event('weekly@phone', [
          `DTSTART;TZID=Europe/Berlin:${compact(20, '080000')}`,
          'DURATION:PT1H',
          'RRULE:FREQ=WEEKLY;COUNT=4',
          'SUMMARY:Weekly',
          'X-PHONE:yes',
        ]),
      ),
    );
    const [weekly] = (await itemsOf(who, 19, 22)).filter(({ title }) => title === 'Weekly');
    const added = await who.call('PATCH /api/v1/calendar/entries/{id}', {
      id: weekly?.id ?? '',
      version: 0,
      scope: 'following',
      occurrence: `${soon(34)}T08:00:00`,
      title: 'Later',
    });
    const [before, after] = await Promise.all(
      ['weekly', `own-${added.id}`].map((name) => ask('GET', `${personal}${name}.ics`)),
    );
    const starts = (text = '') =>
      icsOccurrences(text, soon(0), soon(60)).map(([, start]) => start.slice(0, 10));
    expect(starts(before?.text)).toEqual([soon(20), soon(27)]);
    expect(starts(after?.text)).toEqual([soon(34), soon(41)]);
    expect([before, after].map((one) => one?.text.includes('X-PHONE:yes'))).toEqual([true, true]);
    expect(after?.text).not.toContain('weekly@phone');
  });

  test('refuses what can’t be stored, with the error that programs understand', async () => {
    const who = await world.join({ username: 'dav-errors' });
    const ask = await asksAs(who);
    const put = (name: string, body: string, headers: Record<string, string> = {}) =>
      ask('PUT', `${personal}${name}`, body, headers);
    const made = await put('a.ics', simple('a@phone'), { 'if-none-match': '*' });
    expect([
      made.status,
      (await put('a.ics', simple('a@phone'), { 'if-none-match': '*' })).status,
    ]).toEqual([201, 412]);
    expect((await put('a.ics', simple('a@phone'), { 'if-match': '"own-1-1"' })).status).toBe(412);
    expect((await put('none.ics', simple('n@phone'), { 'if-match': '*' })).status).toBe(412);
    const same = await put('b.ics', simple('a@phone'));
    expect([same.status, same.text]).toEqual([
      403,
      expect.stringContaining(`<c:no-uid-conflict><d:href>${personal}a.ics</d:href>`),
    ]);
    expect((await put('a.ics', simple('other@phone'))).text).toContain('<c:no-uid-conflict>');
    const web = await who.call('POST /api/v1/calendar/entries', {
      clientId: randomUUID(),
      title: 'Web',
      timeZone: 'UTC',
      dateStart: `${soon(2)}T12:00`,
      dateEnd: `${soon(2)}T13:00`,
    });
    const written = await ask('GET', `${personal}own-${web.id}.ics`);
    expect((await put('c.ics', written.text)).text).toContain(`own-${web.id}.ics`);
    const lines = [`DTSTART:${compact(3, '100000')}Z`, 'SUMMARY:X'];
    const errors = [
      ['valid-calendar-data', 'nothing'],
      ['valid-calendar-data', simple('x').replace('END:VEVENT\r\n', '')],
      ['valid-calendar-data', simple('x').replace('SUMMARY:Dentist', 'no property')],
      ['valid-calendar-data', simple('x').replace(/DTSTART;TZID.*/, 'DTSTART:soon')],
      ['valid-calendar-data', calendar(event('x', [...lines, 'RRULE:FREQ=SECONDLY']))],
      ['valid-calendar-data', calendar(event('x', [...lines, 'RRULE:FREQ=DAILY;BYHOUR=1,2']))],
      ['valid-calendar-object-resource', calendar([...event('x', lines), ...event('y', lines)])],
      ['valid-calendar-object-resource', calendar(['BEGIN:VEVENT', ...lines, 'END:VEVENT'])],
      ['valid-calendar-object-resource', calendar(event('x', lines), ['METHOD:REQUEST'])],
      ['supported-calendar-component', calendar(['BEGIN:VTODO', 'UID:x', 'END:VTODO'])],
      ['max-resource-size', calendar(event('x', [...lines, `X-LONG:${'x'.repeat(131_072)}`]))],
    ] as const;
    for (const [condition, body] of errors) {
      const answer = await put('x.ics', body);
      expect([answer.status, answer.text]).toEqual([
        403,
        expect.stringContaining(`<c:${condition}/>`),
      ]);
    }
    expect((await put('x.ics', '{}', { 'content-type': 'application/json' })).text).toContain(
      '<c:supported-calendar-data/>',
    );
    expect((await put('x%2Fy.ics', simple('x@phone'))).status).toBe(403);
    expect((await ask('DELETE', `${personal}x.ics`)).status).toBe(404);
    expect((await ask('DELETE', `${personal}a.ics`, undefined, { 'if-match': '"x"' })).status).toBe(
      412,
    );
    expect((await itemsOf(who, 1, 20)).map(({ title }) => title)).toEqual(['Web', 'Dentist']);
    // Limits: events, and the size of all of them.
    await world.sql(
      `insert into personal_events (school_id, user_id, title, series, first_at, last_at, created_at, updated_at, ics)
       select school_id, user_id, title, series, first_at, last_at, created_at, updated_at, repeat('x', 131000)
       from personal_events, generate_series(1, 128) where id = $1`,
      [web.id],
    );
    const full = await put('x.ics', simple('x@phone', 'y'.repeat(9_000)));
    expect([full.status, full.text]).toEqual([
      507,
      expect.stringContaining('<d:quota-not-exceeded/>'),
    ]);
    expect((await put('a.ics', simple('a@phone', 'Smaller'))).status).toBe(204);
    await world.sql(
      `insert into personal_events (school_id, user_id, title, series, first_at, last_at, created_at, updated_at)
       select school_id, user_id, title, series, first_at, last_at, created_at, updated_at
       from personal_events, generate_series(1, 4900) where id = $1`,
      [web.id],
    );
    expect((await put('y.ics', simple('y@phone'))).status).toBe(507);
  });

  test('lets nobody write elsewhere, with another password, or to another person’s calendar', async () => {
    const ask = await asksAs(world.cy);
    const reader = await asksAs(world.cy, 'read');
    const { items } = await world.cy.call('GET /api/v1/calendar/app-passwords', {});
    expect(items.map(({ access }) => access).toSorted()).toEqual(['read', 'write']);
    const made = await ask('PUT', `${personal}cy.ics`, simple('cy@phone', 'Cy’s'));
    expect(made.status).toBe(201);
    const refused = [
      await ask('PUT', '/dav/calendars/campus/x.ics', simple('x')),
      await ask('DELETE', '/dav/calendars/campus/event-1.ics'),
      await ask('DELETE', personal),
      await ask('PROPPATCH', personal, '<d:propertyupdate xmlns:d="DAV:"/>'),
      await ask('MKCALENDAR', '/dav/calendars/mine/'),
      await reader('PUT', `${personal}x.ics`, simple('x')),
      await reader('PUT', `${personal}cy.ics`, simple('cy@phone')),
      await reader('DELETE', `${personal}cy.ics`),
    ];
    for (const { status, text } of refused)
      expect([status, text]).toEqual([403, expect.stringContaining('<d:need-privileges>')]);
    // A password that can only read has one calendar with everything, as before.
    const propfind =
      '<d:propfind xmlns:d="DAV:"><d:prop><d:current-user-privilege-set/></d:prop></d:propfind>';
    const privileges = async (as: typeof ask) => {
      const { text } = await as('PROPFIND', '/dav/calendars/', propfind, { depth: '1' });
      return [...text.matchAll(/<d:href>([^<]*)<\/d:href>.*?(?=<\/d:response>)/g)].map(
        ([all, path]) => [path, /<d:write-content\/>.*<d:bind\/>.*<d:unbind\/>/.test(all)],
      );
    };
    expect(await privileges(ask)).toEqual([
      ['/dav/calendars/', false],
      ['/dav/calendars/campus/', false],
      [personal, true],
    ]);
    expect(await privileges(reader)).toEqual([
      ['/dav/calendars/', false],
      ['/dav/calendars/campus/', false],
    ]);
    const names = (text: string) => [...text.matchAll(/\/campus\/(\w+)-/g)].map(([, kind]) => kind);
    const listed = await reader('PROPFIND', '/dav/calendars/campus/', undefined, { depth: '1' });
    expect(names(listed.text)).toContain('own');
    const foreign = await ask('PROPFIND', '/dav/calendars/campus/', undefined, { depth: '1' });
    expect(names(foreign.text)).not.toContain('own');
    expect((await reader('GET', `${personal}cy.ics`)).status).toBe(404);
    // Others write to their own calendar under the same address, and can use the same UID.
    for (const other of [world.ben, world.eve]) {
      const asks = await asksAs(other);
      const host = other === world.eve ? { host: 'north.localhost' } : {};
      const got = await app.http.inject({
        method: 'GET',
        url: `${personal}cy.ics`,
        headers: { ...host, authorization: 'Basic x' },
      });
      expect(got.statusCode).toBe(401);
      if (other === world.eve) continue;
      expect((await asks('GET', `${personal}cy.ics`)).status).toBe(404);
      expect((await asks('DELETE', `${personal}cy.ics`)).status).toBe(404);
      expect((await asks('PUT', `${personal}cy.ics`, simple('cy@phone', 'Ben’s'))).status).toBe(
        201,
      );
    }
    expect((await ask('GET', `${personal}cy.ics`)).text).toContain('Cy’s');
    const eve = await passwordOf(world.eve);
    const strange = async (method: 'GET' | 'PUT' | 'DELETE', hostname: string) =>
      (
        await app.http.inject({
          method,
          url: `${personal}cy.ics`,
          headers: {
            host: hostname,
            authorization: `Basic ${Buffer.from(`${world.eve.email}:${eve}`).toString('base64')}`,
            ...(method === 'PUT' && { 'content-type': 'text/calendar' }),
          },
          ...(method === 'PUT' && { payload: simple('cy@phone', 'Eve’s') }),
        })
      ).statusCode;
    expect(await strange('PUT', 'localhost')).toBe(401);
    expect(await strange('DELETE', 'north.localhost')).toBe(404);
    expect(await strange('PUT', 'north.localhost')).toBe(201);
    expect((await ask('GET', `${personal}cy.ics`)).text).toContain('Cy’s');
  });
});
