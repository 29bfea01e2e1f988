import { randomUUID } from 'node:crypto';
import ical, { type VEvent } from 'node-ical';
import { describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../../test/world.ts';
import { icsOccurrences } from '../../../kernel/time/ics-occurrences.ts';

const world = inWorld();

const make = (who: Person, entry: Record<string, unknown>) =>
  who.call('POST /api/v1/calendar/entries', {
    clientId: randomUUID(),
    title: 'Entry',
    timeZone: 'Europe/Berlin',
    dateStart: '2026-11-17T10:00',
    dateEnd: '2026-11-17T11:00',
    ...entry,
  });
const newFeed = (who: Person, more: Record<string, unknown> = {}) =>
  who.call('POST /api/v1/calendar/feeds', { name: 'Phone', kinds: ['own'], ...more });
/** Reads a feed as a program without a session. */
const read = (url: string, headers: Record<string, string> = {}, host?: string) =>
  world.visit(new URL(url).pathname, { headers, ...(host !== undefined && { host }) });
const eventsOf = (text: string) =>
  Object.values(ical.parseICS(text)).filter((one): one is VEvent => one?.type === 'VEVENT');
/** A date in the near future, because a feed covers two years. */
const soon = (days: number) =>
  new Date(world.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

describe('[CAL-02] a calendar feed', () => {
  test('has zones, rules, exceptions, alarms and changes that another program can read', async () => {
    const day = soon(7);
    const series = await make(world.ana, {
      title: 'Choir; every week',
      note: 'Bring\nthe scores',
      location: 'Room 4',
      alarm: 15,
      dateStart: `${day}T18:00`,
      dateEnd: `${day}T19:30`,
      rrule: 'FREQ=WEEKLY;COUNT=5',
    });
    const nth = soon(14);
    await world.ana.call('PATCH /api/v1/calendar/entries/{id}', {
      id: series.id,
      version: 0,
      scope: 'this',
      occurrence: `${nth}T18:00:00`,
      dateStart: `${nth}T20:00`,
    });
    await world.ana.call('DELETE /api/v1/calendar/entries/{id}', {
      id: series.id,
      scope: 'this',
      occurrence: `${soon(21)}T18:00:00`,
    });
    await make(world.ana, { title: 'Trip', dateStart: soon(3), dateEnd: soon(4) });
    const { url, feed } = await newFeed(world.ana);
    expect(feed).toMatchObject({ name: 'Phone', kinds: ['own'], lastUsedAt: null });
    const answer = await read(url);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, max-age=300, must-revalidate',
    });
    expect(answer.text).toContain('BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin');
    const [trip, choir] = eventsOf(answer.text).toSorted(
      (a, b) => Number(a.start) - Number(b.start),
    );
    expect(trip).toMatchObject({ summary: 'Trip', datetype: 'date' });
    expect(choir).toMatchObject({
      summary: 'Choir; every week',
      location: 'Room 4',
      status: 'CONFIRMED',
    });
    expect(choir?.description).toBe('Bring\nthe scores');
    expect(choir?.alarms?.[0]?.trigger).toBe('-PT15M');
    expect(Number(choir?.sequence)).toBe(2);
    // The file has the same items as the calendar.
    const items = (
      await world.ana.call('GET /api/v1/calendar', {
        from: soon(0),
        to: soon(60),
        timeZone: 'Europe/Berlin',
      })
    ).items.filter(({ title }) => title.startsWith('Choir'));
    const rows = icsOccurrences(answer.text, soon(0), soon(60)).filter(
      ([uid]) => uid === choir?.uid,
    );
    expect(rows.map(([, start, end]) => [start, end])).toEqual(
      items.map(({ dateStart, dateEnd }) => [dateStart, dateEnd]),
    );
    expect(items).toHaveLength(4);
    const again = await newFeed(world.ana, { name: 'Tablet', alarm: 5 });
    const second = eventsOf((await read(again.url)).text);
    expect(second.map(({ uid }) => uid).toSorted()).toEqual([trip?.uid, choir?.uid].toSorted());
    expect(second.find(({ uid }) => uid === trip?.uid)?.alarms?.[0]?.trigger).toBe('-PT5M');
  });

  test('returns 304 while nothing has changed', async () => {
    const { url } = await newFeed(world.ben);
    const entry = await make(world.ben, {
      dateStart: `${soon(2)}T10:00`,
      dateEnd: `${soon(2)}T11:00`,
    });
    const { headers } = await read(url);
    const tag = String(headers['etag']);
    const same = await read(url, { 'if-none-match': tag });
    expect([same.status, same.text, same.headers['etag']]).toEqual([304, '', tag]);
    expect((await read(url, { 'if-none-match': `W/${tag}` })).status).toBe(304);
    await world.ben.call('PATCH /api/v1/calendar/entries/{id}', {
      id: entry.id,
      version: 0,
      note: 'New',
    });
    const after = await read(url, { 'if-none-match': tag });
    expect([after.status, after.headers['etag'] === tag]).toEqual([200, false]);
    const [feed] = (await world.ben.call('GET /api/v1/calendar/feeds', {})).items;
    expect(feed?.lastUsedAt).toBe(world.clock.now().toISOString());
  });

  test('has an address that only its owner can create, read or renew, and that ends when renewed or revoked', async () => {
    const { url, feed } = await newFeed(world.ana, { name: 'Secret' });
    const secret = new URL(url).pathname.slice('/calendar/'.length, -'.ics'.length);
    expect(secret).toMatch(/^[\w-]{43}$/);
    const stored = await world.sql('select * from calendar_feeds');
    expect(JSON.stringify(stored)).not.toContain(secret);
    // The address doesn't exist at the other school.
    expect((await read(url, {}, 'north.localhost')).status).toBe(404);
    expect((await world.visit(`/calendar/${'x'.repeat(43)}.ics`)).status).toBe(404);
    for (const who of [world.ben, world.admin, world.eve]) {
      const { items } = await who.call('GET /api/v1/calendar/feeds', {});
      expect(items.map(({ id }) => id)).not.toContain(feed.id);
      expect(
        (await who.try('POST /api/v1/calendar/feeds/{id}/renew', { id: feed.id })).status,
      ).toBe(404);
      await who.call('DELETE /api/v1/calendar/feeds/{id}', { id: feed.id });
    }
    expect((await read(url)).status).toBe(200);
    const renewed = await world.ana.call('POST /api/v1/calendar/feeds/{id}/renew', { id: feed.id });
    expect((await read(url)).status).toBe(404);
    expect((await read(renewed.url)).status).toBe(200);
    await world.ana.call('DELETE /api/v1/calendar/feeds/{id}', { id: feed.id });
    expect((await read(renewed.url)).status).toBe(404);
  });

  test('ends with the account', async () => {
    const dora = await world.join({ username: 'dora' });
    const { url } = await newFeed(dora);
    expect((await read(url)).status).toBe(200);
    await world.sql('update users set is_disabled = true where id = $1', [dora.id]);
    expect((await read(url)).status).toBe(404);
  });

  test('has all of 2,000 events, and returns 304 while nothing changes', async () => {
    const dora = await world.join({ username: 'dorothea' });
    await world.sql(
      `insert into personal_events (school_id, user_id, title, series, first_at, last_at, created_at, updated_at)
       select $1, $2, 'Entry ' || n, jsonb_build_object('start', to_char(d, 'YYYY-MM-DD"T"HH24:MI:SS'), 'zone', 'Europe/Berlin', 'length', 60,
         'rule', case when n % 5 = 0 then 'FREQ=WEEKLY;COUNT=10' end, 'exceptions', '[]'::jsonb, 'overrides', '{}'::jsonb),
         d, d + interval '80 days', now(), now()
       from generate_series(1, 2000) n, lateral (select date_trunc('hour', now()) + n * interval '5 hours' as d) x`,
      [world.school, dora.id],
    );
    const { url } = await newFeed(dora);
    const warm = await read(url);
    expect(eventsOf(warm.text)).toHaveLength(2_000);
    const unchanged = await read(url, { 'if-none-match': String(warm.headers['etag']) });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
  });
});

