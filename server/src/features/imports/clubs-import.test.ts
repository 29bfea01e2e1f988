import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { Content } from '../../../test/import-folder.ts';
import { inImports } from '../../../test/import-world.ts';
import { inWorld, worldPassword } from '../../../test/world.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { problemLine } from './problems.ts';

const world = inWorld();
const files = ['people', 'connections', 'clubs', 'club-members', 'club-officers'];
const { newSchool, bring, stored, undo, exported, rowsOf } = inImports(world, files);
const tables = [
  'users',
  'clubs',
  'club_labels',
  'club_label_links',
  'club_members',
  'roles',
  'role_grants',
];
/** Returns every row of a school that club lists can change, without the versions of clubs. */
const everything = (school: SchoolId) => rowsOf(school, tables, 'version');

const people = 'username,firstName\nana,Ana\nben,Ben\ncy,Cy\ndi,Di\n';
const clubs: Content = {
  'people.csv': people,
  'clubs.csv':
    'code,name,acronym,description,about,website,address,type,typeKind,categories,tags,parent,status,membership,isHidden,createdAt\n' +
    'chess,Chess Club,CC,"Boards, and clocks","<p onclick=""x()"">Weekly</p>",https://chess.example,1 Main St,Team,sport,Games|C\\|C++,Indoors,union,active,open,no,2020-01-02T03:04:05.678901Z\n' +
    'union,Союз 王,,,,,,,,,,,pending,,yes,\n' +
    '=SUM,=SUM(A1),,,,,,team,,games,indoors,union,,closed,,\n',
  'club-members.csv':
    'club,username,status,since,tags\nchess,ana,member,2021-09-01,Bus|Choir\nchess,ben,requested,,\nunion,cy,banned,,\n',
  'club-officers.csv':
    'club,username,position,since\nchess,ana,president,2022-09-01\nchess,di,Librarian,\n',
};

