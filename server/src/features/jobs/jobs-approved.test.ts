import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { Job } from '#contract/jobs/endpoints.ts';
import { inWorld, type Person } from '../../../test/world.ts';

/* Ben is the president of a club, Ana applies, Cy is another student, and Eve is from another school. */

const world = inWorld();

const read = (who: Person, id: string): Promise<Job> => who.call('GET /api/v1/jobs/{id}', { id });
const decide = async (id: string, decision: 'approve' | 'deny') => {
  const { submission } = await read(world.admin, id);
  await world.admin.call('POST /api/v1/approvals/{id}/decision', {
    id: submission?.id ?? '',
    version: submission?.version ?? 0,
    decision,
    reason: decision === 'approve' ? '' : 'Not a job.',
  });
};
const question = {
  id: 'why',
  kind: 'short' as const,
  title: 'Why this job?',
  help: '',
  isRequired: true,
  startsPage: false,
  conditions: [],
};

test('applicants see the approved text of a job while its change waits for approval', async () => {
  const { admin, ana, ben, cy } = world;
  const { id: club } = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Garden Society',
    membership: 'open',
    president: ben.uid,
  });
  const made = await ben.call('POST /api/v1/jobs', {
    clientId: newClientId(),
    club,
    title: 'Bee keeper',
    kind: 'on_campus',
    description: 'Look after the hives.',
    hours: 'Mornings',
    closesAt: new Date(world.clock.now().getTime() + 14 * 86_400_000).toISOString(),
    apply: 'here',
    questions: { questions: [question] },
  });
  await decide(made.id, 'approve');
  await ana.call('PUT /api/v1/jobs/{id}/application', {
    id: made.id,
    answers: { why: 'Bees' },
  });
  const open = await read(ben, made.id);
  const changed = await ben.call('PATCH /api/v1/jobs/{id}', {
    id: made.id,
    version: open.version,
    title: 'Easy money',
    description: 'Send us your bank details.',
    apply: 'link',
    url: 'https://scam.example.org/',
    pay: { min: { amount: 900_000, currency: 'USD' }, per: 'hour' },
    questions: { questions: [{ ...question, title: 'What is your account number?' }] },
  });
  const approved = {
    title: 'Bee keeper',
    description: made.description,
    hours: 'Mornings',
    pay: null,
    apply: 'here',
    url: null,
  };
  const expectApproved = async () => {
    const seen = await read(ana, made.id);
    expect(seen).toMatchObject(approved);
    expect(JSON.stringify(seen)).not.toMatch(/bank details|account number|scam/);
    expect(seen.questions?.definition.questions).toMatchObject([{ title: question.title }]);
    const { items } = await ana.call('GET /api/v1/jobs', { list: 'applied' });
    expect(items).toMatchObject([{ title: 'Bee keeper', hours: 'Mornings', pay: null }]);
  };
  await expectApproved();
  // Authors and reviewers see the change; others see neither.
  for (const who of [ben, admin])
    expect(await read(who, made.id)).toMatchObject({ title: 'Easy money', url: changed.url });
  for (const who of [cy, world.eve])
    expect((await who.try('GET /api/v1/jobs/{id}', { id: made.id })).status).toBe(404);
  // A decision on the application names the job as it was approved.
  await ben.call('PUT /api/v1/jobs/{id}/applications/{uid}', {
    id: made.id,
    uid: ana.uid,
    state: 'declined',
  });
  await world.app.jobs.settle();
  const news = await ana.call('GET /api/v1/notifications', {});
  expect(JSON.stringify(news)).toContain('Bee keeper');
  expect(JSON.stringify(news)).not.toContain('Easy money');
  await decide(made.id, 'deny');
  await expectApproved();
  await ben.call('POST /api/v1/jobs/{id}/submission', { id: made.id });
  await decide(made.id, 'approve');
  expect(await read(ana, made.id)).toMatchObject({ title: 'Easy money', apply: 'link' });
  await admin.call('DELETE /api/v1/jobs/{id}', { id: made.id });
});
