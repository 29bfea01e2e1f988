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

const hourMs = 3_600_000;
const at = (hours: number) =>
  new Date(
    Math.floor(world.clock.now().getTime() / 60_000) * 60_000 + hours * hourMs,
  ).toISOString();
const make = (title: string, hours: number, more: Record<string, unknown> = {}) =>
  world.admin.call('POST /api/v1/events', {
    clientId: newClientId(),
    title,
    dateStart: at(hours),
    dateEnd: at(hours + 2),
    timeZone: 'Europe/Berlin',
    club,
    ...more,
  });
/** Returns a person's notifications about an event, by title. */
const received = async (who: Person, title: string) => {
  await world.app.jobs.settle();
  const { items } = await who.call('GET /api/v1/notifications', { count: 100 });
  return items
    .filter(({ about }) => about?.title === title)
    .map(({ kind }) => kind)
    .toSorted();
};

test('[EVENT-01] attendees are notified of spots and changes, and officers of new events, registrations and promotions', async () => {
  const { admin, ana, ben, cy } = world;
  const { id, version } = await make('Blitz', 72, { capacity: 1 });
  expect(await received(ben, 'Blitz')).toEqual(['event_created']);
  await ana.call('PUT /api/v1/events/{id}/registration', { id });
  await cy.call('PUT /api/v1/events/{id}/registration', { id });
  expect(await received(ben, 'Blitz')).toEqual(['event_created', 'event_registered']);
  await ana.call('DELETE /api/v1/events/{id}/registration', { id });
  expect(await received(cy, 'Blitz')).toEqual(['event_promoted']);
  expect(await received(ben, 'Blitz')).toContain('event_promotion');
  await admin.call('PATCH /api/v1/events/{id}', { id, version, location: 'Room 2' });
  expect(await received(cy, 'Blitz')).toEqual(['event_moved', 'event_promoted']);
  await admin.call('POST /api/v1/events/{id}/cancellation', { id, reason: 'Ill' });
  expect(await received(cy, 'Blitz')).toEqual([
    'event_called_off',
    'event_moved',
    'event_promoted',
  ]);
  // The person who canceled gets no more notifications, and neither does anyone at another school.
  expect(await received(ana, 'Blitz')).toEqual([]);
  expect(await received(world.eve, 'Blitz')).toEqual([]);
  const refused = await ana.try('PUT /api/v1/events/{id}/registration', { id });
  expect(refused.body).toMatchObject({ code: 'event_canceled' });
});

test('[EVENT-01] officers are notified of each new registration by event, except those canceled in the meantime', async () => {
  const { ana, ben, cy } = world;
  const [one, two] = [await make('Rapid', 72), await make('Bullet', 96, { guestsMax: 2 })];
  await world.app.jobs.settle();
  await ana.call('PUT /api/v1/events/{id}/registration', { id: one.id });
  await cy.call('PUT /api/v1/events/{id}/registration', { id: one.id });
  await ana.call('PUT /api/v1/events/{id}/registration', { id: two.id });
  await cy.call('PUT /api/v1/events/{id}/registration', { id: two.id });
  await cy.call('DELETE /api/v1/events/{id}/registration', { id: one.id });
  // Bringing a guest isn't news.
  await world.app.jobs.settle();
  await ana.call('PUT /api/v1/events/{id}/registration', { id: two.id, guests: 1 });
  expect(await received(ben, 'Rapid')).toEqual(['event_created', 'event_registered']);
  expect(await received(ben, 'Bullet')).toEqual(['event_created', 'event_registered']);
  const reported = await world.sql(
    `select payload ->> 'event' as event, (payload ->> 'by')::bigint as by, payload -> 'people' as people from outbox
    where kind = 'event_notice' and payload ->> 'kind' = 'event_registered' and payload ->> 'event' = any($1) order by id`,
    [[one.id, two.id]],
  );
  expect(reported.map(({ event, by }) => [event, Number(by)])).toEqual([
    [one.id, ana.id],
    [two.id, ana.id],
    [two.id, cy.id],
  ]);
  expect(new Set(reported.map(({ people }) => JSON.stringify(people)))).toEqual(
    new Set([JSON.stringify([ben.id])]),
  );
});

