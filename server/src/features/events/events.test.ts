import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

let club = '';
beforeAll(async () => {
  const made = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Chess',
    membership: 'open',
    president: world.ben.uid,
  });
  club = made.id;
});

/** Whole minutes from now. */
const inHours = (hours: number) =>
  new Date(Math.floor(world.clock.now().getTime() / 60_000) * 60_000 + hours * 3_600_000);
const timesFrom = (hours: number, length = 2) => ({
  dateStart: inHours(hours).toISOString(),
  dateEnd: inHours(hours + length).toISOString(),
  timeZone: 'Europe/Berlin',
});
const make = (who: Person, title: string, more: Record<string, unknown> = {}) =>
  who.call('POST /api/v1/events', { clientId: newClientId(), title, ...timesFrom(48), ...more });
const titles = async (who: Person, filters: Record<string, unknown> = {}, more = {}) =>
  (await who.call('GET /api/v1/events', { filters: JSON.stringify(filters), ...more })).items.map(
    ({ title }) => title,
  );

test('[EVENT-01] lists contain the events of the school, clubs and invitations that each person can see', async () => {
  const { admin, ana, ben, cy, eve } = world;
  await make(admin, 'For all', { tags: ['#Food ', 'food', 'Music'], location: 'Great hall' });
  // An officer's event starts as a draft.
  const members = await make(ben, 'For members', { club, audience: 'members', ...timesFrom(50) });
  expect(members).toMatchObject({ status: 'draft', host: { kind: 'club', name: 'Chess' } });
  expect(await titles(ana)).not.toContain('For members');
  const published = await ben.call('POST /api/v1/events/{id}/publish', {
    id: members.id,
    version: members.version,
  });
  expect(published.status).toBe('published');
  await make(admin, 'For Cy', { audience: 'invited', invited: [cy.uid], ...timesFrom(52) });
  await make(admin, 'Far away', { audience: 'school', ...timesFrom(24 * 500) });

  expect(await titles(cy)).toEqual(['For all', 'For Cy', 'Far away']);
  expect(await titles(ana)).toEqual(['For all', 'Far away']);
  await ana.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  expect(await titles(ana)).toEqual(['For all', 'For members', 'Far away']);
  expect(await titles(eve)).toEqual([]);
  expect((await ana.try('GET /api/v1/events/{id}', { id: members.id })).status).toBe(200);
  expect((await cy.try('GET /api/v1/events/{id}', { id: members.id })).status).toBe(404);

  expect(await titles(ana, { Tags: ['FOOD'] })).toEqual(['For all']);
  expect(await titles(ana, { Search: 'hall gre' })).toEqual(['For all']);
  expect(await titles(ana, { HostKind: 'club' })).toEqual(['For members']);
  expect(await titles(ana, { Club: club })).toEqual(['For members']);
  expect(await titles(ana, { Free: false })).toEqual([]);
  expect(await titles(ben, { Managed: true })).toEqual(['For members']);
  expect(await titles(ana, {}, { ordering: 'NameAsc' })).toEqual([
    'Far away',
    'For all',
    'For members',
  ]);
  expect(await titles(ana, {}, { pageSize: 1, pageOffset: 1 })).toEqual(['For members']);
  const { total } = await ana.call('GET /api/v1/events', { pageSize: 1 });
  expect(total).toBe(3);
  expect((await ana.call('GET /api/v1/events/tags')).items).toEqual([
    { tag: 'food', count: 1 },
    { tag: 'music', count: 1 },
  ]);
  const refused = await ana.try('GET /api/v1/events', { filters: '{"Nope": 1}' });
  expect(refused.body).toMatchObject({ code: 'unknown_filter' });
  for (const asked of [{ optionalProperties: '["Color"]' }, { relationships: '["Tags"]' }])
    expect((await world.ana.try('GET /api/v1/events', asked)).body).toMatchObject({
      code: 'unknown_property',
    });
  expect(
    (await world.ana.try('GET /api/v1/events', { optionalProperties: 'x' })).body,
  ).toMatchObject({ code: 'bad_json' });

  const legacy = await ana.call('GET /mobile_ws/v17/mobile_events_list', { range: 0, limit: 20 });
  expect(legacy[0]).toMatchObject({ listingSeparator: 'true' });
  expect(legacy[1]).toMatchObject({ p1: 'For all', counter: 3 });
  const rowsOf = async (more: Record<string, string>) =>
    (
      await ana.call('GET /mobile_ws/v17/mobile_events_list', { range: 0, limit: 20, ...more })
    ).flatMap((row) => ('fields' in row ? [[row['p1'], row.counter]] : []));
  expect(await rowsOf({ search_word: 'members' })).toEqual([['For members', 1]]);
  expect(await rowsOf({ tag_tagList: 'food,games' })).toEqual([['For all', 1]]);
  expect(await rowsOf({ tag_tagList: 'food,games', tag_ContainsLogic: 'AND' })).toEqual([]);
  expect(await rowsOf({ tag_tagList: 'food,music', tag_ContainsLogic: 'AND' })).toHaveLength(1);
  expect((await rowsOf({ tag_NotContainsLogic: 'music' })).map(([title]) => title)).toEqual([
    'For members',
    'Far away',
  ]);
  expect(
    (await ana.try('GET /mobile_ws/v17/mobile_events_list', { range: 0, limit: 20, nope: '1' }))
      .body,
  ).toMatchObject({ error: { code: 'unknown_filter' } });
  const filters = await ana.call('GET /mobile_ws/v18/listing_filters', { type: 'events' });
  expect(filters.find(({ name }) => name === 'tag')?.options).toEqual([
    { value: 'food', label: 'food', count: 1 },
    { value: 'music', label: 'music', count: 1 },
  ]);
  expect(
    (await ana.call('GET /mobile_ws/v18/listing_config', { type: 'events' })).ordering.defaultOrder,
  ).toBe('StartAsc');
});

