import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Content, inScratch } from '../../../../test/import-folder.ts';
import { delta, roster11, roster12 } from '../../../../test/roster-folder.ts';
import { inWorld } from '../../../../test/world.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { importRoster } from '../../rosters/import-roster.ts';
import { insertSchool } from '../../schools/schools.queries.ts';
import { importCampus } from '../import-campus.ts';
import { listImports, undoImport } from './undo-import.ts';

const world = inWorld();
const { fresh, folder } = inScratch();
const newSchool = (): Promise<SchoolId> =>
  insertSchool(world.pool, { code: basename(fresh()), name: 'New school' });
const roster = async (school: SchoolId, content: Content) => {
  const { id, problems } = await importRoster({
    pool: world.pool,
    school,
    path: await folder(content),
    now: world.clock.now(),
  });
  expect(problems).toEqual([]);
  return id ?? 0;
};
const campus = async (school: SchoolId, content: Content) => {
  const { pool, files } = world;
  const { id, problems } = await importCampus({
    pool,
    files,
    school,
    path: await folder(content),
    now: world.clock.now(),
  });
  expect(problems).toEqual([]);
  return id ?? 0;
};
const undo = (school: SchoolId, id: number) =>
  undoImport(world.pool, school, id, world.clock.now());

const tables = ['users', 'connections', 'user_facets', 'user_words'];
const stored = [
  'orgs',
  'academic_sessions',
  'courses',
  'classes',
  'users',
  'roles',
  'enrollments',
  'demographics',
  'categories',
  'line_items',
  'results',
].map((name) => `roster_${name}`);
/** Returns every row of a school that an import can change, and the derived rows. */
const everything = async (school: SchoolId) => {
  const rows: unknown[] = [];
  for (const table of [...tables, ...stored])
    rows.push(
      await world.as(school)(
        `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`,
      ),
    );
  rows.push(
    await world.as(school)(
      `select facet, audience, sum(people)::int as n from facet_counts group by 1, 2 having sum(people) <> 0 order by 1, 2`,
    ),
  );
  return rows;
};
const swapped = (text = '') =>
  text.replaceAll(/\b(lin|tom)\b(?=[,@])/g, (name) => (name === 'lin' ? 'tom' : 'lin'));

