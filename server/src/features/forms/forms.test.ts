import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { FormDefinition } from '#contract/forms/definition.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

const base = { help: '', isRequired: false, startsPage: false, conditions: [] };
const definition: FormDefinition = {
  questions: [
    {
      ...base,
      id: 'side',
      title: 'Which side?',
      kind: 'one',
      options: [
        { id: 'left', label: 'Left' },
        { id: 'right', label: 'Right' },
      ],
      hasOther: false,
    },
    { ...base, id: 'words', title: 'In your own words', kind: 'long' },
  ],
};

/** Text that only one person's answers contain. */
const secretOf = (nth: number) => `secret-words-of-${nth}`;

let people: Person[] = [];
let survey = '';
let club = '';
const settings = () => world.ben.call('GET /api/v1/surveys/{id}/settings', { id: survey });
const answer = (nth: number, side = 'left') =>
  people[nth]?.try('POST /api/v1/surveys/{id}/answers', {
    id: survey,
    revision: 1,
    answers: { side: { options: [side], other: null }, words: secretOf(nth) },
  });
const results = (filter: { question?: string; option?: string } = {}) =>
  world.ben.call('GET /api/v1/surveys/{id}/results', { id: survey, ...filter });

beforeAll(async () => {
  people = await Promise.all(
    Array.from({ length: 15 }, (_, nth) =>
      world.join({ username: `voter${nth}`, first_name: `Voter${nth}`, last_name: 'Quiet' }),
    ),
  );
  club = (
    await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Quiet voices',
      membership: 'open',
      president: world.ben.uid,
    })
  ).id;
  survey = (
    await world.ben.call('POST /api/v1/clubs/{id}/surveys', {
      id: club,
      clientId: newClientId(),
      title: 'Quietly',
    })
  ).id;
  const { version } = await world.ben.call('PATCH /api/v1/surveys/{id}', {
    id: survey,
    version: 1,
    definition,
    isAnonymous: true,
    audience: 'school',
  });
  await world.ben.call('POST /api/v1/surveys/{id}/publish', { id: survey, version });
});

/** Returns every row of every table as text, with the system columns of the database. */
const everyRow = async (): Promise<
  { table: string; text: string; xmin: string; row: Record<string, unknown> }[]
> => {
  const tables = await world.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const all = [];
  for (const { name } of tables)
    all.push(
      ...(
        await world.sql<{ text: string; xmin: string; row: Record<string, unknown> }>(
          `select to_jsonb(t)::text as text, t.xmin::text as xmin, to_jsonb(t) as row from ${name} t order by t.ctid`,
        )
      ).map((row) => ({ table: name, ...row })),
    );
  return all;
};

