import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import yazl from 'yazl';
import { type Content, inScratch } from '../../../test/import-folder.ts';
import { delta, roster11, roster12 } from '../../../test/roster-folder.ts';
import { inWorld } from '../../../test/world.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { problemLine } from '../imports/problems.ts';
import { insertSchool } from '../schools/schools.queries.ts';
import { importRoster, type RosterOptions, type RosterReport } from './import-roster.ts';

const world = inWorld();
const { fresh, folder } = inScratch();
const newSchool = (): Promise<SchoolId> =>
  insertSchool(world.pool, { code: basename(fresh()), name: 'New school' });
const read = (
  school: SchoolId,
  path: string,
  more: Partial<RosterOptions> = {},
): Promise<RosterReport> =>
  importRoster({ pool: world.pool, school, path, now: world.clock.now(), ...more });
const bring = async (school: SchoolId, content: Content, more: Partial<RosterOptions> = {}) =>
  read(school, await folder(content), more);
/** Returns expected counts of people. The imports' own tests check the number of people who can be invited. */
const counted = (added: number, changed: number, ended: number) => ({
  added,
  changed,
  ended,
  invitable: expect.any(Number) as number,
});
const reported = ({ problems }: RosterReport): string[] => problems.map(problemLine);
const noted = ({ notes }: RosterReport): string[] => notes.map(problemLine);
const ask = (school: SchoolId, query: string) => world.as(school)(query);
const people = (school: SchoolId) => ask(school, 'select * from users order by username');
const names = async (school: SchoolId) =>
  (await people(school)).map(
    (row) => `${row['username']} ${row['is_disabled'] === true ? 'disabled' : row['account_type']}`,
  );
/** Returns the roster with one file changed. */
const edited = (file: string, from: string | RegExp, to: string): Content => {
  const content = roster11();
  return { ...content, [file]: (content[file] ?? '').replace(from, to) };
};

