import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import yazl from 'yazl';
import { inScratch, somePng } from '../../server/test/import-folder.ts';
import { inCampus } from './in-campus.ts';

const { campus, interrupted, refused, stored, onClient, database } = inCampus();
const { fresh, folder } = inScratch();

const autumn = {
  'people.csv':
    'username,email,firstName,lastName,photo\nli,li@west.example,Li,王,li.png\nmo,mo@west.example,Mo,Diaz,\n',
  'connections.csv': 'a,b,status\nli,mo,connected\n',
  'photos/li.png': somePng,
};
const importPath = (path: string, ...more: string[]) =>
  campus(['import', path, '--school', 'west', ...more]);
const people = (school = 'west') =>
  stored(
    school,
    'select username, first_name, last_name, photo is not null as has_photo from users order by username',
  );
const pairs = (school = 'west') => stored(school, 'select is_accepted from connections');
const li = { username: 'li', first_name: 'Li', last_name: '王', has_photo: true };
const mo = { username: 'mo', first_name: 'Mo', last_name: 'Diaz', has_photo: false };
/** Returns the report without its times. */
const withoutTimes = (out: string) => out.replace(/[\d.]+ s, [\d,]+ rows\/s/, 'S');

beforeAll(async () => {
  for (const code of ['west', 'east']) await campus(['school', 'add', code]);
});

describe('import', () => {
  test('a dry run reports the changes and stores nothing', async () => {
    const { code, out } = await importPath(await folder(autumn), '--dry-run');
    expect([code, withoutTimes(out)]).toEqual([
      0,
      'people: 2 added, 0 changed, 0 unchanged\nconnections: 1 added, 0 changed, 0 unchanged\npictures: 1\nNothing was changed (dry run); it took S.\n',
    ]);
    expect([await people(), await pairs()]).toEqual([[], []]);
  });

  test('an import stores everything, prints its progress line by line without a terminal, and changes nothing when repeated', async () => {
    const path = await folder(autumn);
    const first = await importPath(path);
    expect({ ...first, out: withoutTimes(first.out) }).toEqual({
      code: 0,
      out: 'people: 2 added, 0 changed, 0 unchanged\nconnections: 1 added, 0 changed, 0 unchanged\npictures: 1\nDone in S.\nThis is import 1; undo it with: npm run campus -- import undo 1\n',
      err: 'people.csv …\nconnections.csv …\npictures …\nstoring …\n',
    });
    const after = [await people(), await pairs()];
    expect(after).toEqual([[li, mo], [{ is_accepted: true }]]);
    expect(withoutTimes((await importPath(path)).out)).toBe(
      'people: 0 added, 0 changed, 2 unchanged\nconnections: 0 added, 0 changed, 1 unchanged\npictures: 1\nDone in S.\n',
    );
    expect([await people(), await pairs()]).toEqual(after);
    expect(await people('east')).toEqual([]);
  });

  test('an import reads a zip, changes known people, and keeps people who are missing from it', async () => {
    const zip = new yazl.ZipFile();
    zip.addBuffer(
      Buffer.from('username,firstName,lastName\nmo,Moritz,Diaz\nno,No,Mail\n'),
      'winter/people.csv',
    );
    zip.end();
    const path = `${fresh()}.zip`;
    await pipeline(zip.outputStream, createWriteStream(path));
    const { code, out } = await importPath(path, '--dry-run');
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^people: 1 added, 1 changed, 0 unchanged\n/),
    ]);
    await importPath(path);
    expect((await people()).map(({ username, first_name: name }) => [username, name])).toEqual([
      ['li', 'Li'],
      ['mo', 'Moritz'],
      ['no', 'No'],
    ]);
  });

  test('an import reports every invalid row with its file, line, column and reason, and changes nothing', async () => {
    const before = await people();
    const path = await folder({
      'people.csv':
        'username,email,firstName,yearOfGraduation\nli,not-an-address,Lisa,2027\npia,pia@west.example,Pia,soon\n',
      'connections.csv': 'a,b,status\nli,li,connected\nli,nobody,pending\nli,mo,friends\n',
    });
    const { code, out, err } = await importPath(path);
    expect([code, out]).toEqual([1, '']);
    expect(err.split('\n').filter((line) => !line.endsWith('…'))).toEqual([
      'people.csv, line 2, column email: is not an e-mail address',
      'people.csv, line 3, column yearOfGraduation: is not a year from 1900 to 2200',
      'connections.csv, line 2, column b: is the same person as a',
      "connections.csv, line 3, column b: no one has the username 'nobody'",
      'connections.csv, line 4, column status: is neither connected nor pending',
      'Nothing was changed: 5 problems to fix first.',
      '',
    ]);
    const { err: unknown } = await importPath(
      await folder({ 'people.csv': 'username,firstName,shoeSize\nli,Lisa,38\n' }),
    );
    expect(unknown).toMatch(
      /^people\.csv, line 1: there is no column "shoeSize"; columns: username, email, .*isAdviser$/m,
    );
    expect(unknown).toMatch(/^Nothing was changed: 1 problem to fix first\.$/m);
    expect(await people()).toEqual(before);
  });

  test('an import reports the first thousand problems and counts the rest', async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => `p${index},Pat,soon\n`);
    const { code, err } = await importPath(
      await folder({ 'people.csv': `username,firstName,yearOfGraduation\n${rows.join('')}` }),
    );
    expect([code, err.match(/column yearOfGraduation/g)?.length]).toEqual([1, 1000]);
    expect(err).toMatch(/\n… and 500 more\nNothing was changed: 1,500 problems to fix first\.\n$/);
  });

  test('an import rejects a missing folder, other files and an unknown school in one sentence', async () => {
    const nowhere = fresh();
    const [empty, full] = [await folder({ 'notes.txt': 'x' }), await folder(autumn)];
    await Promise.all([
      refused(['import', nowhere, '--school', 'west'], /^There is no \S+\.$/m),
      refused(
        ['import', empty, '--school', 'west'],
        /holds neither people\.csv nor connections\.csv\.$/m,
      ),
      refused(
        ['import', join(empty, 'notes.txt'), '--school', 'west'],
        /is neither a folder nor a zip that can be read/,
      ),
      refused(
        ['import', full, '--school', 'south'],
        /^There is no school south; the schools are west, east\.$/m,
      ),
    ]);
  });
});

