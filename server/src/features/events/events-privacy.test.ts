import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, worldPassword } from '../../../test/world.ts';

const world = inWorld();

const timesFrom = (hours: number) => {
  const start = Math.floor(world.clock.now().getTime() / 60_000) * 60_000 + hours * 3_600_000;
  return {
    dateStart: new Date(start).toISOString(),
    dateEnd: new Date(start + 3_600_000).toISOString(),
    timeZone: 'Europe/Berlin',
  };
};
const make = (more: Record<string, unknown>) => ({
  clientId: newClientId(),
  title: 'Secret rehearsal',
  ...timesFrom(48),
  ...more,
});

test('an officer puts nobody on a list who has blocked them, and learns nothing of them', async () => {
  const officer = await world.join({ username: 'otto' });
  const blocker = await world.join({ username: 'bella' });
  const club = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Stage',
    membership: 'open',
    president: officer.uid,
  });
  await blocker.call('PUT /api/v1/blocks/{uid}', { uid: officer.uid });
  const uid = blocker.uid;
  const made = await officer.call(
    'POST /api/v1/events',
    make({ club: club.id, hosts: [uid, officer.uid], invited: [uid] }),
  );
  const settings = await officer.call('GET /api/v1/events/{id}/settings', { id: made.id });
  expect(settings.hosts.map((one) => one.uid)).toEqual([officer.uid]);
  expect(settings.invited).toEqual([]);
  await officer.call('POST /api/v1/events/{id}/publish', { id: made.id, version: made.version });
  const add = () =>
    officer.call('POST /api/v1/events/{id}/attendees', {
      id: made.id,
      act: 'register',
      uids: [uid, world.ana.uid],
    });
  expect((await add()).changed).toEqual([world.ana.uid]);
  // Whoever has registered can be let in.
  await blocker.call('PUT /api/v1/events/{id}/registration', { id: made.id, maybe: true });
  expect((await add()).changed).toEqual([uid]);
});

test('a draft is in nobody’s download, and an officer who has lost the position finds nothing of the club’s own', async () => {
  const club = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Choir',
    membership: 'open',
    president: world.ben.uid,
  });
  const made = await world.admin.call(
    'POST /api/v1/events',
    make({ club: club.id, audience: 'invited', invited: [world.cy.uid], isDraft: true }),
  );
  const sections = async () =>
    JSON.stringify((await world.cy.call('GET /api/v1/account/data')).sections);
  expect(await sections()).not.toContain('Secret rehearsal');
  await world.admin.call('POST /api/v1/events/{id}/publish', {
    id: made.id,
    version: made.version,
  });
  expect(await sections()).toContain('Secret rehearsal');
  const shown = async () =>
    (await world.ben.call('GET /api/v1/clubs/{id}/about', { id: club.id })).events;
  expect(await shown()).toHaveLength(1);
  await world.sql(
    `update role_grants set ends_at = now() - interval '1 day' where user_id = $1 and scope_id = $2`,
    [world.ben.id, club.id],
  );
  expect((await world.ben.try('GET /api/v1/events/{id}', { id: made.id })).status).toBe(404);
  expect(await shown()).toEqual([]);
});

test('access codes are not found by trying', async () => {
  const { id } = await world.admin.call(
    'POST /api/v1/events',
    make({ ticketKinds: [{ name: 'Crew', accessCode: '4711', isHidden: true }] }),
  );
  let status = 200;
  for (let nth = 0; nth < 300 && status === 200; nth += 1)
    status = (await world.cy.try('GET /api/v1/events/{id}', { id, code: String(nth) })).status;
  expect(status).toBe(429);
});

test('the place of somebody whose account is erased goes to who waits, and nothing says that they came', async () => {
  const finn = await world.join({ username: 'finn' });
  const { id } = await world.admin.call('POST /api/v1/events', make({ capacity: 1 }));
  await finn.call('PUT /api/v1/events/{id}/registration', { id });
  expect(await world.ana.call('PUT /api/v1/events/{id}/registration', { id })).toMatchObject({
    status: 'waiting',
  });
  await finn.call('POST /api/v1/account/erase', { password: worldPassword });
  await world.app.jobs.settle();
  const page = await world.ana.call('GET /api/v1/events/{id}', { id });
  expect(page).toMatchObject({ mine: { status: 'registered' }, registration: { taken: 1 } });
  expect(await world.sql('select from event_registrations where user_id = $1', [finn.id])).toEqual(
    [],
  );
  const { items } = await world.ana.call('GET /api/v1/notifications', {});
  expect(JSON.stringify(items)).toContain('Secret rehearsal');
});

test('nobody has calendar files of public events written without end', async () => {
  let status = 200;
  for (let nth = 0; nth < 400 && status === 200; nth += 1)
    ({ status } = await world.visit('/events.ics'));
  expect(status).toBe(429);
});