test('reminders arrive a day or an hour before as each person chooses, and follow a rescheduled event', async () => {
  const { admin, ana, cy } = world;
  const moved = await make('Simultan', 96, { hosts: [] });
  for (const who of [ana, cy])
    await who.call('PUT /api/v1/events/{id}/registration', { id: moved.id });
  expect((await ana.call('GET /api/v1/event-reminders')).reminders).toEqual([1_440, 60]);
  await ana.call('PUT /api/v1/event-reminders', { event: moved.id, reminders: [1_440] });
  await cy.call('PUT /api/v1/event-reminders', { event: moved.id, reminders: [60] });
  await admin.call('PATCH /api/v1/events/{id}', {
    id: moved.id,
    version: moved.version,
    dateStart: at(120),
    dateEnd: at(122),
  });
  // Moved to ten hours ahead, so a day before has passed. Ana wants only that reminder, and Cy has the default, which is both.
  const late = await make('Blitz', 96, { hosts: [] });
  for (const who of [ana, cy])
    await who.call('PUT /api/v1/events/{id}/registration', { id: late.id });
  await ana.call('PUT /api/v1/event-reminders', { event: late.id, reminders: [1_440] });
  await admin.call('PATCH /api/v1/events/{id}', {
    id: late.id,
    version: late.version,
    dateStart: at(10),
    dateEnd: at(12),
  });
  await world.app.jobs.settle();
  const remindedOfLate = () =>
    world.sql(
      `select user_id, count(*)::int as n from notifications
      where about_title = 'Blitz' and kind = 'event_reminder' and user_id = any($1) group by 1 order by 1`,
      [[ana.id, cy.id]],
    );
  const kinds = async (who: Person) =>
    (
      await world.sql(
        'select kind from notifications where user_id = $1 and about_title = $2 and deleted_at is null order by created_at',
        [who.id, 'Simultan'],
      )
    ).map(({ kind }) => kind);
  world.clock.advance(8 * hourMs);
  await world.app.jobs.settle();
  expect(await remindedOfLate()).toEqual([]);
  world.clock.advance(1.1 * hourMs);
  await world.app.jobs.settle();
  expect(await remindedOfLate()).toEqual(
    [ana.id, cy.id].toSorted((a, b) => a - b).map((id) => ({ user_id: id, n: 1 })),
  );
  // A day before the first date.
  world.clock.advance(63.9 * hourMs);
  await world.app.jobs.settle();
  expect(await kinds(ana)).not.toContain('event_reminder');
  world.clock.advance(24 * hourMs);
  await world.app.jobs.settle();
  expect(await kinds(ana)).toContain('event_reminder');
  expect(await kinds(cy)).not.toContain('event_reminder');
  world.clock.advance(22.5 * hourMs);
  await world.app.jobs.settle();
  expect(await kinds(cy)).toContain('event_reminder');
});

test('attendees and hosts add reminder times of their own, for one event or for all', async () => {
  const { ana, ben, cy, admin, eve } = world;
  for (const one of [ana, ben, cy, admin, eve]) one.tokens = (await world.signInAgain(one)).tokens;
  const event = await make('Simultaneous exhibition', 24 * 9, { hosts: [ben.uid, cy.uid] });
  for (const who of [ana, admin])
    await who.call('PUT /api/v1/events/{id}/registration', { id: event.id });
  await ana.call('PUT /api/v1/event-reminders', { event: event.id, reminders: [15, 10_080] });
  await admin.call('PUT /api/v1/event-reminders', { reminders: [180] });
  await ben.call('PUT /api/v1/event-reminders', { event: event.id, reminders: [30, 2_880] });
  const refused = await ana.try('PUT /api/v1/event-reminders', {
    event: event.id,
    reminders: [45],
  });
  expect(refused.status).toBe(400);
  expect(
    (await eve.try('PUT /api/v1/event-reminders', { event: event.id, reminders: [15] })).status,
  ).toBe(404);
  // Pages show the reminders that people get: hosts who haven't chosen get one a day before, and an admin who isn't a host gets none.
  const shown = async (who: Person) => {
    const page = await who.call('GET /api/v1/events/{id}', { id: event.id });
    return [page.isRemindedAsHost, page.reminders];
  };
  expect(await shown(cy)).toEqual([true, [1_440]]);
  expect(await shown(ben)).toEqual([true, [30, 2_880]]);
  expect(await shown(ana)).toEqual([false, [15, 10_080]]);
  expect(await shown(admin)).toEqual([false, [180]]);
  /** Moves the clock to some minutes before the start. Returns who was reminded since. */
  let last = 24 * 9 * 60;
  let seen: string[] = [];
  const remindedBy = async (minutes: number) => {
    world.clock.advance((last - minutes + 1) * 60_000);
    last = minutes - 1;
    await world.app.jobs.settle();
    const rows = await world.sql<{ id: string; username: string }>(
      `select n.id::text as id, u.username from notifications n join users u on u.id = n.user_id
      where n.about_title = 'Simultaneous exhibition' and n.kind = 'event_reminder' order by u.username`,
    );
    const more = rows.filter(({ id }) => !seen.includes(id)).map(({ username }) => username);
    seen = rows.map(({ id }) => id);
    return more;
  };
  expect(await remindedBy(10_080)).toEqual(['ana']);
  expect(await remindedBy(2_880)).toEqual(['ben']);
  // Hosts who haven't chosen get one a day before.
  expect(await remindedBy(1_440)).toEqual(['cy']);
  expect(await remindedBy(180)).toEqual(['admin']);
  expect(await remindedBy(60)).toEqual([]);
  expect(await remindedBy(30)).toEqual(['ben']);
  expect(await remindedBy(15)).toEqual(['ana']);
});
