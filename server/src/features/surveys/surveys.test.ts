import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { InputOf, ReplyOf } from '#contract/endpoints.ts';
import type { FormAnswers } from '#contract/forms/definition.ts';
import { base, rating, visit, words, definition } from '../../../test/survey-questions.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();

type Settings = ReplyOf<'GET /api/v1/surveys/{id}/settings'>;
type Change = Omit<InputOf<'PATCH /api/v1/surveys/{id}'>, 'id' | 'version'>;

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const settingsOf = (id: string) => world.ben.call('GET /api/v1/surveys/{id}/settings', { id });
const update = async (id: string, change: Change, version?: number) =>
  world.ben.try('PATCH /api/v1/surveys/{id}', {
    id,
    version: version ?? (await settingsOf(id)).version,
    ...change,
  });
const draft = async (title: string, change: Change = {}): Promise<Settings> => {
  const { id } = await world.ben.call('POST /api/v1/clubs/{id}/surveys', {
    id: club,
    clientId: newClientId(),
    title,
  });
  world.clock.advance(1_000);
  return (await update(id, { definition, ...change })).body as Settings;
};
const publish = ({ id, version }: Settings) =>
  world.ben.call('POST /api/v1/surveys/{id}/publish', { id, version });
const published = async (title: string, change: Change = {}): Promise<string> =>
  (await publish(await draft(title, change))).id;
const answer = async (who: Person, id: string, answers: FormAnswers, revision?: number) =>
  who.try('POST /api/v1/surveys/{id}/answers', {
    id,
    revision: revision ?? (await settingsOf(id)).revision,
    answers,
  });
/** Returns someone's notifications about a survey for them, with the setting of each. */
const noticesOf = async (who: Person, survey: string) => {
  await world.app.jobs.settle();
  const { items } = await who.call('GET /api/v1/notifications', { count: 100 });
  return items
    .filter(({ about }) => about?.path === `/surveys/${survey}`)
    .map(({ key, kind }) => `${key} ${kind}`);
};
const read = (who: Person, id: string) => who.try('GET /api/v1/surveys/{id}', { id });
const titles = async (who: Person) =>
  (await who.call('GET /api/v1/clubs/{id}/surveys', { id: club })).items.map(({ title }) => title);
const chose = (option: string) => ({ options: [option], other: null });
const results = (id: string, more: object = {}) =>
  world.ben.call('GET /api/v1/surveys/{id}/results', { id, ...more });

let club = '';
let members: Person[] = [];
beforeAll(async () => {
  club = (
    await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Greenhouse',
      membership: 'open',
      president: world.ben.uid,
    })
  ).id;
  members = await Promise.all(
    Array.from({ length: 8 }, (_, nth) =>
      world.join({ username: `member${nth}`, first_name: `Member${nth}`, last_name: 'Survey' }),
    ),
  );
  for (const one of [world.ana, ...members])
    await one.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  await world.ben.call('PATCH /api/v1/clubs/{id}/members', {
    id: club,
    uids: [members[0]?.uid ?? ''],
    act: 'tag',
    tag: 'Kitchen',
  });
});