describe('export', () => {
  test(
    'an export has the import format, and exporting an imported copy returns the same files',
    { tags: ['soak'] },
    async () => {
      const [one, two] = [fresh(), fresh()];
      const { code, out, err } = await campus(['export', one, '--school', 'west']);
      expect([code, out.replace(/[\d.]+ s\)/, 'S)')]).toEqual([
        0,
        `3 people, 1 connections and 1 pictures are in ${one} (S).\n`,
      ]);
      expect(err).toBe('pictures …\npeople.csv …\nconnections.csv …\n');
      expect((await readdir(one)).toSorted()).toEqual(['connections.csv', 'people.csv', 'photos']);
      expect((await campus(['import', one, '--school', 'east'])).code).toBe(0);
      expect([await people('east'), await pairs('east')]).toEqual([await people(), await pairs()]);
      await campus(['export', two, '--school', 'east']);
      for (const file of ['people.csv', 'connections.csv'])
        expect(await readFile(join(two, file))).toEqual(await readFile(join(one, file)));
    },
  );

  test('an export rejects a folder with files, a missing folder name and an unknown school, and writes nothing', async () => {
    const [path, to] = [await folder({ 'notes.txt': 'mine' }), fresh()];
    await Promise.all([
      refused(['export', path, '--school', 'west'], /is not empty; name a new folder\.$/m),
      refused(
        ['export', join(path, 'notes.txt'), '--school', 'west'],
        /is not a folder that can be written\.$/m,
      ),
      refused(['export', '', '--school', 'west'], /^Name a folder for the export\.$/m),
      refused(
        ['export', to, '--school', 'south'],
        /^There is no school south; the schools are west, east\.$/m,
      ),
    ]);
    expect(await readdir(path)).toEqual(['notes.txt']);
    await expect(readdir(to)).rejects.toThrow('ENOENT');
  });

  test('an export exits with 130 after Ctrl-C and leaves no folder', { tags: 'soak' }, async () => {
    const to = join(await folder({}), 'copy');
    const ended = await onClient(database.href, async (client) => {
      await client.query('begin; lock table users in access exclusive mode');
      return interrupted(['export', to, '--school', 'west'], "wait_event_type = 'Lock'", () =>
        client.query('rollback'),
      );
    });
    expect(ended).toMatchObject({
      code: 130,
      out: '',
      err: expect.stringMatching(/Stopped; nothing was changed\.\n$/),
    });
    expect(await readdir(join(to, '..'))).toEqual([]);
  });
});