test('a series appears once in lists and per date in a time range, and edits keep local times across a clock change', async () => {
  const { admin, ana } = world;
  // Daylight saving time in Berlin ends on the last Sunday of October.
  const made = await admin.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Weekly',
    dateStart: '2027-10-19T16:00:00Z',
    dateEnd: '2027-10-19T17:00:00Z',
    timeZone: 'Europe/Berlin',
    rrule: 'FREQ=WEEKLY;COUNT=5',
  });
  expect(made.registration.mode).toBe('occurrence');
  const window = { From: '2027-10-01T00:00:00Z', To: '2027-12-01T00:00:00Z' };
  const starts = async () =>
    (await ana.call('GET /api/v1/events', { filters: JSON.stringify(window) })).items.map(
      ({ dateStart }) => dateStart,
    );
  expect(await starts()).toEqual([
    '2027-10-19T16:00:00Z',
    '2027-10-26T16:00:00Z',
    '2027-11-02T17:00:00Z',
    '2027-11-09T17:00:00Z',
    '2027-11-16T17:00:00Z',
  ]);
  const once = await ana.call('GET /api/v1/events', { filters: '{"Search": "weekly"}' });
  expect(once.items.map(({ dateStart }) => dateStart)).toEqual(['2027-10-19T16:00:00Z']);

  const third = '2027-11-02T18:00:00';
  await ana.call('PUT /api/v1/events/{id}/registration', { id: made.id, occurrence: third });
  // One date an hour later; all at another hour; from the third one on another day.
  const moved = await admin.call('PATCH /api/v1/events/{id}', {
    id: made.id,
    version: made.version,
    scope: 'this',
    occurrence: '2027-10-26T18:00:00',
    dateStart: '2027-10-26T17:00:00Z',
    dateEnd: '2027-10-26T18:00:00Z',
  });
  expect((await starts())[1]).toBe('2027-10-26T17:00:00Z');
  const all = await admin.call('PATCH /api/v1/events/{id}', {
    id: made.id,
    version: moved.version,
    scope: 'all',
    dateStart: '2027-10-19T14:00:00Z',
    dateEnd: '2027-10-19T15:00:00Z',
  });
  expect((await starts())[2]).toBe('2027-11-02T15:00:00Z');
  const kept = await ana.call('GET /api/v1/events/{id}', {
    id: made.id,
    occurrence: '2027-11-02T16:00:00',
  });
  expect(kept.mine).toMatchObject({ status: 'registered', occurrence: '2027-11-02T16:00:00' });
  const divided = await admin.call('PATCH /api/v1/events/{id}', {
    id: made.id,
    version: all.version,
    scope: 'following',
    occurrence: '2027-11-02T16:00:00',
    dateStart: '2027-11-03T15:00:00Z',
    dateEnd: '2027-11-03T16:00:00Z',
  });
  expect(divided.id).not.toBe(made.id);
  expect((await starts()).slice(2)).toEqual([
    '2027-11-03T15:00:00Z',
    '2027-11-10T15:00:00Z',
    '2027-11-17T15:00:00Z',
  ]);
  expect((await ana.call('GET /api/v1/events/{id}', { id: divided.id })).mine).toMatchObject({
    status: 'registered',
    occurrence: '2027-11-03T16:00:00',
  });
  // One of its dates is canceled.
  await admin.call('POST /api/v1/events/{id}/cancellation', {
    id: divided.id,
    occurrence: '2027-11-03T16:00:00',
    scope: 'this',
  });
  expect((await starts())[2]).toBe('2027-11-10T15:00:00Z');
  const { items } = await ana.call('GET /api/v1/events/days', {
    from: '2027-10-01',
    to: '2027-11-30',
    timeZone: 'Europe/Berlin',
  });
  expect(items.map(({ date }) => date)).toEqual([
    '2027-10-19',
    '2027-10-26',
    '2027-11-10',
    '2027-11-17',
  ]);
});

