import { beforeEach, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
beforeEach(() => world.sql('delete from rate_limits'));

const hour = 3_600_000;
const times = (hours: number, length = 2) => {
  const start = Math.floor(world.clock.now().getTime() / 60_000) * 60_000 + hours * hour;
  return {
    dateStart: new Date(start).toISOString(),
    dateEnd: new Date(start + length * hour).toISOString(),
    timeZone: 'UTC',
  };
};
const make = (title: string, more: Record<string, unknown> = {}) =>
  world.admin.call('POST /api/v1/events', {
    clientId: newClientId(),
    title,
    ...times(48),
    ...more,
  });
const code = async (answer: Promise<{ body: unknown }>) =>
  ((await answer).body as { code?: string }).code;
const sharing = (areEventsOn: boolean) =>
  world.admin.call('PUT /api/v1/school/sharing', { isOn: true, isIndexed: false, areEventsOn });

test('[EVENT-01] the school hides public events from visitors immediately, and shows them again', async () => {
  const { id } = await make('Open day', { audience: 'public' });
  const seen = async () => [
    (await world.visit(`/api/v1/public/event?id=${id}`)).status,
    (await world.visit(`/events/${id}.ics`)).status,
    (await world.visit('/events.ics')).text.includes('Open day'),
  ];
  expect(await sharing(true)).toMatchObject({ areEventsOn: true, events: 1 });
  expect(await seen()).toEqual([200, 200, true]);
  expect(await sharing(false)).toMatchObject({ areEventsOn: false, events: 0 });
  expect(await seen()).toEqual([404, 404, false]);
  // People at the school can still see it. If the switch is omitted, it doesn't change.
  expect((await world.ana.call('GET /api/v1/events/{id}', { id })).title).toBe('Open day');
  await sharing(true);
  const kept = await world.admin.call('PUT /api/v1/school/sharing', {
    isOn: true,
    isIndexed: true,
  });
  expect(kept).toMatchObject({ areEventsOn: true });
});

test('[EVENT-01] serves an event’s calendar file to everyone who can see the event', async () => {
  const { admin, ana, ben, eve } = world;
  const club = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Rowing',
    membership: 'invitation',
    president: ben.uid,
  });
  const made = await ben.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Crew only',
    ...times(48),
    club: club.id,
    audience: 'members',
  });
  await ben.call('POST /api/v1/events/{id}/publish', { id: made.id, version: made.version });
  const forSchool = await make('For the school', { audience: 'school' });
  const status = async (who: Person | null, id: string) =>
    (await (who === null ? world.visit(`/events/${id}.ics`) : who.raw(`/events/${id}.ics`))).status;
  const everyone = [ben, admin, ana, eve, null];
  expect(await Promise.all(everyone.map((who) => status(who, made.id)))).toEqual([
    200, 200, 404, 404, 404,
  ]);
  expect(await Promise.all(everyone.map((who) => status(who, forSchool.id)))).toEqual([
    200, 200, 200, 404, 404,
  ]);
  const file = await ben.raw(`/events/${made.id}.ics`);
  expect(file.text).toContain('SUMMARY:Crew only');
  expect(file.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, max-age=300',
    vary: expect.stringContaining('Cookie'),
  });
  const again = await ben.raw(`/events/${made.id}.ics`, {
    headers: { 'if-none-match': String(file.headers.etag) },
  });
  expect(again.status).toBe(304);
  // Clients with a bearer token, and URLs without an event.
  const authorization = `Bearer ${ben.tokens.jwt}`;
  expect((await world.visit(`/events/${made.id}.ics`, { headers: { authorization } })).status).toBe(
    200,
  );
  expect(await status(ben, 'none')).toBe(404);
});

test('[EVENT-01] [CLUB-03] events of frozen and archived clubs accept no registrations, and only staff can cancel them', async () => {
  const { admin, ana, ben, cy } = world;
  const { id: club } = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Fencing',
    membership: 'open',
    president: ben.uid,
  });
  const staff = await world.join({ username: 'club-staff' });
  const role = await admin.call('POST /api/v1/school/roles', {
    name: 'Club office',
    permissions: ['clubs.manage'],
  });
  await admin.call('PUT /api/v1/school/roles/{id}/members/{uid}', { id: role.id, uid: staff.uid });
  for (const who of [ana, cy]) await who.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  const { id } = await make('Bout', { club });
  const other = await make('Assault', { club });
  await ana.call('PUT /api/v1/events/{id}/registration', { id });
  for (const status of ['archived', 'frozen']) {
    await world.sql('update clubs set status = $2 where id = $1', [club, status]);
    expect(await code(cy.try('PUT /api/v1/events/{id}/registration', { id }))).toBe(
      'club_inactive',
    );
    expect(await cy.call('GET /api/v1/events/{id}', { id })).toMatchObject({
      registration: { state: 'closed' },
      can: { register: false },
    });
  }
  const { items } = await cy.call('GET /api/v1/events', {
    filters: JSON.stringify({ Club: club, Search: 'Bout' }),
  });
  expect(items).toMatchObject([
    { id, registration: { state: 'closed' }, can: { register: false } },
  ]);
  await ana.call('DELETE /api/v1/events/{id}/registration', { id });
  // Officers can only read. People who manage all clubs or events can cancel and delete, and change nothing else.
  const ends = async (who: typeof ben) => {
    const { can } = await who.call('GET /api/v1/events/{id}', { id });
    return [can.edit, can.cancel, can.delete];
  };
  expect(await ends(ben)).toEqual([false, false, false]);
  for (const who of [staff, admin]) expect(await ends(who)).toEqual([false, true, true]);
  const call = 'POST /api/v1/events/{id}/cancellation';
  expect(await code(ben.try(call, { id, reason: '' }))).toBe('club_inactive');
  expect(await code(ben.try('DELETE /api/v1/events/{id}', { id }))).toBe('club_inactive');
  expect(await code(staff.try('PATCH /api/v1/events/{id}', { id, version: 1, title: 'No' }))).toBe(
    'club_inactive',
  );
  expect((await world.eve.try(call, { id, reason: '' })).status).toBe(404);
  expect(await staff.call(call, { id, reason: 'Closed' })).toMatchObject({ status: 'canceled' });
  await staff.call('DELETE /api/v1/events/{id}', { id });
  await admin.call('DELETE /api/v1/events/{id}', { id: other.id });
});