describe('OneRoster 1.1 in bulk', () => {
  test('imports people with their data, and stores the whole roster', async () => {
    const school = await newSchool();
    const report = await bring(school, roster11());
    expect([reported(report), noted(report)]).toEqual([[], []]);
    expect(report).toMatchObject({
      isStored: true,
      version: '1.1',
      people: counted(2, 0, 0),
    });
    expect(report.kinds.enrollments).toEqual({ added: 2, changed: 0, ended: 0, unchanged: 0 });
    const [lin, tom] = await people(school);
    expect(lin).toMatchObject({
      username: 'lin',
      first_name: 'Lin',
      last_name: 'O\'Hara, the "younger"',
      email: 'lin@west.example',
      phone_mobile: '+1 555 0101',
      phone_home: '+1 555 0102',
      account_type: 'Student',
      is_admin: false,
      is_advisor: false,
      is_disabled: false,
    });
    expect(tom).toMatchObject({ username: 'tom', account_type: 'Faculty', phone_home: null });
    expect(
      await ask(
        school,
        'select sourced_id, user_id, identifier, grades, user_ids from roster_users order by 1',
      ),
    ).toEqual([
      {
        sourced_id: 'u1',
        user_id: lin?.['id'],
        identifier: '100',
        grades: ['12'],
        user_ids: ['{LDAP:lin}'],
      },
      { sourced_id: 'u2', user_id: tom?.['id'], identifier: '101', grades: null, user_ids: null },
    ]);
    expect(
      await ask(school, 'select location, term_sourced_ids, periods from roster_classes'),
    ).toEqual([{ location: 'Room 1, left', term_sourced_ids: ['t1', 't2'], periods: ['1', '2'] }]);
    expect(
      await ask(
        school,
        `select user_sourced_id, role, is_primary, begin_date::text, end_date::text from roster_enrollments order by sourced_id`,
      ),
    ).toEqual([
      {
        user_sourced_id: 'u1',
        role: 'student',
        is_primary: null,
        begin_date: null,
        end_date: null,
      },
      {
        user_sourced_id: 'u2',
        role: 'teacher',
        is_primary: true,
        begin_date: '2026-09-01',
        end_date: '2026-12-20',
      },
    ]);
    expect(
      JSON.stringify(await ask(school, 'select to_jsonb(r) from roster_users r')),
    ).not.toContain('secret');
    expect(await people(world.otherSchool)).toMatchObject([{ username: 'eve' }]);
  });

  test('changes nothing when repeated, and keeps people’s own changes', async () => {
    const school = await newSchool();
    expect((await bring(school, roster11())).id).not.toBeNull();
    await ask(school, 'select 1');
    await world.sql(
      `update users set phone_home = 'mine', email = 'own@west.example' where username = 'lin'`,
      [],
      school,
    );
    const before = await people(school);
    const again = await bring(school, roster11());
    expect(again).toMatchObject({
      isStored: true,
      id: null,
      people: counted(0, 0, 0),
    });
    expect(
      Object.values(again.kinds).every(
        ({ added, changed, ended }) => added + changed + ended === 0,
      ),
    ).toBe(true);
    expect(await people(school)).toEqual(before);
    await bring(school, edited('users.csv', 'Lin,"O\'Hara, the ""younger"""', 'Lin,Ohara'));
    expect((await people(school))[0]).toMatchObject({
      last_name: 'Ohara',
      phone_home: 'mine',
      email: 'own@west.example',
    });
  });

  test('deactivates missing, disabled and deleted people without deleting them, and restores them when they return', async () => {
    const school = await newSchool();
    await bring(school, roster11());
    const gone = await bring(school, {
      ...edited('users.csv', /^u1.*\n/m, ''),
      'enrollments.csv': (roster11()['enrollments.csv'] ?? '').replace(/^e1.*\n/m, ''),
    });
    expect([reported(gone), gone.people, gone.kinds.users, gone.kinds.enrollments]).toEqual([
      [],
      counted(0, 0, 1),
      { added: 0, changed: 0, ended: 1, unchanged: 1 },
      { added: 0, changed: 0, ended: 1, unchanged: 1 },
    ]);
    expect(await names(school)).toEqual(['lin disabled', 'tom Faculty']);
    expect((await bring(school, roster11())).people).toEqual(counted(0, 1, 0));
    expect(await names(school)).toEqual(['lin Student', 'tom Faculty']);
    await bring(school, edited('users.csv', 'u1,,,true', 'u1,,,false'));
    expect(await names(school)).toEqual(['lin disabled', 'tom Faculty']);
    await bring(school, edited('users.csv', 'u2,,', 'u2,tobedeleted,'));
    expect(await names(school)).toEqual(['lin Student', 'tom disabled']);
    expect(
      await ask(school, `select count(*)::int as n from roster_enrollments where not is_ended`),
    ).toEqual([{ n: 2 }]);
  });

  test('rejects a bulk file without rows, because it would deactivate everyone', async () => {
    const school = await newSchool();
    await bring(school, roster11());
    expect(reported(await bring(school, edited('users.csv', /\nu1[^]*/, '\n')))[0]).toBe(
      'users.csv, line 1: has no rows, and as a bulk file it would end all 2 existing ones',
    );
  });

  test('reports what would happen as a dry run, and changes nothing', async () => {
    const school = await newSchool();
    await bring(school, roster11());
    const before = await people(school);
    const dry = await bring(school, edited('users.csv', 'Tom,Teach', 'Tommaso,Teach'), {
      isDryRun: true,
    });
    expect(dry).toMatchObject({
      isStored: false,
      id: null,
      people: counted(0, 1, 0),
    });
    expect(dry.kinds.users).toEqual({ added: 0, changed: 1, ended: 0, unchanged: 1 });
    expect(await people(school)).toEqual(before);
    expect(await ask(school, 'select count(*)::int as n from imports')).toEqual([{ n: 1 }]);
  });

  test('lets two people swap usernames and addresses', async () => {
    const school = await newSchool();
    await bring(school, roster11());
    const [lin, tom] = await people(school);
    const swapped = (roster11()['users.csv'] ?? '').replaceAll(/\b(lin|tom)\b(?=[,@])/g, (name) =>
      name === 'lin' ? 'tom' : 'lin',
    );
    const report = await bring(school, { ...roster11(), 'users.csv': swapped });
    expect([reported(report), report.people]).toEqual([[], counted(0, 2, 0)]);
    expect((await people(school)).map(({ id, email }) => [id, email])).toEqual([
      [tom?.['id'], 'lin@west.example'],
      [lin?.['id'], 'tom@west.example'],
    ]);
  });
});

