import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld } from '../../../test/world.ts';

const world = inWorld({ ownDatabase: true });

let club = '';
beforeAll(async () => {
  const made = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Chess',
    membership: 'open',
    president: world.ben.uid,
  });
  club = made.id;
  await world.admin.call('PUT /api/v1/school/approval-processes/{kind}', {
    kind: 'event',
    version: 0,
    reminderDays: null,
    steps: [{ name: 'Adviser', people: [world.cy.uid], reviewers: 'people' }],
  });
});

const draft = (title: string) =>
  world.ben.call('POST /api/v1/events', {
    clientId: newClientId(),
    title,
    club,
    dateStart: '2027-06-01T18:00:00Z',
    dateEnd: '2027-06-01T20:00:00Z',
    timeZone: 'Europe/Berlin',
  });
const decide = async (id: string, decision: 'approve' | 'deny') => {
  const { submission } = await world.ben.call('GET /api/v1/events/{id}/settings', { id });
  await world.cy.call('POST /api/v1/approvals/{id}/decision', {
    id: submission?.id ?? '',
    version: submission?.version ?? 0,
    decision,
    reason: 'Because',
  });
};

test('[EVENT-01] an officer’s event is published only after the school’s steps approve it', async () => {
  const { ana, ben, admin } = world;
  expect((await ben.call('GET /api/v1/events/places')).approval).toBe(true);
  const { id, version } = await draft('Gala');
  const waiting = await ben.call('POST /api/v1/events/{id}/publish', { id, version });
  expect(waiting).toMatchObject({ status: 'in_approval', submission: { state: 'submitted' } });
  expect((await ana.try('GET /api/v1/events/{id}', { id })).status).toBe(404);
  const refused = await ben.try('PUT /api/v1/events/{id}/registration', { id });
  expect(refused.body).toMatchObject({ code: 'event_not_published' });
  await decide(id, 'approve');
  expect(await ana.call('GET /api/v1/events/{id}', { id })).toMatchObject({ status: 'published' });
  const again = await ben.try('POST /api/v1/events/{id}/publish', { id, version: 3 });
  expect(again.status).toBe(409);

  const other = await draft('Bonfire');
  await ben.call('POST /api/v1/events/{id}/publish', { id: other.id, version: other.version });
  await decide(other.id, 'deny');
  const denied = await ben.call('GET /api/v1/events/{id}/settings', { id: other.id });
  expect(denied).toMatchObject({ status: 'draft', submission: { state: 'denied' } });
  // Admins need no approval.
  const own = await admin.call('POST /api/v1/events/{id}/publish', {
    id: other.id,
    version: denied.version,
  });
  expect(own.status).toBe('published');
});

/** Returns what waits for Cy: in the approval list, and as unread notifications. */
const waitingForCy = async (title: string) => {
  await world.app.jobs.settle();
  const { items: rows } = await world.cy.call('GET /api/v1/approvals', { list: 'waiting' });
  const { items: news } = await world.cy.call('GET /api/v1/notifications', { count: 100 });
  return {
    rows: rows.filter((one) => one.title === title).length,
    unread: news.filter((one) => one.about?.title === title && !one.isRead).length,
  };
};

test('[EVENT-01] reviewers decide on the current text of a waiting event, and deleting the event ends the review', async () => {
  const { ben, cy } = world;
  const { id, version } = await draft('Ball');
  const sent = await ben.call('POST /api/v1/events/{id}/publish', { id, version });
  const read = sent.submission;
  await ben.call('PATCH /api/v1/events/{id}', {
    id,
    version: sent.version,
    title: 'Late ball',
    location: 'Old mill',
  });
  const old = { id: read?.id ?? '', version: read?.version ?? 0, reason: '' };
  const late = await cy.try('POST /api/v1/approvals/{id}/decision', {
    ...old,
    decision: 'approve',
  });
  expect(late.body).toMatchObject({ code: 'submission_changed' });
  const now = await cy.call('GET /api/v1/approvals/{id}', { id: old.id });
  expect(now.title).toBe('Late ball');
  expect(now.fields).toContainEqual(expect.objectContaining({ key: 'place', value: 'Old mill' }));
  expect(await waitingForCy('Ball')).toEqual({ rows: 0, unread: 0 });
  expect(await waitingForCy('Late ball')).toEqual({ rows: 1, unread: 1 });

  await ben.call('DELETE /api/v1/events/{id}', { id });
  expect(await waitingForCy('Late ball')).toEqual({ rows: 0, unread: 0 });
  expect((await cy.try('GET /api/v1/approvals/{id}', { id: old.id })).status).toBe(404);
});
