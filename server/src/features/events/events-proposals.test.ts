import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld({ ownDatabase: true });

let club = '';
beforeAll(async () => {
  const { admin, ana, ben, cy } = world;
  ({ id: club } = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Chess',
    membership: 'open',
    president: ben.uid,
  }));
  for (const who of [ana, cy]) await who.call('PUT /api/v1/clubs/{id}/membership', { id: club });
});

const sent = (title: string, more: Record<string, unknown> = {}) => ({
  clientId: newClientId(),
  title,
  club,
  isProposal: true,
  dateStart: '2027-06-01T18:00:00Z',
  dateEnd: '2027-06-01T20:00:00Z',
  timeZone: 'Europe/Berlin',
  ...more,
});
const propose = (who: Person, title: string, more: Record<string, unknown> = {}) =>
  who.call('POST /api/v1/events', sent(title, more));
const decide = async (who: Person, id: string, decision: string, version?: number) => {
  const read = await who.call('GET /api/v1/approvals/{id}', { id });
  return who.try('POST /api/v1/approvals/{id}/decision', {
    id,
    version: version ?? read.version,
    decision,
    reason: 'The hall is taken.',
  } as never);
};
const submissionOf = async (who: Person, id: string) =>
  (await who.call('GET /api/v1/events/{id}', { id })).submission;
const kindsOf = async (who: Person, title: string) => {
  await world.app.jobs.settle();
  const { items } = await who.call('GET /api/v1/notifications', { count: 100 });
  return items.filter(({ about }) => about?.title === title).map(({ kind }) => kind);
};
const waitingOf = async (who: Person) =>
  (await who.call('GET /api/v1/clubs/{id}/overview', { id: club })).todo.find(
    ({ kind }) => kind === 'proposals',
  );

test('[EVENT-01] [NOTIF-04] a member proposes an event, an officer edits and publishes it, and each is notified', async () => {
  const { ana, ben, cy, eve } = world;
  expect((await ana.call('GET /api/v1/event-proposals', { club })).club).toMatchObject({
    mayCreate: false,
    mayPropose: true,
  });
  const made = await propose(ana, 'Blitz');
  expect(made).toMatchObject({
    status: 'draft',
    proposal: 'open',
    can: { edit: true, publish: false, delete: false },
  });
  const { id } = made;
  for (const who of [cy, eve])
    expect((await who.try('GET /api/v1/events/{id}', { id })).status).toBe(404);
  expect((await cy.try('PATCH /api/v1/events/{id}', { id, version: 1, title: 'No' })).status).toBe(
    404,
  );
  expect(await kindsOf(ben, 'Blitz')).toEqual(['event_proposed']);
  const { items } = await ben.call('GET /api/v1/notifications', { count: 100 });
  expect(items.find(({ about }) => about?.title === 'Blitz')).toMatchObject({
    key: 'officer.newEventFromMember',
  });
  expect(await waitingOf(ben)).toMatchObject({ count: 1, target: id });

  // The member edits a pending proposal: the officer is notified again, and decides on the new content.
  const old = await submissionOf(ben, id);
  const changed = await ana.call('PATCH /api/v1/events/{id}', {
    id,
    version: made.version,
    title: 'Blitz night',
  });
  const late = await decide(ben, old?.id ?? '', 'approve', old?.version);
  expect(late.body).toMatchObject({ code: 'submission_changed' });
  expect(await kindsOf(ben, 'Blitz night')).toEqual(['event_proposed']);
  const edited = await ben.call('PATCH /api/v1/events/{id}', {
    id,
    version: changed.version,
    capacity: 20,
  });
  const published = await ben.call('POST /api/v1/events/{id}/publish', {
    id,
    version: edited.version,
  });
  expect(published).toMatchObject({ status: 'published', proposal: 'accepted' });
  expect(await cy.call('GET /api/v1/events/{id}', { id })).toMatchObject({
    title: 'Blitz night',
    proposal: null,
  });
  expect(await kindsOf(ana, 'Blitz night')).toEqual(['submission_approved']);
  // Officers were notified when it was proposed.
  expect(await kindsOf(ben, 'Blitz night')).toEqual(['event_proposed']);
  expect(
    (await ana.try('PATCH /api/v1/events/{id}', { id, version: 9, title: 'Mine' })).status,
  ).toBe(404);
  expect((await ana.call('GET /api/v1/event-proposals', {})).items).toMatchObject([
    { id, state: 'accepted', isMine: true },
  ]);
  expect(await waitingOf(ben)).toBeUndefined();
});