describe('[CLUB-04] anonymous forms', () => {
  test('show no results below five responses', async () => {
    for (let nth = 0; nth < 4; nth += 1) {
      expect((await answer(nth))?.status).toBe(200);
      world.clock.advance(60_000);
    }
    expect(await results()).toMatchObject({ answers: 0, shown: null, questions: [] });
    const { csv } = await world.ben.call('GET /api/v1/surveys/{id}/export', { id: survey });
    expect(csv).toBe('\u{feff}Which side?,In your own words\r\n');
    expect(
      (await world.ben.call('GET /api/v1/surveys/{id}/answers', { id: survey })).items,
    ).toEqual([]);
  });

  test('don’t link a participant to a response by any column, transaction, position or time', async () => {
    for (let nth = 4; nth < 9; nth += 1) {
      expect((await answer(nth, nth > 6 ? 'right' : 'left'))?.status).toBe(200);
      world.clock.advance(60_000);
    }
    await world.app.jobs.settle();
    const rows = await everyRow();
    const holding = rows.filter(({ text }) => text.includes('secret-words-of-'));
    // All answers are in one row, so they share one transaction and one position, and have no time.
    expect(holding.map(({ table }) => table)).toEqual(['form_pools']);
    const [pool] = holding;
    expect(Object.keys(pool?.row ?? {}).toSorted()).toEqual([
      'answers',
      'form_id',
      'school_id',
      'waiting',
    ]);
    for (const { id } of people) expect(pool?.text).not.toContain(String(id));
    const listOf = (column: string) => (pool?.row[column] ?? []) as Record<string, unknown>[];
    const lists = [listOf('answers'), listOf('waiting')];
    expect(lists.map(({ length }) => length)).toEqual([5, 4]);
    const entries = lists.flat();
    for (const entry of entries)
      expect(Object.keys(entry).toSorted()).toEqual(['answers', 'key', 'revision']);
    // They are sorted by random keys (UUID version 4), which contain no time.
    for (const list of lists) {
      const keys = list.map(({ key }) => String(key));
      expect(keys).toEqual(keys.toSorted());
      for (const key of keys) expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/);
    }
    // Participations have no time. Of the rows from the same transaction as the pool, only the last participant's exist.
    const took = rows.filter(({ table }) => table === 'form_participations');
    // The digest of the id with which the answers were sent. No other row contains it.
    expect(took.map(({ row }) => Object.keys(row).toSorted())[0]).toEqual([
      'client_digest',
      'form_id',
      'school_id',
      'user_id',
    ]);
    expect(took.filter(({ xmin }) => xmin === pool?.xmin)).toHaveLength(1);
    // Rows that name a participant, such as the notification that the survey is open, also name people who haven't answered.
    const naming = (id: number) =>
      rows
        .filter(
          ({ table, text }) =>
            !['users', 'sessions', 'credentials'].includes(table) &&
            !/^(user_|name_|word|facet)/.test(table) &&
            new RegExp(`\\b${id}\\b`).test(text),
        )
        .map(({ table }) => table)
        .toSorted();
    const silent = people.slice(9).map(({ id }) => naming(id));
    expect(silent.length).toBeGreaterThan(0);
    for (const tables of silent) expect(tables).not.toContain('form_participations');
    for (const { id } of people.slice(0, 9))
      expect(naming(id)).toEqual(['form_participations', ...(silent[0] ?? [])].toSorted());
  });

  test('accept one response per person and no drafts, and keep their questions and audience', async () => {
    expect((await answer(0))?.body).toMatchObject({ code: 'form_answered' });
    const [, , , , , , , , , late] = people;
    expect(
      (await late?.try('PUT /api/v1/surveys/{id}/draft', { id: survey, answers: { words: 'x' } }))
        ?.body,
    ).toMatchObject({ code: 'form_draft_anonymous' });
    const { version } = await settings();
    const change = (more: object) =>
      world.ben.try('PATCH /api/v1/surveys/{id}', { id: survey, version, ...more });
    const [first, ...rest] = definition.questions;
    expect(
      (await change({ definition: { questions: [{ ...first, title: 'Other words' }, ...rest] } }))
        .body,
    ).toMatchObject({ code: 'form_anonymous_answered' });
    expect((await change({ isAnonymous: false })).body).toMatchObject({
      code: 'form_anonymous_fixed',
    });
    // Another audience would distinguish later answers from earlier ones.
    expect((await change({ audience: 'members' })).body).toMatchObject({
      code: 'survey_audience_fixed',
    });
    // The database also rejects it, and rejects names in an anonymous form.
    await expect(
      world.sql('update forms set is_anonymous = false where is_anonymous'),
    ).rejects.toThrow(/stays anonymous/);
    await expect(
      world.sql(
        `insert into form_responses (school_id, form_id, revision, user_id, answers, responded_at)
        select school_id, form_id, revision, $1, '{}', now() from form_definitions where form_id in (select form_id from form_pools)`,
        [world.ana.id],
      ),
    ).rejects.toThrow(/nothing of a person/);
  });

  test('hide filtered results if the group or the rest has fewer than five responses', async () => {
    await answer(9, 'right');
    expect(await results()).toMatchObject({ answers: 10, shown: 10 });
    expect((await results()).questions[0]?.values).toMatchObject([{ count: 7 }, { count: 3 }]);
    expect(await results({ question: 'side', option: 'right' })).toMatchObject({
      shown: null,
      questions: [],
    });
    // Seven of ten would reveal the other three.
    expect(await results({ question: 'side', option: 'left' })).toMatchObject({ shown: null });
    for (const nth of [10, 11, 12, 13, 14]) await answer(nth, 'right');
    const shown = await results({ question: 'side', option: 'right' });
    expect(shown).toMatchObject({ answers: 15, shown: 8 });
    expect(shown.questions[1]?.texts).toHaveLength(8);
    const { csv } = await world.ben.call('GET /api/v1/surveys/{id}/export', { id: survey });
    expect(csv.trim().split('\r\n')).toHaveLength(16);
    expect(csv).not.toContain('Voter');
  });

  test('keep the responses of erased participants', async () => {
    const [gone] = people;
    await gone?.call('POST /api/v1/account/erase', { password: 'correct horse battery' });
    await world.app.jobs.settle();
    expect((await results()).answers).toBe(15);
    expect(
      await world.sql('select from form_participations where user_id = $1', [gone?.id]),
    ).toHaveLength(0);
  });
});
