import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import type { CalendarRow } from '#server/kernel/feature.ts';
import { linkPreviewOf } from '#server/kernel/http/link-preview.ts';
import { many } from '#server/kernel/sql.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import { calendarParts } from './calendar/calendar-rows.queries.ts';

const world = inWorld();
beforeAll(() => world.sql('update schools set share_events = true'));

const make = (title: string, more: Record<string, unknown> = {}) =>
  world.admin.call('POST /api/v1/events', {
    clientId: newClientId(),
    title,
    dateStart: '2027-06-01T18:00:00+02:00',
    dateEnd: '2027-06-01T20:00:00+02:00',
    timeZone: 'Europe/Berlin',
    ...more,
  });

test('[EVENT-01] visitors see a public event without attendees, and its preview shows time and location', async () => {
  const shown = await make('Open <day>', {
    audience: 'public',
    location: 'Hall',
    onlineUrl: 'https://meet.example/1',
  });
  const hidden = await make('Staff only', { audience: 'school' });
  await world.ana.call('PUT /api/v1/events/{id}/registration', { id: shown.id });
  expect(shown.shareUrl).toContain(`/events/${shown.id}?share=1`);
  const answer = await world.visit(`/api/v1/public/event?id=${shown.id}`);
  expect(answer.body).toMatchObject({
    event: { title: 'Open <day>', dateStart: '2027-06-01T16:00:00Z', isOnline: true },
  });
  expect(answer.text).not.toContain('meet.example');
  expect(answer.text).not.toContain('Ana');
  const refused = await world.visit(`/api/v1/public/event?id=${hidden.id}`);
  expect(refused.body).toMatchObject({ status: 404, code: 'event_not_shared' });
  const school = (await world.visit('/mobile_ws/v18/school')).body as never;
  const { head } = linkPreviewOf(school, answer.text, {
    origin: 'https://demo.test',
    pictureUrl: (url) => url,
  });
  expect(head).toContain('Open &#60;day&#62;');
  const [, data = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(head) ?? [];
  expect(data).not.toContain('<');
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'Event',
    name: 'Open <day>',
    startDate: '2027-06-01T16:00:00Z',
    location: { name: 'Hall' },
    eventStatus: 'https://schema.org/EventScheduled',
  });
});

test('the online link is visible only to registered people, and only shortly before the start', async () => {
  const start = world.clock.now().getTime() + 600_000;
  const { id } = await make('Call', {
    dateStart: new Date(start).toISOString(),
    dateEnd: new Date(start + 3_600_000).toISOString(),
    onlineUrl: 'https://meet.example/2',
    onlineOpensMinutes: 5,
  });
  const url = async (who: Person) =>
    (await who.call('GET /api/v1/events/{id}', { id })).online?.url;
  await world.ana.call('PUT /api/v1/events/{id}/registration', { id });
  expect(await url(world.ana)).toBeNull();
  world.clock.advance(360_000);
  expect(await url(world.ana)).toBe('https://meet.example/2');
  expect(await url(world.cy)).toBeNull();
  world.clock.advance(-360_000);
});

test('calendars contain the dates that a person registered for and the events that they host', async () => {
  const { ana, cy } = world;
  const weekly = await make('Weekly', { rrule: 'FREQ=WEEKLY;COUNT=4', hosts: [cy.uid] });
  await ana.call('PUT /api/v1/events/{id}/registration', {
    id: weekly.id,
    occurrence: '2027-06-08T18:00:00',
  });
  await ana.call('PUT /api/v1/events/{id}/registration', {
    id: weekly.id,
    occurrence: '2027-06-15T18:00:00',
    maybe: true,
  });
  const rowsOf = (who: Person) =>
    inTransaction(world.pool, { school: world.school, readOnly: true }, async (db) => {
      const window = { from: new Date('2027-06-01'), to: new Date('2027-07-01') };
      const parts = calendarParts.map(({ rows }) => sql`select * from (${rows(who.id, window)}) n`);
      return many(
        db,
        sql<CalendarRow>`select * from (${sql.join(parts, sql` union all `)}) n where title = 'Weekly' order by is_tentative`,
      );
    });
  expect(await rowsOf(ana)).toMatchObject([
    { kind: 'event', url: `/events/${weekly.id}`, only: ['2027-06-08T18:00:00'] },
    { only: ['2027-06-15T18:00:00'], is_tentative: true, is_canceled: false },
  ]);
  expect(Object.keys((await rowsOf(cy))[0] ?? {})).toEqual([
    'kind',
    'id',
    'title',
    'location',
    'url',
    'series',
    'only',
    'is_tentative',
    'is_canceled',
    'more',
    'revision',
    'updated_at',
  ]);
  expect(await rowsOf(cy)).toMatchObject([{ only: null, is_tentative: false }]);
  expect(await rowsOf(world.eve)).toEqual([]);
});
