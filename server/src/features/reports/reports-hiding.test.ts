import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
const hour = 3_600_000;

let club = '';
beforeAll(async () => {
  ({ id: club } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Chess',
    membership: 'open',
    president: world.ben.uid,
  }));
});

/** Reports an item as Ana, and returns the report’s id. */
const report = async (kind: 'event' | 'job', id: string) => {
  await world.ana.call('POST /api/v1/reports', { target: { kind, id }, reason: 'spam' });
  const { items } = await world.admin.call('GET /api/v1/reports', { state: 'open' });
  const found = items.find(({ target }) => target.kind === kind && target.id === id);
  expect(found?.subject).toMatchObject({ isHidden: false, can: { hide: true } });
  return found?.id ?? '';
};
const kindsOf = async (who: Person) =>
  (await who.call('GET /api/v1/notifications')).items.map(({ kind }) => kind);
const logOf = () =>
  world.sql<{ act: string; title: string }>(
    `select detail ->> 'act' as act, detail ->> 'title' as title from activity_log where kind = 'reported_content_changed' order by number`,
  );

test('moderators hide a reported event from everyone but its managers, and show it again', async () => {
  const at = Math.ceil(world.clock.now().getTime() / 60_000) * 60_000 + 24 * hour;
  const made = await world.ben.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Free crypto',
    dateStart: new Date(at).toISOString(),
    dateEnd: new Date(at + hour).toISOString(),
    timeZone: 'Europe/Berlin',
    club,
  });
  const { id } = made;
  await world.ben.call('POST /api/v1/events/{id}/publish', { id, version: made.version });
  const see = async (who: Person) => (await who.try('GET /api/v1/events/{id}', { id })).status;
  const listed = async () => (await world.ana.try('GET /api/v1/events')).text;
  expect(await see(world.ana)).toBe(200);
  expect(await listed()).toContain('Free crypto');
  const reported = await report('event', id);
  for (const who of [world.ana, world.ben])
    expect((await who.try('PUT /api/v1/reports/{id}/hidden', { id: reported })).status).toBe(403);
  expect((await world.eve.try('PUT /api/v1/reports/{id}/hidden', { id: reported })).status).toBe(
    403,
  );

  for (let times = 0; times < 2; times += 1)
    expect(
      (await world.admin.call('PUT /api/v1/reports/{id}/hidden', { id: reported })).subject,
    ).toMatchObject({ isHidden: true });
  expect([await see(world.ana), await see(world.ben)]).toEqual([404, 200]);
  expect(await listed()).not.toContain('Free crypto');
  await world.app.jobs.settle();
  expect((await kindsOf(world.ben)).filter((kind) => kind === 'content_hidden')).toHaveLength(1);

  const shown = await world.admin.call('DELETE /api/v1/reports/{id}/hidden', { id: reported });
  expect(shown.subject).toMatchObject({ isHidden: false });
  expect(await see(world.ana)).toBe(200);
  expect(await logOf()).toEqual([
    { act: 'hidden', title: 'Free crypto' },
    { act: 'shown', title: 'Free crypto' },
  ]);
});

test('a hidden job is in no list and accepts no applications', async () => {
  const job = await world.admin.call('POST /api/v1/jobs', {
    clientId: newClientId(),
    title: 'Fast money',
    kind: 'part_time',
    description: 'Send your card number',
    closesAt: new Date(world.clock.now().getTime() + 240 * hour).toISOString(),
    apply: 'here',
  });
  const reported = await report('job', job.id);
  await world.admin.call('PUT /api/v1/reports/{id}/hidden', { id: reported });
  expect((await world.ana.try('GET /api/v1/jobs/{id}', { id: job.id })).status).toBe(404);
  expect((await world.ana.call('GET /api/v1/jobs')).items).toEqual([]);
  const apply = () =>
    world.ana.try('PUT /api/v1/jobs/{id}/application', { id: job.id, note: 'Hi' });
  expect((await apply()).status).toBe(404);
  await world.admin.call('DELETE /api/v1/reports/{id}/hidden', { id: reported });
  expect((await apply()).status).toBe(200);
});

test('reports about people have no content to hide', async () => {
  await world.ana.call('POST /api/v1/reports', {
    target: { kind: 'person', id: world.cy.uid },
    reason: 'spam',
  });
  const { items } = await world.admin.call('GET /api/v1/reports', { state: 'open' });
  const id = items.find(({ target }) => target.kind === 'person')?.id ?? '';
  expect((await world.admin.try('PUT /api/v1/reports/{id}/hidden', { id })).status).toBe(404);
});
