import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

let club = '';
beforeAll(async () => {
  const { id } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Debate',
    membership: 'open',
    president: world.ben.uid,
  });
  club = id;
});

const hourMs = 3_600_000;
const at = (hours: number) =>
  new Date(
    Math.floor(world.clock.now().getTime() / 60_000) * 60_000 + hours * hourMs,
  ).toISOString();
/** Returns the keys and categories of a person's notifications about an event. */
const keysOf = async (who: Person, title: string) => {
  await world.app.jobs.settle();
  const { items } = await who.call('GET /api/v1/notifications', { count: 100 });
  return items
    .filter(({ about }) => about?.title === title)
    .map(({ key, kind }) => `${key} ${kind}`)
    .toSorted();
};
const register = (who: Person, id: string, more: Record<string, unknown> = {}) =>
  who.call('PUT /api/v1/events/{id}/registration', { id, ...more });

test('[NOTIF-04] officers and attendees get event notifications under their own keys', async () => {
  const { admin, ana, ben, cy } = world;
  const dee = await world.join({ username: 'dee', first_name: 'Dee' });
  // Ben, an officer, creates it. The other people who manage the club's events are notified.
  await world.sql(
    `insert into role_grants (school_id, user_id, role_id, scope_id, granted_at)
      select school_id, $2, role_id, scope_id, granted_at from role_grants where scope_id = $1 and user_id = $3`,
    [club, cy.id, ben.id],
  );
  const { id, version } = await ben.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Final',
    dateStart: at(72),
    dateEnd: at(74),
    timeZone: 'Europe/Berlin',
    club,
    capacity: 1,
    allowsMaybe: true,
    hosts: [ben.uid, dee.uid],
  });
  await ben.call('POST /api/v1/events/{id}/publish', { id, version });
  expect(await keysOf(cy, 'Final')).toEqual(['officer.newEventFromOfficer event_created']);
  expect(await keysOf(ben, 'Final')).toEqual([]);

  await register(ana, id);
  expect(await keysOf(ben, 'Final')).toEqual(['officer.newEventRegistration event_registered']);
  await register(admin, id);
  await ana.call('DELETE /api/v1/events/{id}/registration', { id });
  expect(await keysOf(ben, 'Final')).toContain('officer.promotionToEventMainList event_promotion');
  expect(await keysOf(admin, 'Final')).toContain('general.events event_promoted');

  // People who answered maybe are reminded like those with a spot, officers under their key, and other hosts like attendees.
  await register(ana, id, { maybe: true });
  await world.app.jobs.settle();
  world.clock.advance(49 * hourMs);
  await world.app.jobs.settle();
  world.clock.advance(-49 * hourMs);
  const reminded = async (who: Person) =>
    (await keysOf(who, 'Final')).filter((one) => one.endsWith(' event_reminder'));
  for (const who of [admin, ana, dee])
    expect(await reminded(who)).toEqual(['general.events event_reminder']);
  for (const who of [ben, cy])
    expect(await reminded(who)).toEqual(['officer.eventReminder event_reminder']);
  // People who aren't officers can't choose the officer key, and get nothing under it.
  const choice = {
    groupId: club,
    role: 'officer',
    key: 'eventReminder',
    preferences: { in_app: 'no' },
  };
  const call = 'PATCH /api/v1/notifications/preferences/groups/{groupId}/{role}/{key}';
  expect((await dee.try(call, choice)).status).toBe(404);
});