describe("[CLUB-04] a club's surveys", () => {
  test('can be created only by officers with the permission', async () => {
    const input = { id: club, clientId: newClientId(), title: 'Mine' };
    expect(codeOf(await world.ana.try('POST /api/v1/clubs/{id}/surveys', input))).toEqual([
      403,
      'forbidden',
    ]);
    expect(codeOf(await world.eve.try('POST /api/v1/clubs/{id}/surveys', input))[0]).toBe(404);
    // Not every position has it: a treasurer only manages members.
    const [, , , , treasurer = world.cy] = members;
    const { positions } = await world.ben.call('GET /api/v1/clubs/{id}/settings', { id: club });
    await world.ben.call('PATCH /api/v1/clubs/{id}/members', {
      id: club,
      uids: [treasurer.uid],
      act: 'position',
      position: positions.find(({ name }) => name === 'Treasurer')?.id ?? '',
    });
    expect(codeOf(await treasurer.try('POST /api/v1/clubs/{id}/surveys', input))[0]).toBe(403);
    const made = await world.ben.call('POST /api/v1/clubs/{id}/surveys', input);
    expect(made).toMatchObject({ title: 'Mine', state: 'draft', can: { manage: true } });
    expect((await world.ben.call('POST /api/v1/clubs/{id}/surveys', input)).id).toBe(made.id);
    expect(codeOf(await read(world.ana, made.id))[0]).toBe(404);
    for (const path of ['settings', 'results', 'answers', 'export'] as const)
      expect(
        (await world.ana.try(`GET /api/v1/surveys/{id}/${path}`, { id: made.id })).status,
      ).toBe(404);
    expect(await titles(world.ana)).not.toContain('Mine');
    expect(await titles(world.ben)).toContain('Mine');
    await world.ben.call('DELETE /api/v1/surveys/{id}', { id: made.id });
    expect(codeOf(await read(world.ben, made.id))[0]).toBe(404);
    expect(
      await world.sql('select from forms where owner_id = $1', [Number(made.id)]),
    ).toHaveLength(0);
  });

  test('can be published once they have a question, are visible to their audience, and are counted in the list', async () => {
    const empty = await draft('Empty', { definition: { questions: [] } });
    const tryPublish = (id: string, version: number) =>
      world.ben.try('POST /api/v1/surveys/{id}/publish', { id, version });
    expect(codeOf(await tryPublish(empty.id, empty.version))).toEqual([422, 'form_incomplete']);
    const [named, blank, other] = ['Yes', ' ', 'No'].map((label, at) => ({ id: `o${at}`, label }));
    const gaps = await draft('Gaps', {
      definition: {
        questions: [
          {
            id: 'q',
            kind: 'one',
            title: 'Shall we?',
            help: '',
            isRequired: false,
            startsPage: false,
            conditions: [],
            options: [named, blank, other],
            hasOther: false,
          },
        ],
      },
    } as Change);
    expect((await publish(gaps)).definition.questions[0]).toMatchObject({
      options: [named, other],
    });
    await world.ben.call('DELETE /api/v1/surveys/{id}', { id: gaps.id });
    const tagged = await draft('For the kitchen', { audience: 'tags' });
    expect(codeOf(await tryPublish(tagged.id, tagged.version))).toEqual([422, 'survey_no_tags']);
    const kitchen = await published('Kitchen', { audience: 'tags', tags: ['Kitchen'] });
    expect((await settingsOf(kitchen)).audienceSize).toBe(1);
    const cook = members[0] ?? world.ana;
    expect((await read(cook, kitchen)).status).toBe(200);
    expect((await read(world.ana, kitchen)).status).toBe(404);
    const all = await published('For everyone', { audience: 'school' });
    expect((await read(world.cy, all)).status).toBe(200);
    expect((await read(world.eve, all)).status).toBe(404);
    const countOf = async (who: Person) => {
      const { items } = await who.call('GET /api/v1/clubs', {
        optionalProperties: '["CountSurveys"]',
      });
      return items.find(({ id }) => id === club)?.CountSurveys;
    };
    expect([await countOf(world.cy), await countOf(cook)]).toEqual([1, 2]);
    const waiting = async (who: Person) =>
      (await who.call('GET /api/v1/surveys', {})).items.map(({ title }) => title);
    expect(await waiting(world.cy)).toEqual(['For everyone']);
    expect(await waiting(cook)).toEqual(['For everyone', 'Kitchen']);
    expect(await waiting(world.eve)).toEqual([]);
    expect((await answer(cook, kitchen, { rating: 4 })).status).toBe(200);
    expect(await waiting(cook)).toEqual(['For everyone']);
    const { tabs } = await world.cy.call('GET /api/v1/clubs/{id}/layout', { id: club });
    expect(tabs.find(({ name }) => name === 'surveys')).toEqual({ name: 'surveys', count: 1 });
    // In a frozen club, surveys can't be answered or changed. Only members can see a hidden club's surveys.
    const frozen = await published('Frozen', { audience: 'school' });
    const setClub = async (change: Record<string, unknown>) => {
      const { version } = await world.admin.call('GET /api/v1/clubs/{id}/settings', { id: club });
      await world.admin.call('PATCH /api/v1/clubs/{id}', { id: club, version, ...change });
    };
    await setClub({ status: 'frozen' });
    expect(codeOf(await answer(world.cy, frozen, { rating: 4 }))).toEqual([409, 'club_inactive']);
    expect(codeOf(await update(frozen, { title: 'No' }))).toEqual([409, 'club_inactive']);
    await setClub({ status: 'active', isHidden: true });
    expect((await read(world.cy, frozen)).status).toBe(404);
    await setClub({ isHidden: false });
    await world.ben.call('DELETE /api/v1/surveys/{id}', { id: frozen });
    // Past members no longer see surveys for members.
    const [, leaver = world.ana] = members;
    const own = await published('For members');
    expect((await read(leaver, own)).status).toBe(200);
    await leaver.call('DELETE /api/v1/clubs/{id}/membership', { id: club });
    expect(codeOf(await answer(leaver, own, { rating: 4 }))[0]).toBe(404);
    await leaver.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  });

  test('accept one response per person, even if two arrive at the same time', async () => {
    const id = await published('Once');
    expect((await read(world.ana, id)).body).toMatchObject({ mine: 'open', can: { answer: true } });
    const { body, status } = await answer(world.ana, id, { visit: chose('tea') });
    expect([status, (body as { code: string }).code]).toEqual([422, 'form_answers_invalid']);
    expect((body as { errors: unknown }).errors).toEqual([
      { path: 'visit', message: 'unknown_option' },
      { path: 'rating', message: 'required' },
    ]);
    const revision = (await settingsOf(id)).revision;
    const both = await Promise.all(
      [1, 2, 3, 4].map((value) => answer(world.ana, id, { rating: value }, revision)),
    );
    expect(both.map(({ status: one }) => one).toSorted()).toEqual([200, 409, 409, 409]);
    expect(codeOf(await answer(world.ana, id, { rating: 1 }))).toEqual([409, 'form_answered']);
    expect((await results(id)).answers).toBe(1);
    expect((await read(world.ana, id)).body).toMatchObject({ mine: 'answered', answers: 1 });
  });

  test('accept a repeated request once, anonymous or not', async () => {
    for (const isAnonymous of [false, true]) {
      const id = await published('Again', { isAnonymous });
      const { revision } = await settingsOf(id);
      const sent = { id, clientId: newClientId(), revision, answers: { rating: 4 } };
      const send = (more: object = {}) =>
        world.ana.try('POST /api/v1/surveys/{id}/answers', { ...sent, ...more });
      const both = await Promise.all([send(), send()]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect(codeOf(await send({ clientId: newClientId() }))).toEqual([409, 'form_answered']);
      await world.ben.call('POST /api/v1/surveys/{id}/close', { id });
      expect((await send()).status).toBe(200);
      expect((await settingsOf(id)).answers).toBe(isAnonymous ? 0 : 1);
      const stored = `select from forms where owner_id = $1 and answers = 1`;
      expect(await world.sql(stored, [Number(id)])).toHaveLength(1);
    }
  });

  test('accept responses between two times and up to a limit, even if many arrive at the same time', async () => {
    const limited = await published('Three answers', { answerLimit: 3 });
    const revision = (await settingsOf(limited)).revision;
    const tries = await Promise.all(
      members.slice(0, 6).map((one) => answer(one, limited, { rating: 5 }, revision)),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(tries.filter((one) => codeOf(one)[1] === 'form_full')).toHaveLength(3);
    expect((await results(limited)).answers).toBe(3);
    const at = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString();
    const timed = await published('Later', { opensAt: at(60_000), closesAt: at(120_000) });
    expect(codeOf(await answer(world.ana, timed, { rating: 5 }))).toEqual([409, 'form_not_open']);
    world.clock.advance(61_000);
    expect((await read(world.ana, timed)).body).toMatchObject({ mine: 'open' });
    world.clock.advance(60_000);
    expect(codeOf(await answer(world.ana, timed, { rating: 5 }))).toEqual([409, 'form_closed']);
    const denied = await world.sql(
      `select payload, actor_id from outbox where kind = 'survey_answer_denied'`,
    );
    expect(denied).toHaveLength(4);
    expect(denied[0]).toMatchObject({ actor_id: null, payload: { code: 'form_full' } });
    const closed = await published('Closed');
    await world.ben.call('POST /api/v1/surveys/{id}/close', { id: closed });
    expect(codeOf(await answer(world.ana, closed, { rating: 5 }))).toEqual([409, 'form_closed']);
    await publish(await settingsOf(closed));
    expect((await answer(world.ana, closed, { rating: 5 })).status).toBe(200);
    expect(codeOf(await update(timed, { closesAt: at(-1), opensAt: at(0) }))).toEqual([
      422,
      'form_times',
    ]);
  });

  test('keep unfinished responses until they are sent', async () => {
    const id = await published('Draft');
    const save = (answers: FormAnswers) =>
      world.ana.try('PUT /api/v1/surveys/{id}/draft', { id, answers });
    expect((await save({ words: 'More soup', rating: 9 })).status).toBe(200);
    expect((await read(world.ana, id)).body).toMatchObject({
      draft: { answers: { words: 'More soup' } },
    });
    expect((await read(world.cy, id)).status).toBe(404);
    expect((await answer(world.ana, id, { rating: 4, words: 'More soup' })).status).toBe(200);
    expect((await read(world.ana, id)).body).toMatchObject({ draft: null });
    expect(codeOf(await save({ words: 'Again' }))).toEqual([409, 'form_answered']);
  });

  test('reject the second of two simultaneous edits', async () => {
    const { id, version } = await draft('Both edit');
    expect((await update(id, { title: 'First' }, version)).status).toBe(200);
    const second = await update(id, { definition: { questions: [words] } }, version);
    expect(codeOf(second)).toEqual([409, 'form_changed']);
    expect(await settingsOf(id)).toMatchObject({ title: 'First', definition });
    const [one, other] = await Promise.all([
      update(id, { title: 'One' }, version + 1),
      update(id, { title: 'Other' }, version + 1),
    ]);
    expect([one.status, other.status].toSorted()).toEqual([200, 409]);
  });

  test('reject a condition on a later question and store nothing of the change', async () => {
    const { id } = await draft('Forward');
    const condition = { question: 'visit', test: 'is' as const, value: 'soup' };
    const questions = [{ ...words, conditions: [condition] }, visit];
    expect(codeOf(await update(id, { title: 'No', definition: { questions } }))).toEqual([
      422,
      'form_condition_forward',
    ]);
    expect((await settingsOf(id)).title).toBe('Forward');
  });

  test('show earlier responses with the questions that they answered', async () => {
    const id = await published('Edited');
    const before = (await settingsOf(id)).revision;
    await answer(world.ana, id, { rating: 2, visit: chose('soup'), words: 'Shorter' });
    const questions = [
      { ...rating, title: 'How was it?' },
      { ...visit, options: visit.options.slice(1) },
    ];
    const several = { ...visit, kind: 'several' as const };
    expect(codeOf(await update(id, { definition: { questions: [several] } }))).toEqual([
      422,
      'form_kind_changed',
    ]);
    expect((await update(id, { definition: { questions } })).status).toBe(200);
    world.clock.advance(1_000);
    const first = members[2] ?? world.ben;
    expect(codeOf(await answer(first, id, { rating: 5 }, before))).toEqual([409, 'form_revised']);
    expect((await answer(first, id, { rating: 5, visit: chose('work') })).status).toBe(200);
    const { items } = await world.ben.call('GET /api/v1/surveys/{id}/answers', { id });
    expect(
      items.map((one) => one.questions.map(({ title, answer: text }) => `${title} ${text}`)),
    ).toEqual([
      ['How was it? 5', 'What brought you here? Working outside'],
      [
        'What brought you here? The soup',
        'How welcome did you feel? 2',
        'What should change? Shorter',
      ],
    ]);
    const shown = await results(id);
    expect(
      shown.questions.map(({ title, isCurrent, answers }) => [title, isCurrent, answers]),
    ).toEqual([
      ['How was it?', true, 2],
      ['What brought you here?', true, 2],
      ['What should change?', false, 1],
    ]);
    expect(shown.questions[1]?.values).toEqual([
      { value: 'work', label: 'Working outside', count: 1 },
      { value: 'soup', label: 'The soup', count: 1 },
      { value: '', label: '', count: 0 },
    ]);
  });

  test('can be exported as CSV without spreadsheet formulas', async () => {
    const id = await published('CSV');
    await answer(world.ana, id, { rating: 3, words: '=HYPERLINK("http://x","y")\nnext' });
    const { name, csv } = await world.ben.call('GET /api/v1/surveys/{id}/export', { id });
    expect(name).toBe('CSV.csv');
    expect(csv.startsWith('\u{feff}Person,Answered at,What brought you here?')).toBe(true);
    expect(csv).toContain(`,3,"'=HYPERLINK(""http://x"",""y"")\nnext"\r\n`);
    expect(
      await world.sql(
        `select from activity_log where kind = 'survey_changed' and detail ->> 'act' = 'exported'`,
      ),
    ).toHaveLength(1);
  });

  test("only accept the respondent's own files and people who exist", async () => {
    const person = { ...base, id: 'who', title: 'Who?', kind: 'person' as const };
    const file = { ...base, id: 'proof', title: 'Proof', kind: 'file' as const, maxFiles: 2 };
    const id = await published('Files', { definition: { questions: [person, file] } });
    const upload = async (who: Person) =>
      (
        await who.call('POST /api/v1/uploads', {
          clientId: newClientId(),
          name: 'notes.txt',
          size: 4,
        })
      ).id;
    const own = await upload(world.ana);
    const wrong = await answer(world.ana, id, {
      who: { person: world.eve.uid },
      proof: { files: [own] },
    });
    // The file's upload hasn't started.
    expect((wrong.body as { errors: unknown }).errors).toEqual([
      { path: 'who', message: 'unknown_person' },
      { path: 'proof', message: 'unknown_file' },
    ]);
    expect((await answer(world.ana, id, { who: { person: world.cy.uid } })).status).toBe(200);
    const { questions } = await results(id);
    expect(questions[0]?.values).toMatchObject([{ value: world.cy.uid, count: 1 }]);
  });

  test('notify members when published, and officers about accepted and rejected responses', async () => {
    const [second = world.cy] = members;
    const { positions } = await world.ben.call('GET /api/v1/clubs/{id}/settings', { id: club });
    await world.ben.call('PATCH /api/v1/clubs/{id}/members', {
      id: club,
      uids: [second.uid],
      act: 'position',
      position: positions.find(({ name }) => name === 'Secretary')?.id ?? '',
    });
    const survey = await published('Heard of');
    const noticesOf = async (who: Person) => {
      await world.app.jobs.settle();
      const { items } = await who.call('GET /api/v1/notifications', { count: 100 });
      return items
        .filter(({ about }) => about?.path.startsWith(`/surveys/${survey}`))
        .map(({ key, people }) => [key, ...people.map(({ firstName }) => firstName)].join(' '))
        .toSorted();
    };
    expect(await noticesOf(world.ana)).toEqual(['member.postsOnNews Ben']);
    expect(await noticesOf(world.cy)).toEqual([]);
    await answer(world.ana, survey, { rating: 5 });
    expect(await noticesOf(world.ben)).toEqual(['general.surveyAnswered Ana']);
    expect(await noticesOf(second)).toEqual([
      'member.postsOnNews Ben',
      'officer.surveyAnswered Ana',
    ]);
    await world.ben.call('POST /api/v1/surveys/{id}/close', { id: survey });
    await answer(members[3] ?? world.cy, survey, { rating: 5 });
    expect(await noticesOf(world.ben)).toEqual([
      'general.surveyAnswered Ana',
      'officer.surveySubmissionDenied',
    ]);
    // Five anonymous responses cause one notification, because the results also show them in groups of five.
    const quiet = await published('Quietly', { isAnonymous: true });
    const notices = async () => {
      await world.app.jobs.settle();
      const { items } = await world.ben.call('GET /api/v1/notifications', { count: 100 });
      return items.filter(({ about }) => about?.path.startsWith(`/surveys/${quiet}`));
    };
    for (const one of members.slice(0, 4)) await answer(one, quiet, { rating: 5 });
    expect(await notices()).toEqual([]);
    await answer(world.ana, quiet, { rating: 5 });
    expect(await notices()).toMatchObject([
      { key: 'officer.anonymousSurveySubmission', people: [] },
    ]);
  });

  test('[NOTIF-04] notify the author about responses only while the author can see them', async () => {
    const [, , third = world.cy] = members;
    const survey = await published('By somebody else');
    const author = (who: Person) =>
      world.sql(`update surveys set created_by = $1 where id = $2`, [who.id, Number(survey)]);
    const itemsOf = async (who: Person) => {
      await world.app.jobs.settle();
      const { items } = await who.call('GET /api/v1/notifications', { count: 100 });
      return items.filter(({ about }) => about?.path.startsWith(`/surveys/${survey}/edit`));
    };
    // The author was an officer when they created the survey.
    await author(third);
    await answer(world.ana, survey, { rating: 5 });
    expect(await itemsOf(third)).toEqual([]);
    expect(await itemsOf(world.ben)).toMatchObject([{ key: 'officer.surveyAnswered' }]);
    // Staff don't need a position.
    await author(world.admin);
    await answer(members[3] ?? world.cy, survey, { rating: 5 });
    expect(await itemsOf(world.admin)).toMatchObject([{ key: 'general.surveyAnswered' }]);
  });

  test('notify once when they open, at the latest opening time', async () => {
    const at = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString();
    const noticesOf = async (survey: string) => {
      await world.app.jobs.settle();
      const { items } = await world.ana.call('GET /api/v1/notifications', { count: 100 });
      return items.filter(({ about }) => about?.path === `/surveys/${survey}`).length;
    };
    const [kept, moved, closed] = [
      await published('Opens later', { opensAt: at(20_000) }),
      await published('Opens later still', { opensAt: at(20_000) }),
      await published('Closed before it opened', { opensAt: at(20_000) }),
    ];
    expect(await noticesOf(kept)).toBe(0);
    await update(moved, { opensAt: at(40_000) });
    await world.ben.call('POST /api/v1/surveys/{id}/close', { id: closed });
    world.clock.advance(21_000);
    expect([await noticesOf(kept), await noticesOf(moved), await noticesOf(closed)]).toEqual([
      1, 0, 0,
    ]);
    world.clock.advance(21_000);
    expect([await noticesOf(kept), await noticesOf(moved)]).toEqual([1, 1]);
    await publish(await settingsOf(closed));
    expect(await noticesOf(closed)).toBe(1);
    const now = await published('Opens at once after all', { opensAt: at(20_000) });
    await update(now, { opensAt: null });
    expect(await noticesOf(now)).toBe(1);
  });

  test('[NOTIF-04] that open while their club is frozen are announced with the next reminder', async () => {
    const opensAt = new Date(world.clock.now().getTime() + 20_000).toISOString();
    const id = await published('Under ice', { opensAt });
    const remind = () => world.ben.try('POST /api/v1/surveys/{id}/reminder', { id });
    expect(codeOf(await remind())).toEqual([409, 'form_not_open']);
    await world.admin.call('PUT /api/v1/clubs/{id}/frozen', { id: club });
    world.clock.advance(21_000);
    expect(await noticesOf(world.ana, id)).toEqual([]);
    await world.admin.call('DELETE /api/v1/clubs/{id}/frozen', { id: club });
    expect((await settingsOf(id)).can.remind).toBe(true);
    const both = await Promise.all([remind(), remind()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await noticesOf(world.ana, id)).toEqual(['member.postsOnNews survey_published']);
    expect((await settingsOf(id)).can.remind).toBe(false);
  });

  test('that are anonymous keep their audience of ten or more people and show responses in groups of five', async () => {
    const isAnonymous = true;
    const kitchen = await draft('Only one', { isAnonymous, audience: 'tags', tags: ['Kitchen'] });
    const tryPublish = (id: string, version: number) =>
      world.ben.try('POST /api/v1/surveys/{id}/publish', { id, version });
    expect(codeOf(await tryPublish(kitchen.id, kitchen.version))).toEqual([
      422,
      'survey_audience_small',
    ]);
    expect(codeOf(await update(kitchen.id, { answerLimit: 7 }))).toEqual([
      422,
      'survey_limit_step',
    ]);
    const everyone = [world.ana, world.ben, ...members];
    const manage = (act: 'tag' | 'untag' | 'remove', people: readonly Person[]) =>
      world.ben.call('PATCH /api/v1/clubs/{id}/members', {
        id: club,
        uids: people.map(({ uid }) => uid),
        act,
        ...(act !== 'remove' && { tag: 'Asked' }),
      });
    await manage('tag', everyone);
    const id = await published('Ten of us', { isAnonymous, audience: 'tags', tags: ['Asked'] });
    expect((await settingsOf(id)).audienceSize).toBe(10);
    // People who lose the tag or leave the club can still respond. People who get the tag later can't.
    const [removed = world.ana, ...others] = members;
    await manage('untag', everyone);
    await manage('remove', [removed]);
    await world.cy.call('PUT /api/v1/clubs/{id}/membership', { id: club });
    await manage('tag', [world.cy]);
    expect((await settingsOf(id)).audienceSize).toBe(10);
    const waiting = async (who: Person) =>
      (await who.call('GET /api/v1/surveys', {})).items.some((one) => one.id === id);
    expect([await waiting(removed), await waiting(world.ana), await waiting(world.cy)]).toEqual([
      true,
      true,
      false,
    ]);
    expect((await read(world.cy, id)).status).toBe(404);
    const seen = async () => {
      const { csv } = await world.ben.call('GET /api/v1/surveys/{id}/export', { id });
      const { items } = await world.ben.call('GET /api/v1/clubs/{id}/surveys', { id: club });
      return [
        (await results(id)).answers,
        (await settingsOf(id)).answers,
        items.find((one) => one.id === id)?.answers,
        csv.trim().split('\r\n').length - 1,
      ];
    };
    const counts: unknown[] = [];
    for (const one of [removed, world.ana, ...others.slice(0, 5)]) {
      expect((await answer(one, id, { rating: 5, visit: chose('soup') })).status).toBe(200);
      counts.push(await seen());
    }
    expect(counts).toEqual([0, 0, 0, 0, 5, 5, 5].map((n) => [n, n, n, n]));
    // If one of five people chose something else, the difference between two filters would reveal it.
    const more = await published('Differences', { isAnonymous, audience: 'school' });
    for (const [nth, one] of [...everyone, world.cy].slice(0, 10).entries())
      await answer(one, more, {
        rating: 5,
        visit: chose(nth < 5 ? 'soup' : 'work'),
        ...(nth < 6 && { words: `words ${nth}` }),
      });
    const soup = await results(more, { question: 'visit', option: 'soup' });
    expect(soup).toMatchObject({ answers: 10, shown: 5 });
    expect(soup.questions.find((one) => one.id === 'words')).toMatchObject({
      isHidden: true,
      texts: [],
    });
    await world.cy.call('DELETE /api/v1/clubs/{id}/membership', { id: club });
    await removed.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  });

  test('[NOTIF-04] notify only the new people if the audience grows', async () => {
    const [, one = world.cy, two = world.cy] = members;
    for (const [who, tag] of [
      [one, 'Wide'],
      [two, 'Wider'],
    ] as const)
      await world.ben.call('PATCH /api/v1/clubs/{id}/members', {
        id: club,
        uids: [who.uid],
        act: 'tag',
        tag,
      });
    const id = await published('Wider', { audience: 'tags', tags: ['Wide'] });
    const counts = async () => {
      const lengths: number[] = [];
      for (const who of [one, two, world.ana, world.cy, world.ben])
        lengths.push((await noticesOf(who, id)).length);
      return lengths;
    };
    expect(await counts()).toEqual([1, 0, 0, 0, 0]);
    await update(id, { tags: ['Wide', 'Wider'] });
    expect(await counts()).toEqual([1, 1, 0, 0, 0]);
    // Read notifications aren't sent again.
    for (const who of [one, two]) await who.call('PATCH /api/v1/notifications/mark-all-as-read');
    await update(id, { tags: ['Wider'] });
    await update(id, { audience: 'members' });
    expect(await counts()).toEqual([1, 1, 1, 0, 0]);
    await update(id, { audience: 'school' });
    expect(await counts()).toEqual([1, 1, 1, 1, 0]);
    expect(await noticesOf(world.eve, id)).toEqual([]);
  });

  test('of the whole school notify everyone who can see the club, and remind people who haven’t responded', async () => {
    const remind = (who: Person, id: string) =>
      who.try('POST /api/v1/surveys/{id}/reminder', { id });
    /** Tokens expire within a day, so the test moves the notifications into the past. */
    const dayLater = (id: string) =>
      world.sql(
        `update surveys set published_at = published_at - interval '1 day', announced_at = announced_at - interval '1 day', reminded_at = reminded_at - interval '1 day' where id = $1`,
        [Number(id)],
      );
    const school = await published('All of us', { audience: 'school' });
    expect(await noticesOf(world.cy, school)).toEqual(['general.schoolFeedPosts survey_published']);
    expect(await noticesOf(world.ana, school)).toEqual(['member.postsOnNews survey_published']);
    expect(await noticesOf(world.ben, school)).toEqual([]);
    expect(await noticesOf(world.eve, school)).toEqual([]);

    await answer(world.ana, school, { rating: 5 });
    expect(codeOf(await remind(world.ben, school))).toEqual([409, 'survey_reminded']);
    await dayLater(school);
    expect(codeOf(await remind(world.cy, school))[0]).toBe(404);
    expect((await settingsOf(school)).can.remind).toBe(true);
    // Two simultaneous requests by officers send one reminder.
    const both = await Promise.all([remind(world.ben, school), remind(world.ben, school)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await settingsOf(school)).toMatchObject({
      remindedAt: world.clock.now().toISOString(),
      can: { remind: false },
    });
    // The reminder replaces the earlier notification.
    expect(await noticesOf(world.cy, school)).toEqual(['general.schoolFeedPosts survey_reminder']);
    expect(await noticesOf(world.ana, school)).toEqual(['member.postsOnNews survey_published']);

    const quiet = await published('Nobody knows', { isAnonymous: true });
    await answer(world.ana, quiet, { rating: 5 });
    await world.app.jobs.settle();
    await dayLater(quiet);
    expect((await remind(world.ben, quiet)).status).toBe(200);
    for (const one of [world.ana, members[4] ?? world.cy])
      expect(await noticesOf(one, quiet)).toEqual(['member.postsOnNews survey_reminder']);
    await world.ben.call('POST /api/v1/surveys/{id}/close', { id: quiet });
    await dayLater(quiet);
    expect(codeOf(await remind(world.ben, quiet))).toEqual([409, 'form_closed']);
  });
});
