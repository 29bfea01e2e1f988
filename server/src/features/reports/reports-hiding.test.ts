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
const report = async (kind: 'event' | 'job' | 'club_file', id: string) => {
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

test('a hidden draft can’t open until it is shown again', async () => {
  const job = await world.admin.call('POST /api/v1/jobs', {
    clientId: newClientId(),
    title: 'Slow money',
    kind: 'part_time',
    description: 'Stuff envelopes',
    closesAt: new Date(world.clock.now().getTime() + 240 * hour).toISOString(),
    apply: 'here',
    isDraft: true,
  });
  // Only people who manage a draft see it, so this test hides it without a report.
  const hide = (at: Date | null) =>
    world.sql('update jobs set hidden_at = $2 where id = $1', [job.id, at]);
  const submit = () => world.admin.try('POST /api/v1/jobs/{id}/submission', { id: job.id });
  await hide(world.clock.now());
  expect(await submit()).toMatchObject({ status: 409, body: { code: 'job_hidden' } });
  await hide(null);
  expect((await submit()).status).toBe(200);
});

test('a hidden event is in no calendar, ticket, invitation or notification, and its managers see a label', async () => {
  const { ana, ben, cy } = world;
  const dee = await world.join({ username: 'hiddendee' });
  const at = Math.ceil(world.clock.now().getTime() / 60_000) * 60_000 + 24 * hour;
  const made = await ben.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Secret casino',
    dateStart: new Date(at).toISOString(),
    dateEnd: new Date(at + hour).toISOString(),
    timeZone: 'Europe/Berlin',
    club,
    audience: 'invited',
    invited: [ana.uid, cy.uid, dee.uid],
    registration: 'event',
    capacity: 1,
    waitlist: 'automatic',
  });
  const { id } = made;
  await ben.call('POST /api/v1/events/{id}/publish', { id, version: made.version });
  for (const who of [ana, cy]) await who.call('PUT /api/v1/events/{id}/registration', { id });
  await world.app.jobs.settle();
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const window = { from: day(at - 24 * hour), to: day(at + 48 * hour), timeZone: 'Europe/Berlin' };
  const calendar = async (who: Person) => (await who.try('GET /api/v1/calendar', window)).text;
  const tickets = async () => (await ana.try('GET /api/v1/event-tickets')).text;
  const invitation = async () =>
    (await dee.call('GET /api/v1/notifications')).items.find(({ kind }) => kind === 'event_invited')
      ?.can;
  expect([await calendar(ana), await tickets()]).toEqual([
    expect.stringContaining('Secret casino'),
    expect.stringContaining('Secret casino'),
  ]);
  expect(await invitation()).toMatchObject({ answer: true });

  await world.admin.call('PUT /api/v1/reports/{id}/hidden', { id: await report('event', id) });
  for (const text of [await calendar(ana), await calendar(cy), await tickets()])
    expect(text).not.toContain('Secret casino');
  expect(await invitation()).toMatchObject({ answer: false });
  expect((await ben.call('GET /api/v1/events/{id}', { id })).isHidden).toBe(true);
  const managed = await ben.call('GET /api/v1/events', {
    filters: '{"Managed": true, "Status": ["draft", "published"]}',
  });
  expect(managed.items.find((one) => one.id === id)).toMatchObject({ isHidden: true });

  // Nobody gets a spot of an event that they can't see.
  const before = (await kindsOf(cy)).length;
  await ben.call('POST /api/v1/events/{id}/attendees', { id, uids: [ana.uid], act: 'cancel' });
  await world.app.jobs.settle();
  const status = async () =>
    world.sql<{ status: string }>(
      'select status from event_registrations where event_id = $1 and user_id = $2',
      [id, cy.id],
    );
  expect(await status()).toEqual([{ status: 'waiting' }]);
  expect(await kindsOf(cy)).toHaveLength(before);
});

test('people who manage a club’s jobs and files see the hidden ones with a label, and can delete them', async () => {
  const { admin, ana, ben } = world;
  const job = await admin.call('POST /api/v1/jobs', {
    clientId: newClientId(),
    title: 'Pyramid',
    kind: 'part_time',
    description: 'Bring three friends',
    closesAt: new Date(world.clock.now().getTime() + 240 * hour).toISOString(),
    apply: 'here',
    club,
  });
  const bytes = Buffer.from('Pirated book');
  const upload = await admin.call('POST /api/v1/uploads', {
    clientId: newClientId(),
    name: 'book.txt',
    size: bytes.length,
  });
  await admin.try('PUT /api/v1/uploads/{id}', { id: upload.id, offset: 0, upload: bytes });
  const file = await admin.call('POST /api/v1/clubs/{id}/files', {
    id: club,
    clientId: newClientId(),
    uploadId: upload.id,
  });
  for (const [kind, { id }] of [
    ['job', job],
    ['club_file', file],
  ] as const)
    await admin.call('PUT /api/v1/reports/{id}/hidden', { id: await report(kind, id) });
  expect((await ana.try('GET /api/v1/jobs/{id}', { id: job.id })).status).toBe(404);
  expect(await ben.call('GET /api/v1/jobs/{id}', { id: job.id })).toMatchObject({
    isHidden: true,
    can: { apply: false, manage: true },
  });
  const files = async (who: Person) =>
    (await who.call('GET /api/v1/clubs/{id}/files', { id: club })).items;
  expect(await files(ana)).toEqual([]);
  expect(await files(ben)).toMatchObject([{ id: file.id, isHidden: true }]);
  await ben.call('DELETE /api/v1/club-files/{id}', { id: file.id });
  expect(await files(ben)).toEqual([]);
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