test('a hub’s calendar file returns 404 until the hub has a public event', async () => {
  await sharing(true);
  const hub = await world.admin.call('POST /api/v1/school/hubs', {
    name: 'Secret Society',
    description: '',
    icon: 'star',
    isForEveryone: false,
    accountTypes: [],
    majors: [],
  });
  const file = () => world.visit(`/hubs/${hub.id}/events.ics`);
  expect([(await file()).status, (await file()).text.includes('Secret Society')]).toEqual([
    404,
    false,
  ]);
  await make('Hub fair', { hub: hub.id, audience: 'public' });
  expect((await file()).text).toContain('Secret Society');
});

test('drafts and canceled events reject pasted lists, and past events and their registrations can’t be canceled', async () => {
  const pasted = (id: string) =>
    code(world.admin.try('POST /api/v1/events/{id}/check-ins/paste', { id, text: 'ana' }));
  const draft = await make('Draft', { isDraft: true });
  expect(await pasted(draft.id)).toBe('event_not_published');
  const canceled = await make('Canceled');
  await world.admin.call('POST /api/v1/events/{id}/cancellation', { id: canceled.id });
  expect(await pasted(canceled.id)).toBe('event_canceled');
  const { id } = await make('Soon', times(1));
  await world.ana.call('PUT /api/v1/events/{id}/registration', { id });
  world.clock.advance(4 * hour);
  const admin = await world.signInAgain(world.admin);
  const ana = await world.signInAgain(world.ana);
  expect(await code(admin.try('POST /api/v1/events/{id}/cancellation', { id }))).toBe(
    'event_ended',
  );
  expect(await code(ana.try('DELETE /api/v1/events/{id}/registration', { id }))).toBe(
    'event_ended',
  );
  const page = await ana.call('GET /api/v1/events/{id}', { id });
  expect(page).toMatchObject({
    mine: { status: 'registered' },
    can: { cancelRegistration: false },
  });
});

test('editing this and following dates keeps ticket types by ID, with their registrations', async () => {
  const admin = await world.signInAgain(world.admin);
  const ana = await world.signInAgain(world.ana);
  const made = await admin.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Course',
    ...times(48),
    rrule: 'FREQ=DAILY;COUNT=4',
    ticketKinds: [{ name: 'Student', quota: 5 }, { name: 'Guest' }],
  });
  const settings = await admin.call('GET /api/v1/events/{id}/settings', { id: made.id });
  const third = made.occurrences[2]?.occurrence ?? '';
  await ana.call('PUT /api/v1/events/{id}/registration', {
    id: made.id,
    occurrence: third,
    ticketKind: settings.ticketKinds[0]?.id,
  });
  const kinds = settings.ticketKinds.map(({ id, name, quota }) => ({ id, name, quota }));
  const divided = await admin.call('PATCH /api/v1/events/{id}', {
    id: made.id,
    version: settings.version,
    scope: 'following',
    occurrence: third,
    dateStart: new Date(Date.parse(made.occurrences[2]?.dateStart ?? '') + hour).toISOString(),
    dateEnd: new Date(Date.parse(made.occurrences[2]?.dateEnd ?? '') + hour).toISOString(),
    ticketKinds: kinds.map((kind) => ({ ...kind, name: `${kind.name} ticket` })),
  });
  expect(divided.id).not.toBe(made.id);
  expect(divided.ticketKinds.map(({ name, taken }) => [name, taken])).toEqual([
    ['Student ticket', 1],
    ['Guest ticket', 0],
  ]);
  // Registrations of the first part are unchanged.
  const before = await admin.call('GET /api/v1/events/{id}/settings', { id: made.id });
  expect(before.ticketKinds.map(({ name, id }) => [name, id])).toEqual(
    kinds.map(({ name, id }) => [name, id]),
  );
  const unknown = await admin.try('PATCH /api/v1/events/{id}', {
    id: made.id,
    version: before.version,
    scope: 'following',
    occurrence: made.occurrences[1]?.occurrence,
    dateStart: made.occurrences[1]?.dateStart,
    dateEnd: made.occurrences[1]?.dateEnd,
    ticketKinds: [{ id: divided.ticketKinds[0]?.id, name: 'Other' }],
  });
  expect((unknown.body as { code?: string }).code).toBe('ticket_kind_unknown');
});