test('invalid times are rejected with a code, and all-day events and events on several dates keep their times', async () => {
  const { admin, ana } = world;
  const code = async (times: Record<string, unknown>) =>
    (
      (
        await admin.try('POST /api/v1/events', {
          clientId: newClientId(),
          title: 'Odd',
          ...timesFrom(48),
          ...times,
        })
      ).body as { code: string }
    ).code;
  expect(await code({ dateEnd: inHours(47).toISOString() })).toBe('time_order');
  expect(await code({ timeZone: 'Europe/Atlantis' })).toBe('zone_unknown');
  expect(await code({ dateStart: 'tomorrow' })).toBe('time_invalid');
  expect(await code({ dateStart: '2027-02-30T10:00' })).toBe('time_invalid');
  // A time without an offset is local: 10:00 in Berlin, in winter and in summer.
  for (const [date, hour] of [
    ['2027-02-01', '09'],
    ['2027-07-01', '08'],
  ] as const)
    expect(
      await make(admin, 'By the clock', {
        dateStart: `${date}T10:00`,
        dateEnd: `${date}T11:00:00`,
        timeZone: 'Europe/Berlin',
      }),
    ).toMatchObject({ dateStart: `${date}T${hour}:00:00Z`, isAllDay: false });
  expect(await code({ rrule: 'FREQ=SECONDLY' })).toBe('rule_frequency');
  expect(await code({ rrule: 'FREQ=DAILY;COUNT=1000000' })).toBe('rule_count');
  expect(await code({ audience: 'members' })).toBe('event_audience');
  expect(await code({ club: '1' })).toBe('not_found');
  const days = await make(admin, 'Fair', {
    dateStart: '2027-06-01',
    dateEnd: '2027-06-03',
    isAllDay: true,
  });
  expect(days).toMatchObject({
    isAllDay: true,
    dateStart: '2027-05-31T22:00:00Z',
    dateEnd: '2027-06-02T22:00:00Z',
  });
  const dates = await make(admin, 'Course', {
    ...timesFrom(100),
    dates: [150, 300].map((hours) => {
      const { dateStart, dateEnd } = timesFrom(hours);
      return { dateStart, dateEnd };
    }),
  });
  expect(dates.rrule).toBeNull();
  expect(dates.occurrences.map(({ dateStart }) => Date.parse(dateStart))).toEqual(
    [100, 150, 300].map((hours) => inHours(hours).getTime()),
  );
  // An infinite rule is limited.
  const endless = await make(admin, 'Endless', { rrule: 'FREQ=DAILY' });
  expect(endless.occurrences).toHaveLength(50);
  await ana.call('PUT /api/v1/events/{id}/registration', { id: dates.id });
});

