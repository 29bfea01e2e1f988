import { randomUUID } from 'node:crypto';
import { createDAVClient, type DAVCalendar, type DAVObject } from 'tsdav';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { turnShare } from '../../../../test/turn-share.ts';
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

const soon = (days: number) =>
  new Date(world.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const make = (who: Person, entry: Record<string, unknown>) =>
  who.call('POST /api/v1/calendar/entries', {
    clientId: randomUUID(),
    title: 'Entry',
    timeZone: 'America/New_York',
    dateStart: `${soon(7)}T10:00`,
    dateEnd: `${soon(7)}T11:00`,
    ...entry,
  });
const passwordOf = async (who: Person, name = 'Phone') =>
  who.call('POST /api/v1/calendar/app-passwords', { name });
const clientOf = (username: string, password: string) =>
  createDAVClient({
    serverUrl: origin,
    credentials: { username, password },
    authMethod: 'Basic',
    defaultAccountType: 'caldav',
  });
const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
const ask = (path: string, method: string, headers: Record<string, string>, body?: string) =>
  fetch(`${origin}${path}`, { method, headers, ...(body !== undefined && { body }) });

describe('[CAL-02] CalDAV', () => {
  test('discovers the calendar from the site’s address alone, reads it, and returns changes since the last sync', async () => {
    const weekly = await make(world.ana, {
      title: 'Choir & friends <3',
      rrule: 'FREQ=WEEKLY;COUNT=3',
      alarm: 10,
    });
    const once = await make(world.ana, {
      title: 'Once',
      dateStart: `${soon(40)}T10:00`,
      dateEnd: `${soon(40)}T11:00`,
    });
    await make(world.ben, { title: 'Ben’s' });
    const { secret, password } = await passwordOf(world.ana);
    expect(password).toMatchObject({ name: 'Phone', hint: secret.slice(0, 4), lastUsedAt: null });
    const client = await clientOf(world.ana.email, secret);
    const [calendar, ...others] = await client.fetchCalendars();
    expect(others).toEqual([]);
    expect(calendar).toMatchObject({ displayName: 'Demo University', components: ['VEVENT'] });
    const known = calendar as DAVCalendar;
    const objects = await client.fetchCalendarObjects({ calendar: known });
    const data = (object: DAVObject | undefined) => String(object?.data);
    expect(objects.map((one) => /SUMMARY:(.*)/.exec(data(one))?.[1]).toSorted()).toEqual([
      'Choir & friends <3',
      'Once',
    ]);
    const choir = objects.find((one) => data(one).includes('Choir'));
    expect(data(choir)).toContain('TRIGGER:-PT10M');
    expect(icsOccurrences(data(choir), soon(0), soon(60))).toHaveLength(3);
    // A time range contains all occurrences in it, including each of a series.
    const inRange = async (from: number, to: number) =>
      (
        await client.fetchCalendarObjects({
          calendar: known,
          timeRange: { start: `${soon(from)}T00:00:00Z`, end: `${soon(to)}T00:00:00Z` },
        })
      ).map((one) => /SUMMARY:(\w+)/.exec(data(one))?.[1]);
    expect(await inRange(20, 23)).toEqual(['Choir']);
    expect(await inRange(39, 42)).toEqual(['Once']);
    expect(await inRange(1, 5)).toEqual([]);
    const own = basic(world.ana.email, secret);
    const several = await ask(
      '/dav/calendars/campus/',
      'REPORT',
      own,
      `<c:calendar-multiget xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:prop><d:getetag/></d:prop>
        ${`<d:href>${new URL(String(choir?.url)).pathname}</d:href>`.repeat(3)}<d:href>/dav/calendars/campus/own-999.ics</d:href></c:calendar-multiget>`,
    );
    const said = await several.text();
    expect([several.status, said.match(/HTTP\/1\.1 \d+/g)]).toEqual([
      207,
      ['HTTP/1.1 200', 'HTTP/1.1 404'],
    ]);

    // A sync token returns the changes since it was issued.
    const sync = (token: string) =>
      client.syncCollection({
        url: known.url,
        props: { 'd:getetag': {} },
        syncLevel: 1,
        syncToken: token,
      });
    const first = await sync('');
    expect(first).toHaveLength(2);
    const token = String(first[0]?.raw.multistatus.syncToken);
    expect(token).toMatch(/^urn:commons:sync:[\w-]{43}$/);
    expect((await sync(token)).flatMap(({ href }) => href ?? [])).toEqual([]);
    await world.ana.call('DELETE /api/v1/calendar/entries/{id}', { id: once.id });
    await world.ana.call('PATCH /api/v1/calendar/entries/{id}', {
      id: weekly.id,
      version: 0,
      title: 'Band',
    });
    await make(world.ana, { title: 'New' });
    const changes = await sync(token);
    expect(changes.map(({ status }) => status).toSorted()).toEqual([207, 207, 404]);
    expect(changes.find(({ status }) => status === 404)?.href).toContain(`own-${once.id}.ics`);
    const again = await client.smartCollectionSync({
      collection: { ...known, syncToken: token, objects, objectMultiGet: client.calendarMultiGet },
      method: 'webdav',
    });
    expect(again.objects.map((one) => /SUMMARY:(\w+)/.exec(data(one))?.[1]).toSorted()).toEqual([
      'Band',
      'New',
    ]);
    const strange = await ask(
      '/dav/calendars/campus/',
      'REPORT',
      basic(world.ana.email, secret),
      '<d:sync-collection xmlns:d="DAV:"><d:sync-token>urn:x</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>',
    );
    expect([strange.status, await strange.text()]).toEqual([
      403,
      expect.stringContaining('<d:valid-sync-token/>'),
    ]);
  });

  test('accepts only the person’s own app password until it is revoked', async () => {
    const { secret, password } = await passwordOf(world.ana, 'Tablet');
    const find = async (name: string, given: string, host?: string) =>
      (
        await app.http.inject({
          method: 'PROPFIND' as 'GET',
          url: '/dav/calendars/',
          headers: { ...basic(name, given), host: host ?? 'localhost', depth: '0' },
        })
      ).statusCode;
    expect(await find(world.ana.email, secret)).toBe(207);
    expect(await find(world.ana.email.toUpperCase(), ` ${secret.toUpperCase()} `)).toBe(207);
    expect(await find(world.ben.email, secret)).toBe(401);
    expect(await find(world.ana.email, 'correct horse battery')).toBe(401);
    expect(await find(world.ana.email, secret, 'north.localhost')).toBe(401);
    const open = await ask('/dav/', 'PROPFIND', {});
    expect([open.status, open.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="Calendar", charset="UTF-8"',
    ]);
    // An app password works only here.
    expect(
      (await ask('/api/v1/calendar/feeds', 'GET', basic(world.ana.email, secret))).status,
    ).toBe(401);
    expect(JSON.stringify(await world.sql('select * from calendar_passwords'))).not.toContain(
      secret,
    );
    for (const who of [world.ben, world.admin, world.eve])
      await who.call('DELETE /api/v1/calendar/app-passwords/{id}', { id: password.id });
    expect(await find(world.ana.email, secret)).toBe(207);
    const { items } = await world.ana.call('GET /api/v1/calendar/app-passwords', {});
    expect(items.find(({ id }) => id === password.id)?.lastUsedAt).toBe(
      world.clock.now().toISOString(),
    );
    await world.ana.call('DELETE /api/v1/calendar/app-passwords/{id}', { id: password.id });
    expect(await find(world.ana.email, secret)).toBe(401);
  });

  test('rejects writes and invalid requests', async () => {
    const { secret } = await passwordOf(world.cy);
    const own = basic(world.cy.email, secret);
    for (const method of ['PUT', 'DELETE', 'PROPPATCH', 'MKCALENDAR'])
      expect((await ask('/dav/calendars/campus/x.ics', method, own, 'x')).status).toBe(403);
    const options = await ask('/dav/calendars/campus/', 'OPTIONS', {});
    expect([options.status, options.headers.get('dav')]).toEqual([200, '1, 3, calendar-access']);
    const wellKnown = await fetch(`${origin}/.well-known/caldav`, {
      method: 'PROPFIND',
      redirect: 'manual',
    });
    expect([wellKnown.status, wellKnown.headers.get('location')]).toEqual([301, '/dav/']);
    const status = async (body: string) =>
      (await ask('/dav/calendars/campus/', 'REPORT', own, body)).status;
    expect(await status('<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>')).toBe(400);
    expect(await status('<x')).toBe(400);
    expect(await status('<d:expand-property xmlns:d="DAV:"/>')).toBe(403);
    expect(
      await status(
        '<c:calendar-query xmlns:c="urn:ietf:params:xml:ns:caldav"><c:filter><c:time-range start="soon"/></c:filter></c:calendar-query>',
      ),
    ).toBe(422);
    expect(await status('x'.repeat(300_000))).toBe(413);
    expect((await ask('/dav/calendars/campus/own-1.ics', 'GET', own)).status).toBe(404);
    const unknown = await ask(
      '/dav/',
      'PROPFIND',
      { ...own, depth: '0' },
      '<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/><y:strange xmlns:y="urn:y&quot;&gt;"/></d:prop></d:propfind>',
    );
    expect(await unknown.text()).toContain('xmlns:x="urn:y&#34;&#62;"');
  });

  test('limits password guesses per account and network, without affecting others', async () => {
    const { secret } = await passwordOf(world.admin);
    const { secret: other } = await passwordOf(world.ben);
    const find = async (given: string, remoteAddress: string, email = world.admin.email) =>
      (
        await app.http.inject({
          method: 'PROPFIND' as 'GET',
          url: '/dav/',
          remoteAddress,
          headers: { ...basic(email, given), host: 'localhost', depth: '0' },
        })
      ).statusCode;
    const statuses: number[] = [];
    for (let nth = 0; nth < 61; nth += 1) statuses.push(await find(`guess ${nth}`, '203.0.113.7'));
    expect([statuses.filter((one) => one === 401).length, statuses.at(-1)]).toEqual([60, 429]);
    expect(await find(secret, '203.0.113.7')).toBe(429);
    expect(await find(secret, '198.51.100.7')).toBe(207);
    expect(await find(other, '203.0.113.7', world.ben.email)).toBe(207);
  });

  test('limits the size of requests and responses, and lists missing properties once', async () => {
    const dan = await world.join({ username: 'dan-calendar', first_name: 'Dan' });
    const { secret } = await passwordOf(dan);
    const own = basic(dan.email, secret);
    for (let nth = 0; nth < 30; nth += 1) await make(dan, { title: `Entry ${nth}` });
    const find = async (props: string, more = '') => {
      const body = `<d:propfind xmlns:d="DAV:"${more}><d:prop>${props}</d:prop></d:propfind>`;
      const answer = await ask('/dav/calendars/campus/', 'PROPFIND', { ...own, depth: '1' }, body);
      return { status: answer.status, text: await answer.text() };
    };
    const names = (count: number) =>
      Array.from({ length: count }, (_, nth) => `<y:n${nth}/>`).join('');
    const allowed = await find(
      `<d:getetag/><d:getetag/>${names(80)}`,
      ` xmlns:y="urn:${'y'.repeat(190)}"`,
    );
    expect(allowed.status).toBe(207);
    // The calendar has no ETag. Its 30 entries have one each.
    expect(allowed.text.match(/<d:getetag>/g)).toHaveLength(30);
    expect(allowed.text.match(/<x:n79 /g)).toHaveLength(1);
    expect(allowed.text.length).toBeLessThan(40_000);
    const errors = [
      [await find('<y:a/>', ` xmlns:y="urn:${'y'.repeat(200)}"`), 'namespace'],
      [await find(names(101), ' xmlns:y="urn:y"'), '100 properties'],
      [await find(names(500), ' xmlns:y="urn:y"'), '400 tags'],
      [await find(`<d:getetag ${'a'.repeat(40_000)}=""/>`), '32768 bytes'],
      [
        await find(`${'<y:a>'.repeat(12)}${'</y:a>'.repeat(12)}`, ' xmlns:y="urn:y"'),
        'inside each other',
      ],
      [
        await find(
          `<d:getetag ${Array.from({ length: 401 }, (_, nth) => `a${nth}=""`).join(' ')}/>`,
        ),
        '400 attributes',
      ],
    ] as const;
    for (const [{ status, text }, reason] of errors)
      expect([status, text]).toEqual([413, expect.stringContaining(reason)]);
    const hrefs = await ask(
      '/dav/calendars/campus/',
      'REPORT',
      own,
      `<c:calendar-multiget xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:">${'<d:href>/</d:href>'.repeat(5_001)}</c:calendar-multiget>`,
    );
    expect([hrefs.status, await hrefs.text()]).toEqual([
      413,
      expect.stringContaining('5000 addresses'),
    ]);
    // A client that keeps sending such requests is soon rate-limited.
    const again = await passwordOf(dan, 'Attack');
    const statuses = new Set<number>();
    for (let nth = 0; nth < 151; nth += 1) {
      const { status } = await ask(
        '/dav/',
        'PROPFIND',
        basic(dan.email, again.secret),
        `<d:propfind xmlns:d="DAV:"><d:prop>${'<d:a/>'.repeat(500)}</d:prop></d:propfind>`,
      );
      statuses.add(status);
    }
    expect([...statuses]).toEqual([413, 429]);
    // In XML, each of these characters takes five.
    await world.sql(
      `insert into personal_events (school_id, user_id, client_id, title, note, series, first_at, last_at, created_at, updated_at)
       select school_id, user_id, gen_random_uuid(), title, repeat('"', 2000), series, first_at, last_at, created_at, updated_at
       from personal_events, generate_series(1, 60) where user_id = $1`,
      [dan.id],
    );
    const large = await ask(
      '/dav/calendars/campus/',
      'REPORT',
      own,
      '<c:calendar-query xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:prop><c:calendar-data/></d:prop></c:calendar-query>',
    );
    expect([large.status, await large.text()]).toEqual([
      507,
      expect.stringContaining('<d:number-of-matches-within-limits/>'),
    ]);
  });

  test('requires a confirmed session to create app passwords and secret addresses, which expire', async () => {
    const who = await world.join({ username: 'calendar-ends' });
    const { secret, password } = await who.call('POST /api/v1/calendar/app-passwords', {
      name: 'Phone',
      expiresInDays: 1,
    });
    const { url, feed } = await who.call('POST /api/v1/calendar/feeds', {
      name: 'Phone',
      kinds: ['own'],
      expiresInDays: 1,
    });
    const inADay = new Date(world.clock.now().getTime() + 86_400_000).toISOString();
    expect([password.endsAt, feed.endsAt]).toEqual([inADay, inADay]);
    const reads = async () => [
      (await ask('/dav/', 'PROPFIND', { ...basic(who.email, secret), depth: '0' })).status,
      (await fetch(`${origin}${new URL(url).pathname}`)).status,
    ];
    expect(await reads()).toEqual([207, 200]);
    world.clock.advance(11 * 60_000);
    const codes = [];
    for (const [key, input] of [
      ['POST /api/v1/calendar/app-passwords', { name: 'Thief' }],
      ['POST /api/v1/calendar/feeds', { name: 'Thief', kinds: ['own'] }],
      ['POST /api/v1/calendar/feeds/{id}/renew', { id: feed.id }],
    ] as const) {
      const again = await who.raw('/api/v1/session');
      who.tokens = again.body as Person['tokens'];
      const { status, body } = await who.try(key, input);
      codes.push([status, (body as { code: string }).code]);
    }
    expect(codes).toEqual(Array.from({ length: 3 }, () => [403, 'confirm_identity']));
    expect(await reads()).toEqual([207, 200]);
    world.clock.advance(86_400_000);
    expect(await reads()).toEqual([401, 404]);
  });

  test('doesn’t block the event loop while reading a long calendar', async () => {
    const who = await world.join({ username: 'long-calendar' });
    await make(who, { note: 'Bring the notes. '.repeat(20), rrule: 'FREQ=WEEKLY;COUNT=40' });
    await world.sql(
      `insert into personal_events (school_id, user_id, client_id, title, note, series, first_at, last_at, created_at, updated_at)
       select school_id, user_id, gen_random_uuid(), title, note, series, first_at, last_at, created_at, updated_at
       from personal_events, generate_series(2, 1000) where user_id = $1`,
      [who.id],
    );
    const { secret } = await passwordOf(who);
    const { url } = await who.call('POST /api/v1/calendar/feeds', { name: 'All', kinds: ['own'] });
    const everything =
      '<c:calendar-query xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:prop><c:calendar-data/></d:prop></c:calendar-query>';
    const ways = [
      () => ask(new URL(url).pathname, 'GET', {}),
      () => ask('/dav/calendars/campus/', 'REPORT', basic(who.email, secret), everything),
    ];
    for (const way of ways) {
      const share = await turnShare(async () => {
        const text = await (await way()).text();
        expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1_000);
      });
      expect(share).toBeLessThan(0.4);
    }
  });
});