test('[EVENT-01] officers request changes or decline with a reason, and the member resubmits or withdraws', async () => {
  const { ana, ben, cy } = world;
  const { id, version } = await propose(ana, 'Simul');
  const first = await submissionOf(ana, id);
  expect((await decide(ben, first?.id ?? '', 'request_changes')).status).toBe(200);
  expect((await ana.call('GET /api/v1/event-proposals', { club })).items[0]).toMatchObject({
    id,
    state: 'open',
    isReturned: true,
  });
  await ana.call('PATCH /api/v1/events/{id}', { id, version, location: 'Room 2' });
  expect(await kindsOf(ana, 'Simul')).toEqual(['submission_changes_requested']);
  const returned = await submissionOf(ana, id);
  await ana.call('POST /api/v1/approvals/{id}/resubmit', {
    id: returned?.id ?? '',
    version: returned?.version ?? 0,
  });
  expect((await decide(ben, first?.id ?? '', 'deny')).status).toBe(200);
  const declined = await ana.call('GET /api/v1/events/{id}', { id });
  expect(declined).toMatchObject({
    status: 'draft',
    proposal: 'declined',
    can: { edit: false, publish: false, delete: true },
  });
  expect(declined.submission?.entries.at(-1)).toMatchObject({
    kind: 'denied',
    text: 'The hall is taken.',
  });
  expect(await kindsOf(ana, 'Simul')).toContain('submission_denied');
  const dead = await ben.try('POST /api/v1/events/{id}/publish', { id, version: declined.version });
  expect(dead.body).toMatchObject({ code: 'event_not_draft' });
  // It is no longer in the officers' list of drafts.
  const drafts = async (who: Person) =>
    (
      await who.call('GET /api/v1/events', { filters: JSON.stringify({ Status: ['draft'] }) })
    ).items.map((one) => one.id);
  expect(await drafts(ben)).not.toContain(id);
  expect(await drafts(ana)).toContain(id);
  expect(await drafts(cy)).not.toContain(id);

  const taken = await propose(ana, 'Lecture');
  const waiting = await submissionOf(ana, taken.id);
  await ana.call('POST /api/v1/approvals/{id}/withdraw', {
    id: waiting?.id ?? '',
    version: waiting?.version ?? 0,
  });
  expect(await ana.call('GET /api/v1/events/{id}', { id: taken.id })).toMatchObject({
    proposal: 'withdrawn',
  });
  expect((await ben.try('DELETE /api/v1/events/{id}', { id: taken.id })).status).toBe(200);
  expect((await cy.try('DELETE /api/v1/events/{id}', { id })).status).toBe(404);
  expect((await ana.try('DELETE /api/v1/events/{id}', { id })).status).toBe(200);
});

test('[EVENT-01] a member has at most five open proposals, and the second of two simultaneous decisions returns 409', async () => {
  const { admin, ana, ben, cy, eve } = world;
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => cy.try('POST /api/v1/events', sent(`Talk ${n}`) as never)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    200, 200, 200, 200, 200, 409, 409, 409,
  ]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'too_many_proposals',
  });
  const { items } = await ben.call('GET /api/v1/event-proposals', { club });
  expect(
    items.filter(({ state, proposer }) => state === 'open' && proposer?.uid === cy.uid),
  ).toHaveLength(5);
  const [one] = items;
  const open = await ben.try('DELETE /api/v1/events/{id}', { id: one?.id ?? '' });
  expect(open.body).toMatchObject({ code: 'event_proposal_open' });

  const { positions } = await ben.call('GET /api/v1/clubs/{id}/settings', { id: club });
  await ben.call('PATCH /api/v1/clubs/{id}/members', {
    id: club,
    uids: [ana.uid],
    act: 'position',
    position:
      positions.find(({ name }) => name === 'Vice President')?.id ?? positions[1]?.id ?? null,
  });
  const submission = one?.submission ?? '';
  const version = (await ben.call('GET /api/v1/approvals/{id}', { id: submission })).version;
  const both = await Promise.all(
    [ben, ana].map((who) =>
      who.try('POST /api/v1/approvals/{id}/decision', {
        id: submission,
        version,
        decision: 'approve',
        reason: '',
      }),
    ),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'submission_changed',
  });
  // People who can create events don't propose them.
  expect(await propose(ana, 'Own')).toMatchObject({
    status: 'draft',
    proposal: null,
    can: { publish: true },
  });

  // Strangers, and members of a club that accepts no proposals.
  expect((await eve.try('POST /api/v1/events', sent('Strange') as never)).status).toBe(404);
  const other = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Go',
    membership: 'open',
    president: ben.uid,
  });
  const stranger = await cy.try('POST /api/v1/events', sent('Stones', { club: other.id }) as never);
  expect(stranger.status).toBe(403);
  await cy.call('PUT /api/v1/clubs/{id}/membership', { id: other.id });
  const settings = await ben.call('GET /api/v1/clubs/{id}/settings', { id: other.id });
  expect(settings.takesProposals).toBe(true);
  await ben.call('PATCH /api/v1/clubs/{id}', {
    id: other.id,
    version: settings.version,
    takesProposals: false,
  });
  const off = await cy.try('POST /api/v1/events', sent('Stones', { club: other.id }) as never);
  expect(off.body).toMatchObject({ code: 'event_proposals_off' });
  expect((await cy.call('GET /api/v1/event-proposals', { club: other.id })).club?.mayPropose).toBe(
    false,
  );
});

test('[EVENT-01] an accepted proposal goes through the school’s steps, and its proposer is notified of the decision', async () => {
  const { admin, ana, ben, cy } = world;
  await ben.call('PATCH /api/v1/clubs/{id}/members', {
    id: club,
    uids: [ana.uid],
    act: 'position',
    position: null,
  });
  await admin.call('PUT /api/v1/school/approval-processes/{kind}', {
    kind: 'event',
    version: 0,
    reminderDays: null,
    steps: [{ name: 'Office', people: [cy.uid], reviewers: 'people' }],
  });
  const { items: kinds } = await admin.call('GET /api/v1/school/approval-processes');
  expect(kinds.map(({ kind }) => kind)).not.toContain('event_proposal');
  for (const [title, decision, status, told] of [
    ['Gala', 'approve', 'published', 'event_published'],
    ['Bonfire', 'deny', 'draft', 'event_refused'],
  ] as const) {
    const { id } = await propose(ana, title);
    expect((await decide(ben, (await submissionOf(ben, id))?.id ?? '', 'approve')).status).toBe(
      200,
    );
    const waiting = await ben.call('GET /api/v1/events/{id}', { id });
    expect(waiting).toMatchObject({ status: 'in_approval', submission: { state: 'submitted' } });
    expect((await decide(cy, waiting.submission?.id ?? '', decision)).status).toBe(200);
    expect(await ben.call('GET /api/v1/events/{id}', { id })).toMatchObject({ status });
    expect(await kindsOf(ana, title)).toContain(told);
  }
});
