import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { SchoolId } from '../../../kernel/ids.ts';
import { inScratch, somePng } from '../../../../test/import-folder.ts';
import { inWorld } from '../../../../test/world.ts';
import { insertSchool } from '../../schools/schools.queries.ts';
import { importCampus } from '../import-campus.ts';
import { exportCampus } from './export-campus.ts';

const world = inWorld();
const { fresh, folder } = inScratch();
const newSchool = (): Promise<SchoolId> =>
  insertSchool(world.pool, { code: basename(fresh()), name: 'New school' });
const bring = (school: SchoolId, path: string) =>
  importCampus({ pool: world.pool, files: world.files, school, path, now: world.clock.now() });

const fingerprint = async (path: string): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const name of (await readdir(path, { recursive: true })).toSorted()) {
    const bytes = await readFile(join(path, name)).catch(() => null);
    if (bytes !== null) found[name] = createHash('sha256').update(bytes).digest('hex');
  }
  return found;
};

describe('an export', () => {
  const send = (school: SchoolId, to: string) =>
    exportCampus({ pool: world.pool, files: world.files, school, folder: to });

  test('is identical after an import into an empty school, and changes nothing in its own school', async () => {
    const school = await newSchool();
    const awkward = [
      '"quoted"',
      'a,b',
      'line\nbreak',
      'cr\r\nlf',
      '=SUM(A1)',
      '+1',
      '@x',
      "'x",
      'trailing\\',
      '|',
      '\\|',
      'a|b\\',
      'NULL',
      '\\N',
      '𠮷田',
      'e\u0301',
      '\u202eabc',
      '{a,b}',
      '-2+3',
      'tab\there',
    ];
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const listed = (text: string) => cell(`${text.trim().replace(/[\\|]/g, '\\$&')}|plain`);
    const rows = awkward
      .map(
        (text, n) =>
          `p${n},N${n},${cell(text)},${cell(text)},${cell(text)},${listed(text)},${n % 2 ? 'li.png' : ''}\n`,
      )
      .join('');
    await bring(
      school,
      await folder({
        'people.csv': `username,firstName,lastName,major,currentAddress,interests,photo\n${rows}`,
        'connections.csv': `a,b,status\n${awkward
          .slice(1)
          .map((_, n) => `p${n},p${n + 1},${n % 3 ? 'connected' : 'pending'}\n`)
          .join('')}`,
        'photos/li.png': somePng,
      }),
    );
    const [one, two] = [fresh(), fresh()];
    expect(await send(school, one)).toEqual({
      people: awkward.length,
      connections: awkward.length - 1,
      clubs: 0,
      events: 0,
      courses: 0,
      finances: 0,
      clubMoney: 0,
      pictures: 1,
      missing: 0,
    });
    expect(await bring(school, one)).toMatchObject({
      people: { added: 0, changed: 0 },
      connections: { added: 0, changed: 0 },
      problemTotal: 0,
    });
    const twin = await newSchool();
    expect(await bring(twin, one)).toMatchObject({
      isStored: true,
      people: { added: awkward.length },
    });
    await send(twin, two);
    expect(await fingerprint(two)).toEqual(await fingerprint(one));
    const sheet = fresh();
    await exportCampus({
      pool: world.pool,
      files: world.files,
      school,
      folder: sheet,
      isForSpreadsheets: true,
    });
    const cells = parse(await readFile(join(sheet, 'people.csv')), {
      bom: true,
      columns: true,
    }) as Record<string, string>[];
    const plain = parse(await readFile(join(one, 'people.csv')), {
      bom: true,
      columns: true,
    }) as Record<string, string>[];
    expect(
      cells.flatMap((row) => Object.values(row)).filter((text) => /^[=+\-@\t\r]/.test(text)),
    ).toEqual([]);
    const shown = (row: Record<string, string>) =>
      Object.entries(row).map(([name, text]) => [name, text.replace(/^'(?=[=+\-@\t\r])/, '')]);
    expect(cells.map(shown)).toEqual(plain.map(Object.entries));
    expect(
      (await readFile(join(one, 'people.csv'), 'utf8')).startsWith(
        '\ufeffusername,email,firstName',
      ),
    ).toBe(true);
  });

  test('contains audiences, holds, advisors and suggestion settings', async () => {
    const school = await newSchool();
    await bring(
      school,
      await folder({
        'people.csv':
          'username,firstName,audiences,isSuggested,hasHold,isAdviser\nli,Li,email:connections|bio:me,no,yes,no\nmo,Mo,,,,yes\n',
      }),
    );
    const stored = () =>
      world.as(school)(
        'select username, audiences, is_suggested, has_hold, is_advisor from users order by 1',
      );
    const before = await stored();
    expect(before).toEqual([
      {
        username: 'li',
        audiences: { bio: 'me', email: 'connections' },
        is_suggested: false,
        has_hold: true,
        is_advisor: false,
      },
      { username: 'mo', audiences: {}, is_suggested: true, has_hold: false, is_advisor: true },
    ]);
    const to = fresh();
    await send(school, to);
    expect(await readFile(join(to, 'people.csv'), 'utf8')).toMatch(
      /,bio:me\|email:connections,no,yes,no\n/,
    );
    expect(await bring(school, to)).toMatchObject({ people: { added: 0, changed: 0 } });
    const wrong = await bring(
      school,
      await folder({ 'people.csv': 'username,audiences\nli,bio:friends\nmo,shoe:me\n' }),
    );
    expect(
      wrong.problems.map(({ line, column, reason }) => `${line} ${column} ${reason.slice(0, 32)}`),
    ).toEqual([
      '2 audiences has "bio:friends"; audiences are',
      '3 audiences has "shoe:me", which is no field',
    ]);
    expect(await stored()).toEqual(before);
  });

  test('rejects a folder that isn’t empty', async () => {
    await expect(send(world.school, await folder({ 'mine.txt': '' }))).rejects.toThrow(
      /is not empty/,
    );
  });

  test('contains only people of its own school', async () => {
    const to = fresh();
    await send(world.otherSchool, to);
    expect(await readFile(join(to, 'people.csv'), 'utf8')).toMatch(/^[^\n]*\neve,[^\n]*\n$/);
  });
});