describe('[CAL-02] a feed of one club or hub', () => {
  test('has the club’s events that its owner sees, including members-only ones, until the owner leaves', async () => {
    const clubOf = (name: string) =>
      world.admin.call('POST /api/v1/clubs', {
        clientId: newClientId(),
        name,
        membership: 'open',
        president: world.ben.uid,
      });
    const [club, other] = [await clubOf('Rowing'), await clubOf('Sailing')];
    const put = async (title: string, more: Record<string, unknown> = {}) => {
      const { id } = await world.ben.call('POST /api/v1/events', {
        clientId: newClientId(),
        title,
        dateStart: `${soon(5)}T18:00:00Z`,
        dateEnd: `${soon(5)}T19:00:00Z`,
        timeZone: 'Europe/Berlin',
        club: club.id,
        ...more,
      });
      const { version } = await world.ben.call('GET /api/v1/events/{id}/settings', { id });
      await world.ben.call('POST /api/v1/events/{id}/publish', { id, version });
      return id;
    };
    await put('Regatta', { audience: 'school' });
    await put('Crew meeting', { audience: 'members' });
    await put('For one alone', { audience: 'invited', invited: [world.ben.uid] });
    const shared = await put('Two clubs', { audience: 'members', club: other.id });
    const called = await put('Called off', { audience: 'school' });
    await world.ben.call('POST /api/v1/events/{id}/cancellation', { id: called });
    await world.ben.call('POST /api/v1/events', {
      clientId: newClientId(),
      title: 'Draft',
      dateStart: `${soon(5)}T18:00:00Z`,
      dateEnd: `${soon(5)}T19:00:00Z`,
      timeZone: 'Europe/Berlin',
      club: club.id,
    });
    const cohost = (isAccepted: boolean) =>
      world.sql(
        `insert into event_cohosts (school_id, event_id, club_id, is_accepted) values ($1, $2, $3, $4)
         on conflict (school_id, event_id, club_id) do update set is_accepted = excluded.is_accepted`,
        [world.school, shared, club.id, isAccepted],
      );
    await cohost(false);
    const join = () => world.ana.call('PUT /api/v1/clubs/{id}/membership', { id: club.id });
    await join();
    const { url, feed } = await world.ana.call('POST /api/v1/calendar/feeds', {
      name: 'Rowing',
      club: club.id,
    });
    expect(feed).toMatchObject({ club: { id: club.id, name: 'Rowing' }, hub: null });
    const titles = async (at = url) =>
      eventsOf((await read(at)).text)
        .map(({ summary, status }) => (status === 'CANCELLED' ? `${summary}, canceled` : summary))
        .toSorted();
    const open = ['Called off, canceled', 'Regatta'];
    expect(await titles()).toEqual(['Called off, canceled', 'Crew meeting', 'Regatta']);
    await cohost(true);
    expect(await titles()).toEqual([...open.slice(0, 1), 'Crew meeting', 'Regatta', 'Two clubs']);
    const counts = async (who: Person) =>
      (
        await who.call('GET /api/v1/clubs', {
          filters: JSON.stringify({ Ids: [club.id] }),
          optionalProperties: '["CountEvents"]',
        })
      ).items[0]?.CountEvents;
    // The club's calendar includes events that it cohosts, for people who can see them.
    expect([await counts(world.ana), await counts(world.ben)]).toEqual([3, 4]);
    await world.ana.call('DELETE /api/v1/clubs/{id}/membership', { id: club.id });
    expect(await titles()).toEqual(open);
    expect(await counts(world.ana)).toBe(1);
    await join();
    const renewed = await world.ana.call('POST /api/v1/calendar/feeds/{id}/renew', { id: feed.id });
    expect((await read(url)).status).toBe(404);
    expect(await titles(renewed.url)).toContain('Crew meeting');
    // A public calendar contains only public events.
    expect((await world.visit(`/clubs/${club.id}/events.ics`)).text).not.toContain('Crew meeting');
    const { status, body } = await world.eve.try('POST /api/v1/calendar/feeds', {
      name: 'Theirs',
      club: club.id,
    });
    expect([status, body]).toMatchObject([404, { code: 'not_found' }]);
    await world.ana.call('DELETE /api/v1/calendar/feeds/{id}', { id: feed.id });
    expect((await read(renewed.url)).status).toBe(404);
  });

  test('has the events of a hub’s people until its owner leaves the hub', async () => {
    const hub = await world.admin.call('POST /api/v1/school/hubs', {
      name: 'Law',
      description: '',
      icon: null,
      isForEveryone: false,
      accountTypes: [],
      majors: [],
    });
    const ask = () => world.ana.try('POST /api/v1/calendar/feeds', { name: 'Law', hub: hub.id });
    expect((await ask()).status).toBe(404);
    const belong = { id: hub.id, uid: world.ana.uid };
    await world.admin.call('PUT /api/v1/school/hubs/{id}/members/{uid}', belong);
    const { url } = (await ask()).body as { url: string };
    await world.admin.call('POST /api/v1/events', {
      clientId: newClientId(),
      title: 'Moot court',
      dateStart: `${soon(5)}T18:00:00Z`,
      dateEnd: `${soon(5)}T19:00:00Z`,
      timeZone: 'Europe/Berlin',
      hub: hub.id,
      audience: 'hub',
    });
    expect((await read(url)).text).toContain('Moot court');
    await world.admin.call('DELETE /api/v1/school/hubs/{id}/members/{uid}', belong);
    expect((await read(url)).text).not.toContain('Moot court');
  });
});