test(
  'an import that would deactivate many people needs their number from the operator',
  { tags: ['soak'] },
  async () => {
    await campus(['school', 'add', 'ends']);
    const many = (isDisabled: string) =>
      folder({
        'people.csv': `username,firstName,isDisabled\n${Array.from({ length: 30 }, (_, n) => `p${n},P,${isDisabled}\n`).join('')}`,
      });
    const into = async (isDisabled: string, ...more: string[]) =>
      campus(['import', await many(isDisabled), '--school', 'ends', ...more]);
    await into('no');
    const tried = await into('yes', '--dry-run');
    expect([tried.code, tried.out]).toEqual([
      0,
      expect.stringContaining('people: 0 added, 0 changed, 30 ended, 0 unchanged'),
    ]);
    expect(tried.out).toContain(
      'This would deactivate 30 of 30 people. Check that the files are complete. To import them anyway, add: --disable-up-to 30',
    );
    const left = () => stored('ends', 'select count(*)::int as n from users where not is_disabled');
    for (const more of [[], ['--disable-up-to', '29']]) {
      const { code, err } = await into('yes', ...more);
      expect([code, err]).toEqual([
        1,
        expect.stringContaining('Nothing was changed. This would deactivate 30 of 30 people'),
      ]);
      expect(await left()).toEqual([{ n: 30 }]);
    }
    expect((await into('yes', '--disable-up-to', '30')).code).toBe(0);
    expect(await left()).toEqual([{ n: 0 }]);
  },
);

test(
  '[CLUB-03] an export contains clubs, members and officers, and another school can import them',
  { tags: ['soak'] },
  async () => {
    const lists = await folder({
      'people.csv': 'username,firstName\nzed,Zed\n',
      'clubs.csv': 'code,name,tags\nchess,Chess,Indoors\n',
      'club-members.csv': 'club,username\nchess,zed\n',
      'club-officers.csv': 'club,username,position\nchess,zed,President\n',
    });
    const add = await campus(['school', 'add', 'clubs', '--name', 'Clubs']);
    const twin = await campus(['school', 'add', 'twin', '--name', 'Twin']);
    expect([add.code, twin.code]).toEqual([0, 0]);
    const dry = await campus(['import', lists, '--school', 'clubs', '--dry-run']);
    expect(dry.out).toContain(
      'clubs: 1 added, 0 changed, 0 unchanged\nmembers of clubs: 1 added, 0 changed, 0 unchanged\nofficers of clubs: 1 added, 0 changed, 0 unchanged\n',
    );
    expect((await campus(['import', lists, '--school', 'clubs'])).code).toBe(0);
    const [one, two] = [fresh(), fresh()];
    const { out } = await campus(['export', one, '--school', 'clubs']);
    expect(out).toContain('1 people, 0 connections, 1 clubs and 0 pictures');
    expect((await campus(['import', one, '--school', 'twin'])).code).toBe(0);
    await campus(['export', two, '--school', 'twin']);
    for (const file of ['clubs.csv', 'club-members.csv', 'club-officers.csv'])
      expect(await readFile(join(two, file))).toEqual(await readFile(join(one, file)));
  },
);
