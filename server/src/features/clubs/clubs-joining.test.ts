import { describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { InputOf } from '#contract/endpoints.ts';
import type { FormDefinition } from '#contract/forms/definition.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();
const dayMs = 86_400_000;

const base = { help: '', startsPage: false, conditions: [] };
const why: FormDefinition['questions'][number] = {
  ...base,
  id: 'why',
  title: 'Why do you want to join?',
  kind: 'long',
  isRequired: true,
};
const level: FormDefinition['questions'][number] = {
  ...base,
  id: 'level',
  title: 'How well do you play?',
  kind: 'one',
  isRequired: false,
  options: [
    { id: 'new', label: 'I’m new' },
    { id: 'good', label: 'Well' },
  ],
  hasOther: false,
};

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
/** Creates a club that Ben manages. */
const create = async (membership: InputOf<'POST /api/v1/clubs'>['membership']) =>
  (
    await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Chess',
      membership,
      president: world.ben.uid,
    })
  ).id;
const ask = async (id: string, questions: FormDefinition['questions'], version?: number) =>
  world.ben.try('PUT /api/v1/clubs/{id}/questions', {
    id,
    version: version ?? (await world.ben.call('GET /api/v1/clubs/{id}/questions', { id })).version,
    definition: { questions },
  });
const join = (
  who: Person,
  id: string,
  sent: Omit<InputOf<'PUT /api/v1/clubs/{id}/membership'>, 'id'> = {},
) => who.try('PUT /api/v1/clubs/{id}/membership', { id, ...sent });
const leave = (who: Person, id: string) => who.call('DELETE /api/v1/clubs/{id}/membership', { id });
const requests = async (id: string) =>
  (await world.ben.call('GET /api/v1/clubs/{id}/requests', { id })).items;
const decide = (id: string, decision: { accept?: string[]; decline?: string[] }) =>
  world.ben.call('POST /api/v1/clubs/{id}/requests', { id, ...decision });
const stored = async (id: string) => {
  const [row] = await world.sql(
    `select (select count(*)::int from form_responses a where a.form_id = f.id) as rows, f.answers
    from forms f where f.owner_kind = 'club_membership' and f.owner_id = $1`,
    [id],
  );
  return row;
};
const maintain = async () => {
  const { maintenance } = await import('#server/app.ts');
  const { inTransaction } = await import('#server/kernel/database/database.ts');
  for (const task of maintenance)
    await inTransaction(world.pool, { school: world.school }, (db) =>
      task(db, world.clock.now(), world.school),
    );
};
const none = { rows: 0, answers: 0 };
const one = { rows: 1, answers: 1 };

describe('[CLUB-03] questions of a club that requires requests', () => {
  test('are answered with the request, validated on the server, and visible only to officers', async () => {
    const id = await create('request');
    expect((await ask(id, [why, level])).status).toBe(200);
    expect(codeOf(await ask(id, [why], 0))).toEqual([409, 'form_changed']);
    expect(
      codeOf(
        await world.ana.try('PUT /api/v1/clubs/{id}/questions', {
          id,
          version: 1,
          definition: { questions: [] },
        }),
      ),
    ).toEqual([403, 'forbidden']);
    expect((await world.eve.try('GET /api/v1/clubs/{id}/questions', { id })).status).toBe(404);
    const { revision, definition } = await world.ana.call('GET /api/v1/clubs/{id}/questions', {
      id,
    });
    expect(definition.questions.map((question) => question.id)).toEqual(['why', 'level']);

    const bare = await join(world.ana, id);
    expect(codeOf(bare)).toEqual([422, 'form_answers_invalid']);
    expect(bare.body).toMatchObject({ errors: [{ path: 'why', message: 'required' }] });
    const wrong = { why: 'Fun', level: { options: ['best'], other: null } };
    expect(codeOf(await join(world.ana, id, { answers: wrong, revision }))).toEqual([
      422,
      'form_answers_invalid',
    ]);
    expect(await requests(id)).toEqual([]);

    const answers = { why: 'Fun', level: { options: ['new'], other: null } };
    const both = [join(world.ana, id, { answers }), join(world.ana, id, { answers, revision })];
    for (const answer of await Promise.all(both))
      expect(answer).toMatchObject({ status: 200, body: { status: 'requested' } });
    expect(await stored(id)).toEqual(one);
    expect(await requests(id)).toMatchObject([
      {
        uid: world.ana.uid,
        answers: {
          questions: [
            { title: why.title, answer: 'Fun' },
            { title: level.title, answer: 'I’m new' },
          ],
          files: [],
        },
      },
    ]);
    expect(codeOf(await world.ana.try('GET /api/v1/clubs/{id}/requests', { id }))).toEqual([
      403,
      'forbidden',
    ]);
    expect(JSON.stringify(await world.ana.call('GET /api/v1/account/data'))).toContain(why.title);
  });

  test('can change while requests are pending: each keeps its answers, and an outdated form is rejected', async () => {
    const id = await create('request');
    await ask(id, [why]);
    await join(world.ana, id, { answers: { why: 'Fun' } });
    const { revision } = await world.cy.call('GET /api/v1/clubs/{id}/questions', { id });
    expect((await ask(id, [{ ...why, title: 'Why chess?' }, level])).status).toBe(200);
    expect(codeOf(await join(world.cy, id, { answers: { why: 'Club' }, revision }))).toEqual([
      409,
      'form_revised',
    ]);
    world.clock.advance(1_000);
    await join(world.cy, id, { answers: { why: 'Club' } });
    expect(
      (await requests(id)).map(({ answers }) => answers?.questions.map(({ title }) => title)),
    ).toEqual([['Why do you want to join?'], ['Why chess?']]);
    // A club can remove its questions.
    expect((await ask(id, [])).status).toBe(200);
    expect((await join(world.admin, id)).body).toEqual({ status: 'requested' });
  });

  test('are skipped for people who join an open club or are invited', async () => {
    const open = await create('open');
    await ask(open, [why]);
    expect((await join(world.ana, open)).body).toEqual({ status: 'member' });
    const id = await create('request');
    await ask(id, [why]);
    await world.ben.call('POST /api/v1/clubs/{id}/invitations', { id, uids: [world.ana.uid] });
    expect((await join(world.ana, id)).body).toEqual({ status: 'member' });
  });

  test('keep responses only as long as the request or membership, and for at most a year', async () => {
    const id = await create('request');
    await ask(id, [why]);
    const request = () => join(world.ana, id, { answers: { why: 'Fun' } });
    await request();
    await leave(world.ana, id);
    expect(await stored(id)).toEqual(none);
    await request();
    await decide(id, { decline: [world.ana.uid] });
    expect(await stored(id)).toEqual(none);
    await request();
    await decide(id, { accept: [world.ana.uid] });
    expect(await stored(id)).toEqual(one);
    await world.ben.call('PATCH /api/v1/clubs/{id}/members', {
      id,
      uids: [world.ana.uid],
      act: 'ban',
    });
    expect(await stored(id)).toEqual(none);
    await world.ben.call('PATCH /api/v1/clubs/{id}/members', {
      id,
      uids: [world.ana.uid],
      act: 'unban',
    });
    await request();
    await decide(id, { accept: [world.ana.uid] });
    world.clock.advance(364 * dayMs);
    await maintain();
    expect(await stored(id)).toEqual(one);
    world.clock.advance(2 * dayMs);
    await maintain();
    expect(await stored(id)).toEqual(none);
  });
});
