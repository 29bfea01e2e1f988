import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoints.ts';
import type { FormAnswers, FormDefinition } from '#contract/forms/definition.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';
import { inTransaction } from '../../kernel/database/database.ts';
import { insertEvent } from '../../kernel/jobs/outbox.ts';

const world = inWorld({ ownDatabase: true });
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];

const base = { help: '', isRequired: false, startsPage: false, conditions: [] };
const hours: FormDefinition['questions'][number] = {
  ...base,
  id: 'hours',
  title: 'How many hours did you serve?',
  kind: 'number',
  min: null,
  max: null,
  isWhole: false,
};
const what: FormDefinition['questions'][number] = {
  ...base,
  id: 'what',
  title: 'What did you do?',
  kind: 'long',
};
const definition: FormDefinition = { questions: [what, hours] };

let club = '';
let service = '';
let verifier: Person;

beforeAll(async () => {
  ({ id: club } = await world.admin.call('POST /api/v1/clubs', {
    clientId: randomUUID(),
    name: 'Garden Circle',
    membership: 'open',
  }));
  for (const who of [world.ana, world.ben])
    await who.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  verifier = await world.join({ username: 'service-office' });
  const { kinds } = await world.admin.call('POST /api/v1/school/record/kinds', {
    name: 'Service',
    verifiers: [verifier.uid],
  });
  service = kinds[0]?.id ?? '';
});

type Change = Omit<InputOf<'PATCH /api/v1/surveys/{id}'>, 'id' | 'version'>;
const settingsOf = (id: string) => world.admin.call('GET /api/v1/surveys/{id}/settings', { id });
const change = async (id: string, sent: Change) =>
  world.admin.try('PATCH /api/v1/surveys/{id}', {
    id,
    version: (await settingsOf(id)).version,
    ...sent,
  });
const draft = async (title: string): Promise<string> => {
  const { id } = await world.admin.call('POST /api/v1/clubs/{id}/surveys', {
    id: club,
    clientId: randomUUID(),
    title,
  });
  expect((await change(id, { definition })).status).toBe(200);
  return id;
};
const publish = async (id: string) =>
  world.admin.try('POST /api/v1/surveys/{id}/publish', {
    id,
    version: (await settingsOf(id)).version,
  });
const answer = async (who: Person, id: string, answers: FormAnswers) => {
  await who.call('POST /api/v1/surveys/{id}/answers', {
    id,
    revision: (await settingsOf(id)).revision,
    answers,
  });
  await world.app.jobs.settle();
};
const entriesOf = async (who: Person) => (await who.call('GET /api/v1/cct/entries')).items;

test('[CCT-01] a response to a service survey adds an experience that waits for the verifiers of its type', async () => {
  const id = await draft('Saturday in the garden');
  const marked = await change(id, { service: { kind: service, question: 'hours' } });
  expect(marked.body).toMatchObject({ service: { kind: service, question: 'hours' } });
  await publish(id);
  const seen = await world.ana.call('GET /api/v1/surveys/{id}', { id });
  expect(seen.serviceKind).toBe('Service');

  await answer(world.ana, id, { what: 'Weeding', hours: 2.5 });
  const [entry] = await entriesOf(world.ana);
  expect(entry).toMatchObject({
    kind: { name: 'Service' },
    title: 'Saturday in the garden',
    organization: 'Garden Circle',
    club: { id: club },
    minutes: 150,
    state: 'waiting',
    startsOn: world.clock.now().toISOString().slice(0, 10),
  });
  expect(entry?.waitsFor).toHaveLength(1);
  // No one else gets an experience, and handling the event twice adds nothing.
  expect(await entriesOf(world.ben)).toEqual([]);
  await inTransaction(world.pool, { school: world.school }, (db) =>
    insertEvent(db, world.school, null, 'survey_answered', {
      survey: Number(id),
      club: Number(club),
      person: Number(world.ana.id),
    }),
  );
  await world.app.jobs.settle();
  expect(await entriesOf(world.ana)).toHaveLength(1);

  const at = { id: entry?.submission ?? '' };
  const { version } = await verifier.call('GET /api/v1/approvals/{id}', at);
  await verifier.call('POST /api/v1/approvals/{id}/decision', {
    ...at,
    version,
    decision: 'approve',
    reason: '',
  });
  expect((await world.ana.call('GET /api/v1/cct')).figures).toMatchObject({ minutes: 150 });
  // Verified experiences stay when the survey is deleted.
  await world.admin.call('DELETE /api/v1/surveys/{id}', { id });
  expect((await entriesOf(world.ana))[0]).toMatchObject({ state: 'verified', minutes: 150 });
});

test('[CCT-01] missing, negative and excessive hours add nothing, and people can withdraw the experience', async () => {
  const id = await draft('Beach cleaning');
  await change(id, { service: { kind: service, question: 'hours' } });
  await publish(id);
  const others = await Promise.all(
    ['none', 'negative', 'endless', 'some'].map((name) => world.join({ username: `s-${name}` })),
  );
  for (const who of others) await who.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  const given: FormAnswers[] = [
    { what: 'Nothing' },
    { hours: -3 },
    { hours: 20_000 },
    { hours: 1 },
  ];
  for (const [at, who] of others.entries()) {
    await answer(who, id, given[at] ?? {});
    expect(await entriesOf(who)).toHaveLength(at === 3 ? 1 : 0);
  }
  const last = others[3] as Person;
  const [entry] = await entriesOf(last);
  const own = { id: entry?.id ?? '' };
  await last.call('DELETE /api/v1/cct/entries/{id}/submission', own);
  await last.call('DELETE /api/v1/cct/entries/{id}', own);
  expect(await entriesOf(last)).toEqual([]);
});

test("[CCT-01] anonymous surveys, surveys without a number question and types without verifiers can't count as service", async () => {
  const id = await draft('How was it?');
  const mark = { service: { kind: service, question: 'hours' } };
  expect(codeOf(await change(id, { ...mark, isAnonymous: true }))).toEqual([
    422,
    'survey_service_anonymous',
  ]);
  expect(codeOf(await change(id, { service: { kind: '999', question: 'hours' } }))).toEqual([
    422,
    'record_kind_unknown',
  ]);
  await change(id, mark);
  expect(codeOf(await change(id, { isAnonymous: true }))).toEqual([
    422,
    'survey_service_anonymous',
  ]);
  await change(id, { service: { kind: service, question: 'what' } });
  expect(codeOf(await publish(id))).toEqual([422, 'survey_service_question']);
  await change(id, mark);
  expect((await publish(id)).status).toBe(200);
  expect(codeOf(await change(id, { definition: { questions: [what] } }))).toEqual([
    422,
    'survey_service_question',
  ]);
  // Members can't mark a survey as service, and a type that a survey uses can't be deleted.
  const sent = { id, version: (await settingsOf(id)).version, service: null };
  for (const who of [world.ana, world.eve])
    expect((await who.try('PATCH /api/v1/surveys/{id}', sent)).status).toBe(404);
  const other = await world.admin.call('POST /api/v1/school/record/kinds', { name: 'Other' });
  const kind = other.kinds.find(({ name }) => name === 'Other')?.id ?? '';
  await change(id, { service: { kind, question: 'hours' } });
  expect(
    codeOf(await world.admin.try('DELETE /api/v1/school/record/kinds/{id}', { id: kind })),
  ).toEqual([409, 'record_kind_used']);
  expect((await change(id, { service: null })).body).toMatchObject({ service: null });
});