describe('the format of the files', () => {
  test('can have byte order marks, CRLF, additional columns and a folder in the zip, with notes about deviations', async () => {
    const school = await newSchool();
    const zip = new yazl.ZipFile();
    const users =
      'username,metadata.shoe,familyName,givenName,role,orgSourcedIds,enabledUser,dateLastModified,status,SOURCEDID,favourite\n' +
      'lin,38,Hara,Lin,Student,s1,yes,2026-09-01 08:00:00,active,u1,red\n\n';
    for (const [name, text] of Object.entries({ ...roster11(), 'users.csv': users }))
      zip.addBuffer(
        Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`.replace(/u2,teacher/, 'u1,teacher')),
        `roster/${name}`,
      );
    zip.end();
    const path = `${fresh()}.zip`;
    await pipeline(zip.outputStream, createWriteStream(path));
    const report = await read(school, path);
    expect([reported(report), noted(report)]).toEqual([
      [],
      [
        'users.csv, line 1: the columns are not in the order of the specification; they were read by name',
        'users.csv, line 1: OneRoster 1.1 has no favourite in this file; it was skipped',
        'users.csv, line 2, column enabledUser: is yes instead of true; it was read as true',
      ],
    ]);
    expect(await names(school)).toEqual(['lin Student']);
    expect(await ask(school, 'select modified_at from roster_users')).toEqual([
      { modified_at: new Date('2026-09-01T08:00:00Z') },
    ]);
  });

  test('follows the manifest, and includes all files without one', async () => {
    const school = await newSchool();
    const content = roster11();
    const absent = await bring(
      school,
      edited('manifest.csv', 'file.enrollments,bulk', 'file.enrollments,absent'),
    );
    expect(noted(absent)).toEqual([
      'manifest.csv, line 9, column value: enrollments.csv exists, but the manifest lists it as absent; it was skipped',
    ]);
    expect(absent.kinds.enrollments).toBeUndefined();
    const { 'manifest.csv': _, ...bare } = content;
    const report = await bring(school, bare);
    expect([noted(report), report.version, report.kinds.enrollments?.added]).toEqual([
      [
        'manifest.csv, line 1: there is no manifest; all files were read as bulk files of OneRoster 1.1',
      ],
      '1.1',
      2,
    ]);
    expect(
      reported(
        await bring(
          school,
          edited('manifest.csv', 'oneroster.version,1.1', 'oneroster.version,1.0'),
        ),
      ),
    ).toEqual([
      'manifest.csv, line 3, column value: OneRoster 1.0 is not supported; use 1.1 or 1.2',
    ]);
    // This also works for names of object properties.
    expect(
      reported(
        await bring(
          school,
          edited('manifest.csv', 'oneroster.version,1.1', 'oneroster.version,constructor'),
        ),
      ),
    ).toEqual([
      'manifest.csv, line 3, column value: OneRoster constructor is not supported; use 1.1 or 1.2',
    ]);
    expect(
      reported(
        await bring(
          school,
          edited('manifest.csv', 'file.demographics,absent', 'file.demographics,bulk'),
        ),
      ),
    ).toEqual([
      'manifest.csv, line 10, column value: demographics.csv is missing, but the manifest lists it as bulk',
    ]);
    expect(
      reported(
        await bring(school, edited('manifest.csv', 'file.users,bulk', 'file.users,some')),
      )[0],
    ).toBe('manifest.csv, line 8, column value: some is not absent, bulk or delta');
  });

  test('needs each column once and rows of the right length, except for empty additional cells', async () => {
    const school = await newSchool();
    expect(reported(await bring(school, edited('orgs.csv', ',name,type,', ',name,name,')))).toEqual(
      [
        'orgs.csv, line 1: the column name appears twice',
        'orgs.csv, line 1: the column type is missing',
      ],
    );
    expect(reported(await bring(school, edited('orgs.csv', 'WC,\n', 'WC,,,\n')))).toEqual([]);
    expect(reported(await bring(school, edited('orgs.csv', 'WC,\n', 'WC,,x\n')))).toEqual([
      'orgs.csv, line 2: has 8 cells, but the header has 7',
    ]);
    // Excel omits empty cells at the end of a row.
    expect(reported(await bring(school, edited('orgs.csv', ',WC,\n', '\n')))).toEqual([]);
  });
});

describe('accepted deviations from the specification', () => {
  test('include people without a family name, in bulk and in a delta', async () => {
    const school = await newSchool();
    const first = await bring(school, edited('users.csv', 'Tom,Teach', 'Tom,'));
    expect([reported(first), noted(first)]).toEqual([
      [],
      ['users.csv, line 3, column familyName: is empty; only the given name was used'],
    ]);
    expect(await people(school)).toMatchObject([
      { username: 'lin' },
      { username: 'tom', first_name: 'Tom', last_name: '' },
    ]);
    const more = 'u3,active,2026-09-05T00:00:00Z,true,s1,student,sukarno,,Sukarno,,,103,,,,,,';
    const changed = await bring(
      school,
      delta([
        more,
        'u1,active,2026-09-05T00:00:00Z,true,s1,student,lin,,Lin,New,,100,lin@west.example,,,,,',
      ]),
    );
    expect([reported(changed), changed.people]).toEqual([[], counted(1, 1, 0)]);
    expect(await people(school)).toMatchObject([
      { last_name: 'New' },
      { first_name: 'Sukarno', last_name: '' },
      { username: 'tom' },
    ]);
  });

  test('include courses whose school year is a term, and organizations and sessions that are their own parents', async () => {
    const notesOf = async (file: string, from: string, to: string) =>
      noted(await bring(world.otherSchool, edited(file, from, to), { isDryRun: true }));
    expect(await notesOf('courses.csv', 'c1,,,,', 'c1,,,t1,')).toEqual([
      "courses.csv, line 2, column schoolYearSourcedId: refers to 't1', which is a term and not a schoolYear",
    ]);
    expect(await notesOf('orgs.csv', 'WC,\n', 'WC,s1\n')).toEqual([
      'orgs.csv, line 2, column parentSourcedId: refers to its own row',
    ]);
    expect(
      await notesOf(
        'academicSessions.csv',
        'gradingPeriod,2026-11-01,2026-12-20,t1',
        'gradingPeriod,2026-11-01,2026-12-20,t2',
      ),
    ).toEqual(['academicSessions.csv, line 3, column parentSourcedId: refers to its own row']);
    expect(await notesOf('users.csv', '+1 555 0102,,12', '+1 555 0102,u1,12')).toEqual([
      'users.csv, line 2, column agentSourcedIds: refers to its own row',
    ]);
  });
});

describe('checking rows', () => {
  const cases: readonly (readonly [string, string | RegExp, string, string])[] = [
    [
      'users.csv',
      'u2,,',
      'u1,,',
      "users.csv, line 3, column sourcedId: the sourcedId 'u1' is already in line 2",
    ],
    [
      'users.csv',
      ',tom,',
      ',lin,',
      "users.csv, line 3, column username: the username 'lin' is already in line 2",
    ],
    [
      'users.csv',
      'tom@west',
      'LIN@west',
      'users.csv, line 3, column email: the address LIN@west.example is already in line 2',
    ],
    [
      'users.csv',
      'TRUE',
      'perhaps',
      'users.csv, line 3, column enabledUser: is neither true nor false',
    ],
    [
      'users.csv',
      'u2,,',
      'u2,deleted,',
      'users.csv, line 3, column status: is neither active nor tobedeleted',
    ],
    [
      'users.csv',
      'u2,,,',
      'u2,,2026-02-30,',
      'users.csv, line 3, column dateLastModified: is not a moment such as 2026-09-01T08:30:00Z',
    ],
    [
      'users.csv',
      's1,teacher',
      's2,teacher',
      "users.csv, line 3, column orgSourcedIds: refers to 's2', which is not in the orgs",
    ],
    [
      'courses.csv',
      's1,,',
      's2,,',
      "courses.csv, line 2, column orgSourcedId: refers to 's2', which is not in the orgs",
    ],
    [
      'classes.csv',
      ',c1,',
      ',c2,',
      "classes.csv, line 2, column courseSourcedId: refers to 'c2', which is not in the courses",
    ],
    [
      'classes.csv',
      't1,t2',
      't1,t3',
      "classes.csv, line 2, column termSourcedIds: refers to 't3', which is not in the academicSessions",
    ],
    [
      'classes.csv',
      ',s1,',
      ',s2,',
      "classes.csv, line 2, column schoolSourcedId: refers to 's2', which is not in the orgs",
    ],
    [
      'enrollments.csv',
      'k1,s1,u1',
      'k2,s1,u1',
      "enrollments.csv, line 2, column classSourcedId: refers to 'k2', which is not in the classes",
    ],
    [
      'enrollments.csv',
      's1,u1',
      's1,u3',
      "enrollments.csv, line 2, column userSourcedId: refers to 'u3', which is not in the users",
    ],
    [
      'enrollments.csv',
      '2026-09-01,2026-12-20',
      '2026-09-01,2026-08-20',
      'enrollments.csv, line 3, column endDate: lies before beginDate',
    ],
    [
      'academicSessions.csv',
      '2026-09-01',
      '1/9/2026',
      'academicSessions.csv, line 2, column startDate: is not a date such as 2026-09-01',
    ],
  ];
  test.each(cases)('%s: %s → %s', async (file, from, to, sentence) => {
    const report = await bring(world.otherSchool, edited(file, from, to), { isDryRun: true });
    expect(reported(report)).toContain(sentence);
    expect(report.isStored).toBe(false);
  });

  test('stores nothing, reports the first thousand problems, and counts all', async () => {
    const school = await newSchool();
    const rows = Array.from({ length: 1500 }, (_, n) => `x${n},,,k1,s1,nobody,student,,,\n`).join(
      '',
    );
    const report = await bring(school, {
      ...roster11(),
      'enrollments.csv': `${roster11()['enrollments.csv']}${rows}`,
    });
    expect([report.problemTotal, report.problems.length, report.isStored]).toEqual([
      1500,
      1000,
      false,
    ]);
    expect(await people(school)).toEqual([]);
    expect(await ask(school, 'select * from imports')).toEqual([]);
  });

  test('never matches existing people who aren’t linked to users of the roster', async () => {
    const school = await newSchool();
    await world.sql(
      `insert into users (school_id, username, first_name, email) values ($1, 'lin', 'Other', 'TOM@west.example')`,
      [school],
      school,
    );
    expect(reported(await bring(school, roster11()))).toEqual([
      "users.csv, line 2, column username: the username 'lin' belongs to a person who is not linked with 'u1'; if they are the same person, link them: npm run campus -- person link",
      "users.csv, line 3, column email: the address tom@west.example belongs to 'lin', who is not linked with 'u2'; if they are the same person, link them: npm run campus -- person link",
    ]);
    expect(await names(school)).toEqual(['lin Student']);
  });

  test("skips checks against files that the manifest doesn't contain, and notes that", async () => {
    const school = await newSchool();
    const report = await bring(
      school,
      edited('manifest.csv', 'file.courses,bulk', 'file.courses,absent'),
    );
    expect([reported(report), noted(report)]).toEqual([
      [],
      [
        'manifest.csv, line 6, column value: courses.csv exists, but the manifest lists it as absent; it was skipped',
        'classes.csv, line 1, column courseSourcedId: was not checked: the school has never had a courses.csv',
      ],
    ]);
  });
});

describe('a delta', () => {
  test('adds, changes and ends its rows, and keeps all others', async () => {
    const school = await newSchool();
    await bring(school, roster11());
    const report = await bring(
      school,
      delta([
        'u1,active,2026-10-01T00:00:00.000Z,true,s1,student,lin,,Lina,Hara,,,lin@west.example,,,,,',
        'u2,tobedeleted,2026-10-01T00:00:00Z,,,,,,,,,,,,,,,',
        'u3,active,2026-10-01T00:00:00Z,true,s1,counselor,zoe,,Zoe,New,,,,,,u1,,',
      ]),
    );
    expect([reported(report), report.people, report.kinds.users]).toEqual([
      [],
      counted(1, 1, 1),
      { added: 1, changed: 1, ended: 1, unchanged: 0 },
    ]);
    expect(await names(school)).toEqual(['lin Student', 'tom disabled', 'zoe Staff']);
    expect((await people(school))[2]).toMatchObject({ is_advisor: true });
    expect(
      await ask(
        school,
        `select username, given_name, is_ended from roster_users where sourced_id = 'u2'`,
      ),
    ).toEqual([{ username: 'tom', given_name: 'Tom', is_ended: true }]);
    const late = await bring(
      school,
      delta(['u1,active,2026-09-30T00:00:00Z,true,s1,student,lin,,Old,Name,,,,,,,,']),
    );
    expect([noted(late), late.id]).toEqual([
      [
        'users.csv, line 2, column dateLastModified: is older than the stored row; the row was skipped',
      ],
      null,
    ]);
  });

  test('needs a status and a time in every row', async () => {
    const school = await newSchool();
    await bring(school, roster11());
    expect(
      reported(
        await bring(school, delta(['u1,,1/05/2026,true,s1,student,lin,,Lina,Hara,,,,,,,,'])),
      ),
    ).toEqual([
      'users.csv, line 2, column status: is empty; a delta needs active or tobedeleted',
      'users.csv, line 2, column dateLastModified: is not a moment such as 2026-09-01T08:30:00Z',
    ]);
  });
});

describe('OneRoster 1.2', () => {
  test('reads roles from roles.csv, preferred names and pronouns from users.csv, and demographics only of its users', async () => {
    const school = await newSchool();
    const report = await bring(school, roster12());
    expect([reported(report), noted(report), report.version]).toEqual([
      [],
      ['demographics.csv, line 3, column sourcedId: belongs to no user; the row was skipped'],
      '1.2',
    ]);
    expect(await people(school)).toMatchObject([
      { username: 'cora', account_type: 'Faculty', is_advisor: true },
      {
        username: 'lin',
        first_name: 'Lin',
        last_name: 'Hara',
        gender_pronoun: 'they/them',
        account_type: 'Student',
        is_advisor: false,
      },
      { username: 'pat', account_type: 'Family', is_disabled: true },
    ]);
    expect(
      await ask(
        school,
        'select sourced_id, birth_date::text, asian, hispanic_or_latino, city_of_birth from roster_demographics',
      ),
    ).toEqual([
      {
        sourced_id: 'u1',
        birth_date: '2007-02-11',
        asian: true,
        hispanic_or_latino: false,
        city_of_birth: 'Porto',
      },
    ]);
  });

  test('accepts a delta with only roles, and removes an advisor’s role', async () => {
    const school = await newSchool();
    await bring(school, roster12());
    const header = roster12()['roles.csv']?.split('\n')[0];
    const report = await bring(school, {
      'manifest.csv': 'propertyName,value\noneroster.version,1.2\nfile.roles,delta\n',
      'roles.csv': `${header}\nr2,tobedeleted,2026-10-01T00:00:00Z,,,,,,,\nr3,active,2026-10-01T00:00:00Z,u2,primary,principal,,,s1,\n`,
    });
    expect([reported(report), report.people, report.kinds.roles?.ended]).toEqual([
      [],
      counted(0, 1, 0),
      1,
    ]);
    expect((await people(school))[0]).toMatchObject({
      username: 'cora',
      account_type: 'Staff',
      is_advisor: false,
    });
    const gone = await bring(school, {
      ...roster12(),
      'roles.csv': `${header}\nr1,,,u1,primary,student,,,s1,\nr4,,,u3,primary,guardian,,,s1,\n`,
    });
    expect(noted(gone)).toContain(
      'users.csv, line 3, column sourcedId: has no role in roles.csv; the account type is Other',
    );
    expect((await people(school))[0]).toMatchObject({ account_type: 'Other' });
  });
});