describe('[CLUB-03] importing clubs', () => {
  test('stores nothing as a dry run, changes nothing when repeated, and round-trips through an export', async () => {
    const school = await newSchool();
    const nothing = await everything(school);
    const expected = {
      people: { added: 4 },
      clubs: { added: 3, changed: 0, unchanged: 0 },
      clubMembers: { added: 3, changed: 0 },
      clubOfficers: { added: 2, changed: 0 },
      problemTotal: 0,
    };
    expect(await bring(school, clubs, { isDryRun: true })).toMatchObject({
      ...expected,
      isStored: false,
    });
    expect(await everything(school)).toEqual(nothing);
    expect(await stored(school, clubs)).toMatchObject({ ...expected, isStored: true });
    const once = await everything(school);
    expect(await stored(school, clubs)).toMatchObject({
      id: null,
      clubs: { added: 0, changed: 0, unchanged: 3 },
      clubMembers: { added: 0, changed: 0, unchanged: 3 },
      clubOfficers: { added: 0, changed: 0, unchanged: 2 },
    });
    expect(await everything(school)).toEqual(once);
    // A position that the school lacked grants no permissions.
    expect(
      await world.as(school)(
        `select name, permissions from roles where name in ('Librarian', 'President') order by 1`,
      ),
    ).toMatchObject([
      { name: 'Librarian', permissions: [] },
      { name: 'President', permissions: expect.arrayContaining(['clubs.edit']) },
    ]);

    const one = await exported(school);
    expect(one.texts['clubs']).toContain(
      '"Boards, and clocks",<p>Weekly</p>,https://chess.example',
    );
    expect(one.texts['club-officers']).toMatch(/chess,ana,President,2022-09-01T00:00:00.000000Z\n/);
    expect(await bring(school, one.to)).toMatchObject({ id: null, problemTotal: 0 });
    const twin = await newSchool();
    expect(await bring(twin, one.to)).toMatchObject({ isStored: true, clubs: { added: 3 } });
    expect((await exported(twin)).texts).toEqual(one.texts);
  });

  test('names bad rows by file, line and column, and stores nothing', async () => {
    const school = await newSchool();
    await stored(school, { ...clubs, 'club-members.csv': 'club,username\nchess,cy\n' });
    await world.sql(`update clubs set deleted_at = now() where code = '=SUM'`, [], school);
    const before = await everything(school);
    const { problems } = await bring(school, {
      'clubs.csv':
        'code,name,website,typeKind,type,status,parent,isHidden\n' +
        'a,A,gopher://x,other,T,lively,nope,maybe\na,B,,,,,,\nb,,,,,,,\n=SUM,Gone,,,,,,\nunion,,,,,,chess,\n' +
        'c,C,,arts,t,,,\nd,D,,arts,,,d,\n',
      'club-members.csv':
        'club,username,status,tags\nchess,ana,banned,\nnope,ana,,\nchess,nobody,,\nchess,cy,fan,\nchess,cy,,\n',
      'club-officers.csv': 'club,username,position\nchess,ben,\nunion,nobody,Treasurer\n',
    });
    expect(problems.map(problemLine)).toEqual([
      `clubs.csv, line 2, column website: is not an address that begins with https:// or http://`,
      `clubs.csv, line 2, column status: is none of pending, active, frozen, archived`,
      `clubs.csv, line 2, column isHidden: is neither yes nor no`,
      `clubs.csv, line 2, column parent: no club has the code 'nope'`,
      `clubs.csv, line 3, column code: the code 'a' is already in line 2`,
      `clubs.csv, line 4, column name: a new club needs a name`,
      `clubs.csv, line 5, column code: the club '=SUM' is deleted; restore it first`,
      `clubs.csv, line 6, column parent: the club would be below itself`,
      `clubs.csv, line 7, column typeKind: line 2 says other of the same type`,
      `clubs.csv, line 8, column parent: the club would be below itself`,
      `clubs.csv, line 8, column typeKind: there is no type that this is the kind of`,
      `club-officers.csv, line 2, column position: is empty; every officer has a position`,
      `club-officers.csv, line 3, column username: no one has the username 'nobody'`,
      `club-members.csv, line 2, column status: an officer of the club cannot be banned; take the position first`,
      `club-members.csv, line 3, column club: no club has the code 'nope'`,
      `club-members.csv, line 4, column username: no one has the username 'nobody'`,
      `club-members.csv, line 5, column status: is none of member, requested, invited, banned`,
      `club-members.csv, line 6, column username: 'cy' is already in line 5 for this club`,
    ]);
    expect(await everything(school)).toEqual(before);
  });

  test(
    'works with any part of the lists, and undoing it restores the exact previous state',
    { tags: 'soak' },
    async () => {
      const school = await newSchool();
      await stored(school, {
        'people.csv': people,
        'club-officers.csv': 'club,username,position\n',
      });
      const empty = await everything(school);
      const first = await stored(school, clubs);
      const before = await everything(school);
      // A file with some of the columns doesn't change the others.
      const partly = { 'clubs.csv': 'code,categories\nchess,C\\|C++|games\n' };
      expect(await stored(school, partly)).toMatchObject({ id: null, clubs: { unchanged: 1 } });
      const second = await stored(school, {
        // The two swap positions, one below the other.
        'clubs.csv':
          'code,name,categories,tags,parent,type,isFeatured\nchess,Chess & Go,Games|Boards,,,Society,yes\nunion,Union,,Big,chess,,\n',
      });
      expect(second).toMatchObject({ clubs: { added: 0, changed: 2, unchanged: 0 } });
      const third = await stored(school, {
        'club-members.csv':
          'club,username,status,tags\nchess,ben,member,New\nchess,cy,,\nunion,cy,member,\n',
      });
      // A list doesn't lift a ban.
      expect(third.clubMembers).toEqual({ added: 1, changed: 1, ended: 0, unchanged: 1 });
      const fourth = await stored(school, {
        'club-officers.csv':
          'club,username,position\nchess,ana,Treasurer\nchess,ben,President\nunion,di,Officer\n',
      });
      expect(fourth.clubOfficers).toEqual({ added: 2, changed: 1, ended: 0, unchanged: 0 });
      await expect(undo(school, second.id)).resolves.toMatchObject({ removed: expect.any(Number) });
      await expect(undo(school, third.id)).rejects.toThrow(
        'role_grants was changed since by somebody else (1 row: ben)',
      );
      await undo(school, fourth.id);
      await undo(school, third.id);
      expect(await everything(school)).toEqual(before);
      await undo(school, first.id);
      expect(await everything(school)).toEqual(empty);
    },
  );

  test('can’t be undone while other data depends on its rows', async () => {
    const code = 'robots';
    const { id } = await stored(world.school, {
      'clubs.csv': `code,name,membership,tags\n${code},Robots,open,Metal\n`,
      'club-officers.csv': `club,username,position\n${code},ben,Mechanic\n`,
    });
    const club = (await world.ana.call('GET /api/v1/clubs', {})).items[0]?.id ?? '';
    await world.ana.call('PUT /api/v1/clubs/{id}/membership', { id: club });
    const labels = (await world.ana.call('GET /api/v1/club-labels', {})).items;
    await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Rockets',
      membership: 'open',
      tags: labels.map((label) => label.id),
    });
    await expect(undo(world.school, id)).rejects.toThrow(
      [
        'Clubs it added would take rows of club_members with them (1 row: Robots).',
        'Types, categories or tags of clubs it added would take rows of club_label_links with them (1 row: Metal).',
      ].join('\n'),
    );
    expect(await world.ana.call('GET /api/v1/clubs/{id}/layout', { id: club })).toMatchObject({
      mine: { status: 'member' },
    });
  });

  test('doesn’t restore positions of erased people when undone', async () => {
    const gone = await world.join({ username: 'gone' });
    const positions = (rows: string) =>
      stored(world.school, {
        'clubs.csv': 'code,name\nmovers,Movers\n',
        'club-officers.csv': `club,username,position\n${rows}`,
      });
    await positions('movers,gone,Officer\nmovers,cy,Officer\n');
    const { id } = await positions('movers,gone,Treasurer\nmovers,cy,Treasurer\n');
    await gone.call('POST /api/v1/account/erase', { password: worldPassword });
    await world.app.jobs.settle();
    expect(await undo(world.school, id)).toEqual({ removed: 1, restored: 1 });
    expect(
      await world.sql(`select u.username, r.name from role_grants g join roles r on r.id = g.role_id
        join users u on u.id = g.user_id join clubs c on c.id = g.scope_id where c.code = 'movers'`),
    ).toEqual([{ username: 'cy', name: 'Officer' }]);
  });

  // Research data in a folder next to the repository.
  const real = join('..', 'shared', 'data', 'clubs', 'dev', 'mit-clubs.json.gz');
  test.skipIf(!existsSync(real))(
    'stores a real list of 368 organizations, and exports it unchanged',
    { tags: 'soak' },
    async () => {
      interface Organization {
        id: string;
        name: string;
        website_url: string | null;
        mission: string | null;
        categories: string[];
        tags: string[];
        organization_type: string | null;
      }
      const list = JSON.parse(gunzipSync(await readFile(real)).toString()) as Organization[];
      const cell = (text: string | null) => `"${(text ?? '').replaceAll('"', '""')}"`;
      const listed = (items: string[] | null) =>
        cell((items ?? []).map((item) => item.replace(/[\\|]/g, '\\$&')).join('|'));
      const rows = list.map((one) =>
        [
          cell(one.id || one.name),
          cell(one.name),
          cell(one.website_url?.startsWith('http') ? one.website_url : ''),
          cell((one.mission ?? '').slice(0, 9_000)),
          listed(one.categories),
          listed(one.tags),
          cell(one.organization_type),
        ].join(','),
      );
      const school = await newSchool();
      const report = await stored(school, {
        'clubs.csv': `code,name,website,about,categories,tags,type\n${rows.join('\n')}\n`,
      });
      expect(report.clubs).toMatchObject({ added: list.length });
      const one = await exported(school);
      expect(await bring(school, one.to)).toMatchObject({
        id: null,
        clubs: { unchanged: list.length },
      });
      const twin = await newSchool();
      await bring(twin, one.to);
      expect((await exported(twin)).texts).toEqual(one.texts);
      await undo(school, report.id);
      expect(await world.as(school)('select from clubs')).toEqual([]);
    },
  );
});