describe('undoing an import', () => {
  test(
    'restores every table, search and filters, latest import first',
    { tags: 'soak' },
    async () => {
      const school = await newSchool();
      const states = [await everything(school)];
      const ids: number[] = [];
      const steps: readonly (() => Promise<number>)[] = [
        () =>
          campus(school, {
            'people.csv':
              'username,email,firstName,interests\nann,a@x.example,Ann,Chess\nbob,b@x.example,Bob,\n',
          }),
        () => roster(school, roster11()),
        () => roster(school, { ...roster11(), 'users.csv': swapped(roster11()['users.csv']) }),
        () =>
          roster(
            school,
            delta([
              'u1,tobedeleted,2026-10-01T00:00:00Z,,,,,,,,,,,,,,,',
              'u5,active,2026-10-01T00:00:00Z,true,s1,student,zoe,,Zoe,New,,,,,,,,',
            ]),
          ),
        () =>
          campus(school, {
            'people.csv':
              'username,email,firstName,interests\nann,b@x.example,Anna,Chess|Go\nbob,a@x.example,Bob,\ncem,,Cem,\n',
            'connections.csv':
              'a,b,status\nann,bob,pending\nann,cem,connected\nann,lin,connected\n',
          }),
        () => campus(school, { 'connections.csv': 'a,b,status\nann,bob,connected\n' }),
        () => roster(school, roster12()),
      ];
      for (const step of steps) {
        ids.push(await step());
        states.push(await everything(school));
      }
      for (const id of ids.toReversed()) {
        states.pop();
        await undo(school, id);
        expect(await everything(school)).toEqual(states.at(-1));
      }
      const list = await listImports(world.pool, school);
      expect(list.map(({ id, format, undoneAt }) => [id, format, undoneAt !== null])).toEqual(
        ids
          .toReversed()
          .map((id, at) => [
            id,
            [
              'OneRoster 1.2',
              'campus',
              'campus',
              'OneRoster 1.1',
              'OneRoster 1.1',
              'OneRoster 1.1',
              'campus',
            ][at],
            true,
          ]),
      );
      expect(await world.as(school)('select * from import_journal')).toEqual([]);
      await expect(undo(school, ids[0] ?? 0)).rejects.toThrow(/is undone already/);
    },
  );

  test(
    'fails if a later import changed the same rows, and names that import',
    { tags: ['soak'] },
    async () => {
      const school = await newSchool();
      const first = await roster(school, roster11());
      const second = await roster(
        school,
        delta(['u1,active,2026-10-01T00:00:00Z,true,s1,student,lin,,Lina,Hara,,,,,,,,']),
      );
      const before = await everything(school);
      await expect(undo(school, first)).rejects.toThrow(
        [
          `Import ${first} cannot be undone; nothing was changed.`,
          `Import ${second} changed roster_users since as well; undo it first (1 row: u1).`,
          `Import ${second} changed users since as well; undo it first (1 row: lin).`,
        ].join('\n'),
      );
      expect(await everything(school)).toEqual(before);
      await undo(school, second);
      await undo(school, first);
      expect(await world.as(school)('select * from users')).toEqual([]);
    },
  );

  test('fails if the same field was changed manually, and keeps manual changes of other fields', async () => {
    const school = await newSchool();
    await campus(school, { 'people.csv': 'username,firstName,major,city\nann,Ann,Law,Rome\n' });
    const id = await campus(school, { 'people.csv': 'username,firstName,major\nann,Ann,Art\n' });
    await world.sql(`update users set city = 'Oslo', updated_at = now()`, [], school);
    await world.sql(`update users set major = 'Own'`, [], school);
    await expect(undo(school, id)).rejects.toThrow(
      'users.major was changed since by somebody else (1 row: ann).',
    );
    await world.sql(`update users set major = 'Art'`, [], school);
    await undo(school, id);
    expect(await world.as(school)('select major, city from users')).toEqual([
      { major: 'Law', city: 'Oslo' },
    ]);
  });

  test('keeps the audiences that people chose since', async () => {
    const years = async () =>
      (
        await world.sql(
          'select year_of_graduation, listed_year, audiences from users where username = $1',
          ['ana'],
        )
      )[0];
    const before = await years();
    const id = await campus(world.school, {
      'people.csv': 'username,yearOfGraduation\nana,2031\nben,2031\n',
    });
    expect(await years()).toEqual({ year_of_graduation: 2031, listed_year: 2031, audiences: {} });
    await world.ana.call('PATCH /api/v1/privacy', { choices: { yearOfGraduation: 'me' } });
    expect(await undo(world.school, id)).toEqual({ removed: 0, restored: 2 });
    expect(await years()).toEqual({
      ...before,
      listed_year: null,
      audiences: { yearOfGraduation: 'me' },
    });
    await world.ana.call('PATCH /api/v1/privacy', { choices: { yearOfGraduation: null } });
    expect(await years()).toEqual(before);
  });

  test('fails once people it added have a password', async () => {
    const school = await newSchool();
    const id = await campus(school, {
      'people.csv': 'username,firstName\nann,Ann\nbob,Bob\n',
      'connections.csv': 'a,b,status\nann,bob,pending\n',
    });
    await world.sql(
      `insert into credentials (school_id, user_id, password_hash) select school_id, id, 'x' from users where username = 'ann'`,
      [],
      school,
    );
    await expect(undo(school, id)).rejects.toThrow(
      'People it added would take rows of credentials with them (1 row: ann).',
    );
    await world.sql('delete from credentials', [], school);
    expect(await undo(school, id)).toEqual({ removed: 3, restored: 0 });
  });

  test('works only at its own school', async () => {
    const school = await newSchool();
    const id = await campus(school, { 'people.csv': 'username,firstName\nann,Ann\n' });
    await expect(undo(world.otherSchool, id)).rejects.toThrow(`The school has no import ${id}.`);
    expect(await listImports(world.pool, world.otherSchool)).toEqual([]);
  });
});

test('an import that changes nothing isn’t listed', async () => {
  const school = await newSchool();
  const path = { 'people.csv': 'username,firstName\nann,Ann\n' };
  expect(await campus(school, path)).toBeGreaterThan(0);
  expect(await campus(school, path)).toBe(0);
  expect(await listImports(world.pool, school)).toHaveLength(1);
});

test('the journal doesn’t contain people’s own changes', async () => {
  await world.ana.call('PATCH /api/v1/profile', { city: 'Lisbon' });
  expect(await world.as(world.school)('select * from import_journal')).toEqual([]);
});

test('exactly the tables that imports can change have a journal', async () => {
  const triggers = await world.sql<{ relname: string }>(
    `select distinct c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname like '%_journal_%' order by 1`,
  );
  expect(triggers.map(({ relname }) => relname)).toEqual(
    [
      'club_accounts',
      'club_label_links',
      'club_labels',
      'club_members',
      'clubs',
      'role_grants',
      'roles',
      'course_announcements',
      'course_assignments',
      'course_categories',
      'course_links',
      'course_results',
      'course_sections',
      'courses',
      'event_cohosts',
      'event_hosts',
      'event_invitees',
      'events',
      'section_meetings',
      'section_members',
      'terms',
      'connections',
      'finance_accounts',
      'finance_holds',
      'finance_transactions',
      'ledger_entries',
      'users',
      ...stored,
    ].toSorted(),
  );
});
