import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Content, inScratch } from '../../../../test/import-folder.ts';
import { delta, roster11 } from '../../../../test/roster-folder.ts';
import { inWorld } from '../../../../test/world.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { undoImport } from '../../imports/journal/undo-import.ts';
import { problemLine } from '../../imports/problems.ts';
import { insertSchool } from '../../schools/schools.queries.ts';
import { importRoster } from '../import-roster.ts';
import { linkMember } from './link-member.ts';

const world = inWorld();
const { fresh, folder } = inScratch();
const bring = async (school: SchoolId, content: Content) => {
  const report = await importRoster({
    pool: world.pool,
    school,
    path: await folder(content),
    now: world.clock.now(),
    disableUpTo: 9,
  });
  const { invitable: _invitable, ...people } = report.people;
  return { ...report, people };
};
const link = (school: SchoolId, username: string, sourcedId: string) =>
  linkMember(world.pool, school, { username, sourcedId }, world.clock.now());
/** Creates a school whose first admin has an email address that is in the roster with another username. */
const newSchool = async (): Promise<SchoolId> => {
  const school = await insertSchool(world.pool, { code: basename(fresh()), name: 'New school' });
  await world.sql(
    `insert into users (school_id, username, first_name, email, is_admin, account_type, phone_work) values
      ($1, 'tom@west.example', 'Tommy', 'tom@west.example', true, 'Student', '555')`,
    [school],
    school,
  );
  return school;
};
const people = (school: SchoolId) =>
  world.as(school)(
    `select u.username, u.first_name, u.account_type, u.is_admin, u.is_disabled, u.phone_work, r.sourced_id
      from users u left join roster_users r on r.user_id = u.id order by u.username`,
  );
const lin = {
  username: 'lin',
  first_name: 'Lin',
  account_type: 'Student',
  is_admin: false,
  is_disabled: false,
  phone_work: null,
  sourced_id: 'u1',
};
const before = {
  username: 'tom@west.example',
  first_name: 'Tommy',
  account_type: 'Student',
  is_admin: true,
  is_disabled: false,
  phone_work: '555',
  sourced_id: 'u2',
};
const tom = { ...before, username: 'tom', first_name: 'Tom', account_type: 'Faculty' };

describe('people who existed before the roster', () => {
  test('are rejected until the operator links them, and are then updated by the next roster and stay admins', async () => {
    const school = await newSchool();
    const refused = await bring(school, roster11());
    expect(refused.problems.map(problemLine)).toEqual([
      "users.csv, line 3, column email: the address tom@west.example belongs to 'tom@west.example', who is not linked with 'u2'; if they are the same person, link them: npm run campus -- person link",
    ]);
    expect(await link(school, 'tom@west.example', ' u2 ')).toEqual({ sourcedId: 'u2' });
    expect(await world.as(school)('select kind, actor_id, detail from activity_log')).toEqual([
      {
        kind: 'person_linked',
        actor_id: null,
        detail: { person: expect.any(Number), sourcedId: 'u2' },
      },
    ]);

    const report = await bring(school, roster11());
    expect([report.problems, report.people]).toEqual([[], { added: 1, changed: 1, ended: 0 }]);
    expect(await people(school)).toEqual([lin, tom]);
    expect((await bring(school, roster11())).id).toBeNull();
    // After the undo they have their previous data and are still linked.
    await undoImport(world.pool, school, report.id ?? 0, world.clock.now());
    expect(await people(school)).toEqual([before]);
    expect((await bring(school, roster11())).people).toEqual({ added: 1, changed: 1, ended: 0 });
  });

  test('aren’t deactivated by a roster that never contained their sourcedId', async () => {
    const school = await newSchool();
    await link(school, 'tom@west.example', 'typo');
    const content = {
      ...roster11(),
      'users.csv': (roster11()['users.csv'] ?? '').replace('tom@west.example', ''),
    };
    const report = await bring(school, content);
    expect([report.problems, report.people]).toEqual([[], { added: 2, changed: 0, ended: 0 }]);
    expect(
      (await bring(school, delta(['typo,tobedeleted,2026-10-01T00:00:00Z,,,,,,,,,,,,,,,']))).people,
    ).toMatchObject({
      changed: 0,
      ended: 0,
    });
    expect((await people(school)).at(-1)).toEqual({ ...before, sourced_id: 'typo' });
  });

  test('are deactivated by the roster once they are linked', async () => {
    const school = await newSchool();
    await link(school, 'tom@west.example', 'u2');
    const content = {
      ...roster11(),
      'users.csv': (roster11()['users.csv'] ?? '').replace('u2,,,TRUE', 'u2,,,false'),
    };
    expect((await bring(school, content)).people).toEqual({ added: 1, changed: 0, ended: 1 });
    expect(await people(school)).toEqual([lin, { ...tom, is_disabled: true }]);
  });
});

test('linking rejects unknown people, deleted accounts, and people who are already linked', async () => {
  const school = await newSchool();
  await bring(school, {
    ...roster11(),
    'users.csv': (roster11()['users.csv'] ?? '').replace('tom@west.example', ''),
  });
  await world.sql(
    `insert into users (school_id, id, username, first_name) values ($1, 7, 'erased-7', 'Deleted user')`,
    [school],
    school,
  );
  await world.sql(
    `insert into roster_users (school_id, sourced_id, is_ended, is_erased) values ($1, 'u9', true, true)`,
    [school],
    school,
  );
  const rows = () => world.as(school)('select sourced_id, user_id from roster_users order by 1');
  const linked = await rows();
  const cases = [
    ['nobody', 'u3', 'No one at this school has the username nobody.'],
    // This person belongs to another school.
    ['eve', 'u3', 'No one at this school has the username eve.'],
    ['erased-7', 'u3', 'erased-7 has deleted their account.'],
    ['tom', 'u3', 'tom is already linked with u2.'],
    ['tom@west.example', 'u1', 'u1 is already linked with lin.'],
    ['tom@west.example', 'u9', 'u9 belongs to a person who deleted their account.'],
    ['tom@west.example', ' ', 'The sourcedId has no visible characters'],
    ['tom@west.example', 'x'.repeat(256), 'The sourcedId is longer than 255 characters.'],
  ] as const;
  for (const [username, sourcedId, sentence] of cases)
    await expect(link(school, username, sourcedId)).rejects.toThrow(sentence);
  expect(await rows()).toEqual(linked);
  expect(await world.as(school)(`select from activity_log where kind = 'person_linked'`)).toEqual(
    [],
  );
});
