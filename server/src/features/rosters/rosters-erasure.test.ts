import { expect, test } from 'vitest';
import { type Content, inScratch } from '../../../test/import-folder.ts';
import { delta, roster11, roster12 } from '../../../test/roster-folder.ts';
import { inWorld, worldPassword, type Person } from '../../../test/world.ts';
import { runMaintenance } from '../../kernel/jobs/maintenance.ts';
import { importCampus } from '../imports/import-campus.ts';
import { journalMaintenance } from '../imports/journal/journal.jobs.ts';
import { undoImport } from '../imports/journal/undo-import.ts';
import { problemLine } from '../imports/problems.ts';
import { importRoster } from './import-roster.ts';

const world = inWorld();
const { folder } = inScratch();
const bring = async (content: Content) => {
  const report = await importRoster({
    pool: world.pool,
    school: world.school,
    path: await folder(content),
    now: world.clock.now(),
    disableUpTo: 9,
  });
  expect(report.problems.map(problemLine)).toEqual([]);
  const { invitable: _invitable, ...people } = report.people;
  return { ...report, people };
};
/** Returns the roster with demographics of both people. */
const whole = (): Content => ({
  ...roster12(),
  ...roster11(),
  'manifest.csv': (roster11()['manifest.csv'] ?? '').replace(
    'demographics,absent',
    'demographics,bulk',
  ),
});

/** Signs in a person of the roster. */
const memberOf = async (username: string): Promise<Person> => {
  const [row] = await world.sql<{ id: number; email: string }>(
    'select id, email from users where username = $1',
    [username],
  );
  await world.sql(
    'insert into credentials (school_id, user_id, password_hash) select school_id, $1, password_hash from credentials where user_id = $2',
    [row?.id, world.ana.id],
  );
  return world.signInAgain({
    ...world.ana,
    id: Number(row?.id),
    uid: String(row?.id),
    email: row?.email ?? '',
  });
};

/** Returns the tables that still contain one of these words. */
const tablesWith = async (words: RegExp): Promise<string[]> => {
  const tables = await world.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('migrations', 'function_files')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await world.sql<{ row: string }>(`select t::text as row from ${name} t`);
    if (rows.some(({ row }) => words.test(row))) found.push(name);
  }
  return found;
};

test('roster data is exported and erased with the account, and the next roster doesn’t add the person again', async () => {
  const first = await bring(whole());
  const lin = await memberOf('lin');
  const { sections } = await lin.call('GET /api/v1/account/data');
  expect(sections).toMatchObject({
    roster: [{ sourced_id: 'u1', given_name: 'Lin', grades: ['12'] }],
    rosterDemographics: [{ birth_date: '2007-02-11', city_of_birth: 'Porto' }],
    rosterClasses: [{ class: 'Logic 1', role: 'student' }],
  });
  const words = /O'Hara|lin@west|555 010[12]|2007-02-11/;
  expect(await tablesWith(words)).toContain('roster_users');
  // An import has changed these people since, so the journal contains their previous data.
  await bring({
    ...whole(),
    'users.csv': (roster11()['users.csv'] ?? '').replace('lin@west.example', 'lin@west.test'),
  });

  await lin.call('POST /api/v1/account/erase', { password: worldPassword });
  await world.app.jobs.settle();
  expect(await tablesWith(words)).toEqual([]);

  const again = await bring(whole());
  expect(again.people).toEqual({ added: 0, changed: 0, ended: 0 });
  expect(again.notes.map(problemLine)).toEqual(
    expect.arrayContaining([
      'users.csv, line 2, column sourcedId: belongs to a person who deleted their account here; the row was skipped',
      'enrollments.csv, line 2, column sourcedId: belongs to a person who deleted their account here; the row was skipped',
      'demographics.csv, line 2, column sourcedId: belongs to a person who deleted their account here; the row was skipped',
    ]),
  );
  expect(await tablesWith(words)).toEqual([]);
  expect(await world.sql(`select from users where username in ('lin', 'tom')`)).toHaveLength(1);

  // Undoing the first import removes the other people it added, keeps the mark of the deleted account, and the next
  // roster adds no one again.
  expect(await undoImport(world.pool, world.school, first.id ?? 0, world.clock.now())).toEqual({
    removed: 13,
    restored: 0,
  });
  expect(await world.sql('select sourced_id, is_erased from roster_users')).toEqual([
    { sourced_id: 'u1', is_erased: true },
  ]);
  expect((await bring(whole())).people).toEqual({ added: 1, changed: 0, ended: 0 });
  expect(await tablesWith(words)).toEqual([]);
});

test('undoing an import keeps a later erased account deleted, and restores everyone else', async () => {
  const people = (city: string) => ({
    'people.csv': `username,firstName,city\numa,Uma,${city}\nvera,Vera,${city}\n`,
  });
  const campus = async (content: Content) =>
    importCampus({
      pool: world.pool,
      files: world.files,
      school: world.school,
      path: await folder(content),
      now: world.clock.now(),
    });
  const uma = await world.join({ username: 'uma', first_name: 'Uma', city: 'Braga' });
  await world.join({ username: 'vera', first_name: 'Vera', city: 'Braga' });
  const { id, people: merged } = await campus(people('Evora'));
  expect(merged).toMatchObject({ added: 0, changed: 2 });
  await uma.call('POST /api/v1/account/erase', { password: worldPassword });
  await world.app.jobs.settle();

  expect(await undoImport(world.pool, world.school, id ?? 0, world.clock.now())).toEqual({
    removed: 0,
    restored: 1,
  });
  expect(
    await world.sql(
      'select username, city from users where id = $1 or username in ($2, $3) order by username',
      [uma.id, 'uma', 'vera'],
    ),
  ).toEqual([
    { username: `erased-${uma.uid}`, city: null },
    { username: 'vera', city: 'Braga' },
  ]);
});

test("previous data is deleted after 180 days, and the import can't be undone after that", async () => {
  await bring(
    delta([
      'u2,active,2026-11-01T00:00:00Z,true,s1,teacher,tom,,Thomas,Teach,,101,tom@west.example,,,,,',
    ]),
  );
  const rows = () => world.sql('select from import_journal');
  const [stored] = (await world.admin.call('GET /api/v1/imports')).items;
  expect([stored?.can, (await rows()).length > 0]).toEqual([{ undo: true }, true]);
  await runMaintenance(world.pool, [journalMaintenance], world.clock.now());
  expect((await rows()).length).toBeGreaterThan(0);
  world.clock.advance(181 * 86_400_000);
  await runMaintenance(world.pool, [journalMaintenance], world.clock.now());
  expect(await rows()).toEqual([]);
  const admin = await world.signInAgain(world.admin);
  expect((await admin.call('GET /api/v1/imports')).items.map(({ can }) => can.undo)).not.toContain(
    true,
  );
  const refused = await admin.try('POST /api/v1/imports/{id}/undo', { id: stored?.id ?? '' });
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'import_too_old' }]);
  await expect(
    undoImport(world.pool, world.school, Number(stored?.id), world.clock.now()),
  ).rejects.toThrow('180 days');
});
