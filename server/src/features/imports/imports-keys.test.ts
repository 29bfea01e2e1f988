import { describe, expect, test } from 'vitest';
import type { SchoolId } from '../../kernel/ids.ts';
import { inImports } from '../../../test/import-world.ts';
import { inWorld } from '../../../test/world.ts';
import type { ImportReport } from './import-campus.ts';
import { problemLine } from './problems.ts';

const world = inWorld();
const { folder, newSchool, bring } = inImports(world);
const reported = (report: ImportReport): string[] => report.problems.map(problemLine);
const people = (school: SchoolId) => world.as(school)('select * from users order by username');

describe('usernames that differ only in case', () => {
  test('identify the same person in every list, and add no one twice', async () => {
    const school = await newSchool();
    const first = await bring(
      school,
      await folder({ 'people.csv': 'username,firstName\nÖzil.One,Rosa\n' }),
    );
    expect(first.people).toMatchObject({ added: 1 });
    const report = await bring(
      school,
      await folder({
        'people.csv': 'username,firstName\nözil.one,Rosa\nNew.Two,Nu\n',
        'connections.csv': 'a,b,status\nÖZIL.ONE,NEW.TWO,connected\n',
        'clubs.csv': 'code,name,type\nc,C,Club\n',
        'club-members.csv': 'club,username\nc,new.two\nc,öZIL.one\n',
        'club-officers.csv': 'club,username,position\nc,NEW.two,President\n',
      }),
    );
    expect(reported(report)).toEqual([]);
    expect(report).toMatchObject({
      people: { added: 1, unchanged: 1 },
      connections: { added: 1 },
      clubMembers: { added: 2 },
    });
    expect((await people(school)).map(({ username }) => username).toSorted()).toEqual([
      'New.Two',
      'Özil.One',
    ]);
    const twice = await bring(
      school,
      await folder({
        'people.csv': 'username,firstName\nA,A\na,B\n',
        'club-members.csv': 'club,username\nc,New.Two\nc,new.two\n',
      }),
    );
    expect(reported(twice)).toEqual([
      "people.csv, line 3, column username: the username 'A' is already in line 2",
      "club-members.csv, line 3, column username: 'New.Two' is already in line 2 for this club",
    ]);
    await expect(
      world.as(school)(
        `insert into users (school_id, username, first_name) select school_id, upper(username), 'X' from users limit 1`,
      ),
    ).rejects.toThrow('users_username_folded');
  });

  test('are rejected if they belonged to two people, until an operator settles the name', async () => {
    const school = await newSchool();
    await bring(school, await folder({ 'people.csv': 'username,firstName\nLi,Li\nli~2,Other\n' }));
    await world.sql(
      `insert into duplicate_usernames (school_id, user_id, username, kept_id, found_at)
       select o.school_id, o.id, 'li', k.id, now() from users o, users k where o.username = 'li~2' and k.username = 'Li'`,
      [],
      school,
    );
    const again = async () =>
      reported(await bring(school, await folder({ 'people.csv': 'username,firstName\nLI,New\n' })));
    expect(await again()).toEqual([
      expect.stringMatching(/line 2, column username: two people had/),
    ]);
    await world.sql('delete from duplicate_usernames', [], school);
    expect(await again()).toEqual([]);
  });
});

test('a list with only its key column changes nothing', async () => {
  const school = await newSchool();
  await bring(school, await folder({ 'people.csv': 'username,firstName\nk,K\n' }));
  const only = await bring(school, await folder({ 'people.csv': 'username\nk\n' }));
  expect(only).toMatchObject({ isStored: true, id: null, people: { unchanged: 1, changed: 0 } });
  expect(reported(await bring(school, await folder({ 'people.csv': 'username\nnew\n' })))).toEqual([
    'people.csv, line 2, column firstName: a person needs a first or a last name',
  ]);
});