test('[EVENT-01] [NOTIF-04] invited people are notified when the event is published or when they are added later', async () => {
  const { ana, ben, cy, admin, eve } = world;
  const fay = await world.join({ username: 'fay', first_name: 'Fay' });
  const draft = await ben.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Dinner',
    dateStart: at(72),
    dateEnd: at(74),
    timeZone: 'Europe/Berlin',
    club,
    audience: 'invited',
    invited: [ana.uid, ben.uid],
    hosts: [],
  });
  const { id } = draft;
  const received = async () => {
    const counts = [];
    for (const who of [ana, ben, cy, fay, eve]) {
      const keys = await keysOf(who, 'Dinner');
      counts.push(keys.filter((one) => one === 'general.events event_invited').length);
    }
    return counts;
  };
  expect(await received()).toEqual([0, 0, 0, 0, 0]);
  await ben.call('POST /api/v1/events/{id}/publish', { id, version: draft.version });
  expect(await received()).toEqual([1, 0, 0, 0, 0]);
  const { items } = await ana.call('GET /api/v1/notifications', { count: 100 });
  expect(items.find(({ kind }) => kind === 'event_invited')).toMatchObject({
    people: [{ uid: ben.uid }],
    about: { title: 'Dinner', path: `/events/${id}` },
    target: { kind: 'event', id },
    can: { answer: true },
  });
  const change = async (invited: string[]) => {
    const { version } = await admin.call('GET /api/v1/events/{id}/settings', { id });
    await admin.call('PATCH /api/v1/events/{id}', { id, version, invited });
  };
  await ana.call('PATCH /api/v1/notifications/mark-all-as-read');
  // Cy is removed again before anything is sent.
  await change([ana.uid, ben.uid, fay.uid, cy.uid]);
  await change([ana.uid, ben.uid, fay.uid]);
  expect(await received()).toEqual([1, 0, 0, 1, 0]);
  // Ana, who was removed and invited again after reading the first invitation, isn't notified again.
  await change([ben.uid, fay.uid]);
  await change([ana.uid, ben.uid, fay.uid]);
  expect(await received()).toEqual([1, 0, 0, 1, 0]);
  const unread = await ana.call('GET /api/v1/notifications', { count: 100 });
  expect(unread.items.filter(({ kind, isRead }) => kind === 'event_invited' && !isRead)).toEqual(
    [],
  );
  // At most a thousand people per hour, across events.
  await world.sql(
    `insert into users (school_id, username, email, first_name)
      select $1, 'crowd' || n, 'crowd' || n || '@demo.test', 'Crowd' from generate_series(1, 490) n`,
    [world.school],
  );
  const crowd = (
    await world.sql<{ id: number }>(`select id from users where username like 'crowd%'`)
  ).map((row) => String(row.id));
  const statuses: number[] = [];
  for (let nth = 0; nth < 3; nth += 1)
    statuses.push(
      (
        await ben.try('POST /api/v1/events', {
          club,
          clientId: newClientId(),
          title: `Crowd ${nth}`,
          dateStart: at(72),
          dateEnd: at(74),
          timeZone: 'Europe/Berlin',
          audience: 'invited',
          invited: crowd,
          hosts: [],
        })
      ).status,
    );
  expect(statuses).toEqual([200, 200, 429]);
  // A copy invites as many people again.
  const [first] = await world.sql<{ id: string }>(`select id from events where title = 'Crowd 0'`);
  const copy = await ben.try('POST /api/v1/events/{id}/duplicate', {
    id: String(first?.id),
    clientId: newClientId(),
  });
  expect(copy).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
});

test('[EVENT-01, CAL-01] a list shows which items in the caller’s calendar overlap each event, and which clubs host', async () => {
  const { admin, ana } = world;
  const make = (title: string, hours: number) =>
    admin.call('POST /api/v1/events', {
      clientId: newClientId(),
      title,
      dateStart: at(hours),
      dateEnd: at(hours + 2),
      timeZone: 'Europe/Berlin',
      club,
    });
  const own = await make('Rehearsal', 200);
  await make('Clashing', 201);
  await make('Later', 210);
  await register(ana, own.id);
  const { items } = await ana.call('GET /api/v1/events', {
    filters: JSON.stringify({ Club: club }),
    optionalProperties: '["Overlaps"]',
  });
  expect(Object.fromEntries(items.map(({ title, overlaps }) => [title, overlaps]))).toMatchObject({
    Clashing: ['Rehearsal'],
    Later: [],
    Rehearsal: [],
  });
  const plain = await ana.call('GET /api/v1/events', { filters: JSON.stringify({ Club: club }) });
  expect(plain.items.every(({ overlaps }) => overlaps === null)).toBe(true);
  const hosts = await ana.call('GET /api/v1/events/hosts');
  expect(hosts.items).toMatchObject([{ id: club, name: 'Debate' }]);
});
