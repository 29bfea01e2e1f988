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

test('[EVENT-01] a club co-hosts an event only after one of its officers accepts', async () => {
  const { admin, ana, ben, cy } = world;
  const other = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Go',
    membership: 'open',
    president: cy.uid,
  });
  // Ben manages Chess, and nothing in Go.
  const { id } = await ben.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Board games',
    dateStart: at(72),
    dateEnd: at(74),
    timeZone: 'Europe/Berlin',
    club,
    cohosts: [other.id],
  });
  const draft = await ben.call('GET /api/v1/events/{id}/settings', { id });
  expect(draft.cohosts).toEqual([{ id: other.id, name: 'Go', isAccepted: false }]);
  await ben.call('POST /api/v1/events/{id}/publish', { id, version: draft.version });
  const seenBy = (who: Person) => who.call('GET /api/v1/events/{id}', { id });
  const ofGo = async () =>
    (await ana.call('GET /api/v1/events', { filters: JSON.stringify({ Club: other.id }) })).items;
  expect((await seenBy(ana)).cohosts).toEqual([]);
  expect(await ofGo()).toEqual([]);
  expect(await received(cy, 'Board games')).toContain('event_cohost_asked');
  expect((await seenBy(cy)).asksClubs).toEqual([{ id: other.id, name: 'Go' }]);
  const answer = (who: Person, accepts: boolean) =>
    who.try('PUT /api/v1/events/{id}/cohosts/{club}', { id, club: other.id, accepts });
  // The club that asks can't answer, and neither can anyone else.
  expect((await answer(ben, true)).body).toMatchObject({ code: 'forbidden' });
  expect((await answer(ana, true)).body).toMatchObject({ code: 'forbidden' });
  expect((await seenBy(ana)).cohosts).toEqual([]);
  expect((await answer(cy, true)).status).toBe(200);
  expect((await seenBy(ana)).cohosts).toMatchObject([{ id: other.id }]);
  expect(await ofGo()).toMatchObject([{ id }]);
  // Saving the same clubs again keeps the acceptance.
  const { version } = await ben.call('GET /api/v1/events/{id}/settings', { id });
  await ben.call('PATCH /api/v1/events/{id}', { id, version, cohosts: [other.id], title: 'Games' });
  expect((await seenBy(ana)).cohosts).toMatchObject([{ id: other.id }]);
  expect((await answer(cy, false)).status).toBe(200);
  expect((await seenBy(ana)).cohosts).toEqual([]);
});

test('[EVENT-01] a co-host is asked once the event is published and again for a copy, and can’t register as a member', async () => {
  const { admin, ben, cy } = world;
  const bridge = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Bridge',
    membership: 'open',
    president: cy.uid,
  });
  const made = await ben.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Members night',
    dateStart: at(72),
    dateEnd: at(74),
    timeZone: 'Europe/Berlin',
    club,
    audience: 'members',
  });
  const { id } = made;
  await ben.call('PATCH /api/v1/events/{id}', {
    id,
    version: made.version,
    cohosts: [bridge.id],
  });
  const asks = async () => (await received(cy, 'Members night')).length;
  const reads = async () => (await cy.try('GET /api/v1/events/{id}', { id })).status;
  expect([await asks(), await reads()]).toEqual([0, 404]);
  const { version } = await ben.call('GET /api/v1/events/{id}/settings', { id });
  await ben.call('POST /api/v1/events/{id}/publish', { id, version });
  expect([await asks(), await reads()]).toEqual([1, 200]);
  const page = await cy.call('GET /api/v1/events/{id}', { id });
  expect(page).toMatchObject({ attendees: null, can: { register: false, seeAttendees: false } });
  for (const refused of [
    await cy.try('PUT /api/v1/events/{id}/registration', { id }),
    await cy.try('GET /api/v1/events/{id}/attendees', { id }),
  ])
    expect(refused.body).toMatchObject({ code: 'forbidden' });
  await cy.call('PUT /api/v1/events/{id}/cohosts/{club}', { id, club: bridge.id, accepts: true });
  const copy = await ben.call('POST /api/v1/events/{id}/duplicate', {
    id,
    clientId: newClientId(),
    isTemplate: false,
  });
  expect(copy.cohosts).toEqual([{ id: bridge.id, name: 'Bridge', isAccepted: false }]);
  // A form from before the club declined doesn't ask it again.
  const before = await ben.call('GET /api/v1/events/{id}/settings', { id });
  await cy.call('PUT /api/v1/events/{id}/cohosts/{club}', { id, club: bridge.id, accepts: false });
  const stale = await ben.try('PATCH /api/v1/events/{id}', {
    id,
    version: before.version,
    cohosts: [bridge.id],
  });
  expect(stale.body).toMatchObject({ code: 'event_changed' });
});