test('officers manage their club’s events, and people who can’t manage them get 404', async () => {
  const { admin, ana, ben, cy } = world;
  const made = await make(ben, 'Blitz', { club, isTemplate: true });
  expect(await titles(ben, { Templates: true })).toEqual(['Blitz']);
  expect(await titles(ana, { Templates: true })).toEqual([]);
  for (const [method, path, input] of [
    ['GET', 'settings', {}],
    ['POST', 'publish', { version: 1 }],
    ['POST', 'duplicate', { clientId: newClientId() }],
    ['POST', 'cancellation', {}],
    ['GET', 'check-in-kit', {}],
  ] as const)
    expect(
      (await cy.try(`${method} /api/v1/events/{id}/${path}` as never, { id: made.id, ...input }))
        .status,
    ).toBe(404);
  expect(
    (
      await cy.try('POST /api/v1/events', {
        clientId: newClientId(),
        title: 'X',
        club,
        ...timesFrom(1),
      })
    ).body,
  ).toMatchObject({ code: 'forbidden' });
  const copy = await ben.call('POST /api/v1/events/{id}/duplicate', {
    id: made.id,
    clientId: newClientId(),
  });
  expect(copy).toMatchObject({ title: 'Blitz', isTemplate: false, status: 'draft' });
  const published = await ben.call('POST /api/v1/events/{id}/publish', {
    id: copy.id,
    version: copy.version,
  });
  expect(published.status).toBe('published');
  expect(
    (await ben.try('PATCH /api/v1/events/{id}', { id: copy.id, version: 1, title: 'Y' })).body,
  ).toMatchObject({ code: 'event_changed' });
  await ben.call('DELETE /api/v1/events/{id}', { id: copy.id });
  expect((await admin.try('GET /api/v1/events/{id}', { id: copy.id })).status).toBe(404);
});

test('[CLUB-02] a club’s upcoming events and its counts of events and attendees include only those each person can see', async () => {
  const { admin, ana, ben, cy } = world;
  const { id } = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Rowing',
    membership: 'open',
    president: ben.uid,
  });
  await ana.call('PUT /api/v1/clubs/{id}/membership', { id });
  const year = timesFrom(20);
  const open = await make(admin, 'Regatta', { club: id, ...year });
  const closed = await make(admin, 'Training', { club: id, audience: 'members', ...year });
  await make(admin, 'Years ahead', { club: id, ...timesFrom(24 * 700) });
  for (const who of [ana, cy])
    await who.call('PUT /api/v1/events/{id}/registration', { id: open.id });
  await ana.call('PUT /api/v1/events/{id}/registration', { id: closed.id, isHidden: true });
  const about = await cy.call('GET /api/v1/clubs/{id}/about', { id });
  expect(about.events.map(({ title }) => title)).toEqual(['Regatta', 'Years ahead']);
  expect(about.events[0]).toMatchObject({
    eventStartDate: open.dateStart,
    eventEndDate: open.dateEnd,
  });
  const counts = async (who: Person) => {
    const { items } = await who.call('GET /api/v1/clubs', {
      filters: JSON.stringify({ Id: id }),
      optionalProperties: '["CountEvents", "CountRSVPs"]',
    });
    return [items[0]?.CountEvents, items[0]?.CountRSVPs];
  };
  expect(await counts(cy)).toEqual([1, 2]);
  expect(await counts(ana)).toEqual([2, 3]);
  expect(await counts(ben)).toEqual([2, 2]);
  await cy.call('PUT /api/v1/blocks/{uid}', { uid: ana.uid });
  expect(await counts(cy)).toEqual([1, 1]);
  await cy.call('DELETE /api/v1/blocks/{uid}', { uid: ana.uid });

  // An event that another club cohosts disappears with its own club, when that is hidden or deleted.
  const host = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Host',
    membership: 'open',
    president: ben.uid,
  });
  const shared = await make(admin, 'Shared', {
    club: host.id,
    cohosts: [id],
    audience: 'school',
  });
  await admin.call('PUT /api/v1/events/{id}/cohosts/{club}', {
    id: shared.id,
    club: id,
    accepts: true,
  });
  const comesUp = async () =>
    (await cy.call('GET /api/v1/clubs/{id}/about', { id })).events.map(({ title }) => title);
  expect(await comesUp()).toContain('Shared');
  expect(await counts(cy)).toEqual([2, 2]);
  await admin.call('PUT /api/v1/clubs/{id}/hidden', { id: host.id });
  expect(await comesUp()).not.toContain('Shared');
  expect(await counts(cy)).toEqual([1, 2]);
  await admin.call('DELETE /api/v1/clubs/{id}/hidden', { id: host.id });
  await admin.call('DELETE /api/v1/clubs/{id}', { id: host.id });
  expect(await comesUp()).not.toContain('Shared');

  // Counts by the database match the lists.
  for (const who of [ana, ben, cy]) {
    const rows = await world.sql(
      `select e.title from events_seen_by($1, false) e join event_starts x on x.event_id = e.id where x.ends_at > now() group by e.id, e.title`,
      [who.id],
    );
    const listed = await who.call('GET /api/v1/events', { pageSize: 100 });
    const byLists = listed.items.map(({ title }) => title);
    for (const { title } of rows) expect(byLists).toContain(title);
  }
});
