import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

const at = (hours: number) =>
  new Date(
    Math.floor(world.clock.now().getTime() / 60_000) * 60_000 + hours * 3_600_000,
  ).toISOString();
const answer = 'PUT /api/v1/events/{id}/invitation';
const list = 'GET /api/v1/events/{id}/invitations';
let id = '';
const invitedTo = async (who: Person) => {
  const { items } = await who.call('GET /api/v1/events', { filters: '{"Mine": ["invited"]}' });
  return items.map((one) => one.title);
};
const invitationOf = async (who: Person) => {
  await world.app.jobs.settle();
  const { items } = await who.call('GET /api/v1/notifications', { count: 100 });
  return items.find(({ kind }) => kind === 'event_invited');
};

beforeAll(async () => {
  const { admin, ana, ben, cy } = world;
  const club = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Supper',
    membership: 'open',
    president: ben.uid,
  });
  const draft = await ben.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Supper',
    dateStart: at(72),
    dateEnd: at(74),
    timeZone: 'Europe/Berlin',
    club: club.id,
    audience: 'invited',
    invited: [ana.uid, cy.uid],
    hosts: [],
  });
  ({ id } = draft);
  await ben.call('POST /api/v1/events/{id}/publish', { id, version: draft.version });
});

test('[EVENT-01] an invited person can decline and reopen the invitation, and hosts see the response', async () => {
  const { ana, ben, cy } = world;
  expect(await invitedTo(ana)).toEqual(['Supper']);
  expect((await ana.call('GET /api/v1/events/{id}', { id })).invitation).toEqual({
    isDeclined: false,
  });
  await ana.call(answer, { id, isDeclined: true });
  await ana.call(answer, { id, isDeclined: true });
  expect(await invitedTo(ana)).toEqual([]);
  expect((await ana.call('GET /api/v1/events/{id}', { id })).invitation).toEqual({
    isDeclined: true,
  });
  expect(await invitationOf(ana)).toMatchObject({ can: { answer: false } });
  expect(await invitationOf(cy)).toMatchObject({ can: { answer: true } });

  const all = await ben.call(list, { id });
  expect(all.counts).toEqual({ pending: 1, going: 0, declined: 1 });
  expect(all.items.map(({ uid, status }) => [uid, status])).toEqual(
    expect.arrayContaining([
      [ana.uid, 'declined'],
      [cy.uid, 'pending'],
    ]),
  );
  expect(all.items.find(({ uid }) => uid === ana.uid)?.declinedAt).not.toBeNull();
  const declined = await ben.call(list, { id, status: 'declined' });
  expect([declined.total, declined.items.length]).toEqual([1, 1]);

  // Undo makes the invitation open again.
  await ana.call(answer, { id, isDeclined: false });
  expect(await invitedTo(ana)).toEqual(['Supper']);
  expect((await ben.call(list, { id })).counts).toEqual({ pending: 2, going: 0, declined: 0 });
});

test('[EVENT-01] declining returns 409 registration_exists for registered people, and people who declined can register', async () => {
  const { ben, cy } = world;
  await cy.call(answer, { id, isDeclined: true });
  await cy.call('PUT /api/v1/events/{id}/registration', { id });
  expect((await ben.call(list, { id })).counts).toMatchObject({ going: 1, declined: 0 });
  const refused = await cy.try(answer, { id, isDeclined: true });
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({ code: 'registration_exists' }),
  ]);
});

test('[EVENT-01] only invited people can respond, and only managers see the responses', async () => {
  const { admin, ana, ben, eve } = world;
  // Eve is from another school. Ben manages the event but isn't invited.
  for (const who of [eve, ben, admin])
    expect((await who.try(answer, { id, isDeclined: true })).status).toBe(404);
  for (const who of [eve, ana]) expect((await who.try(list, { id })).status).toBe(404);
});