test('[EVENT-01] only a new location or room notifies attendees, and a canceled event rejects check-ins', async () => {
  const { admin, ana } = world;
  const room = await admin.call('POST /api/v1/school/rooms', {
    clientId: newClientId(),
    name: 'Attic',
    building: 'Main',
  });
  const { id, version } = await make('Study night', 72, {
    location: 'Attic',
    address: 'Main St 1',
  });
  await ana.call('PUT /api/v1/events/{id}/registration', { id });
  const same = await admin.call('PATCH /api/v1/events/{id}', {
    id,
    version,
    location: 'Attic',
    address: 'Main St 1',
    onlineUrl: null,
  });
  expect(await received(ana, 'Study night')).toEqual([]);
  await admin.call('PATCH /api/v1/events/{id}', { id, version: same.version, room: room.id });
  expect(await received(ana, 'Study night')).toEqual(['event_moved']);
  await admin.call('POST /api/v1/events/{id}/cancellation', { id });
  const scans = [{ clientId: newClientId(), uid: ana.uid, at: at(0) }];
  for (const refused of [
    await admin.try('GET /api/v1/events/{id}/check-in-kit', { id }),
    await admin.try('GET /api/v1/events/{id}/self-check-in-code', { id }),
    await admin.try('POST /api/v1/events/{id}/check-ins', { id, scans }),
    await admin.try('POST /api/v1/events/{id}/check-ins/paste', { id, text: ana.uid }),
  ])
    expect(refused.body).toMatchObject({ code: 'event_canceled' });
});

test('[EVENT-01] attendees are asked for feedback once after the event', async () => {
  const { admin, ana, cy } = world;
  const survey = await admin.call('POST /api/v1/clubs/{id}/surveys', {
    id: club,
    clientId: newClientId(),
    title: 'How was it?',
  });
  await world.sql('update surveys set published_at = now(), audience = $2 where id = $1', [
    survey.id,
    'school',
  ]);
  await world.sql(`update forms set state = 'open' where owner_kind = 'survey' and owner_id = $1`, [
    survey.id,
  ]);
  // If anyone was checked in, a registration alone isn't asked for feedback. A survey that was removed and added again asks once.
  const lecture = await make('Lecture', 3, { feedback: survey.id });
  for (const who of [ana, cy])
    await who.call('PUT /api/v1/events/{id}/registration', { id: lecture.id });
  await admin.call('POST /api/v1/events/{id}/attendees', {
    id: lecture.id,
    uids: [cy.uid],
    act: 'attended',
  });
  for (const feedback of [null, survey.id])
    await admin.call('PATCH /api/v1/events/{id}', {
      id: lecture.id,
      version: (await admin.call('GET /api/v1/events/{id}/settings', { id: lecture.id })).version,
      feedback,
    });
  const { id } = await make('Simul', 3, { feedback: survey.id });
  for (const who of [ana, cy]) await who.call('PUT /api/v1/events/{id}/registration', { id });
  await admin.call('POST /api/v1/events/{id}/attendees', { id, uids: [cy.uid], act: 'absent' });
  await world.app.jobs.settle();
  world.clock.advance(6 * hourMs);
  await world.app.jobs.settle();
  // Tokens expire after ten minutes.
  world.clock.advance(-6 * hourMs);
  expect(await received(ana, 'Simul')).toContain('event_feedback');
  expect(await received(cy, 'Simul')).not.toContain('event_feedback');
  expect(await received(ana, 'Lecture')).not.toContain('event_feedback');
  expect(await received(cy, 'Lecture')).toEqual(['event_feedback']);
  const sent = await world.sql(
    `select id from outbox where kind = 'event_notice' and payload ->> 'kind' = 'event_feedback' and payload ->> 'event' = $1`,
    [lecture.id],
  );
  expect(sent).toHaveLength(1);
});

test('[EVENT-01] a reminder shows the title of its date', async () => {
  const { admin, ana } = world;
  const { id } = await make('Open board', 72, { rrule: 'FREQ=WEEKLY;COUNT=3' });
  const { version, occurrence } = await admin.call('GET /api/v1/events/{id}/settings', { id });
  await admin.call('PATCH /api/v1/events/{id}', {
    id,
    version,
    scope: 'this',
    occurrence,
    title: 'Board with a grandmaster',
  });
  await ana.call('PUT /api/v1/events/{id}/registration', { id, occurrence, maybe: true });
  await world.app.jobs.settle();
  world.clock.advance(49 * hourMs);
  await world.app.jobs.settle();
  // Tokens expire after ten minutes.
  world.clock.advance(-49 * hourMs);
  expect(await received(ana, 'Board with a grandmaster')).toEqual(['event_reminder']);
});
