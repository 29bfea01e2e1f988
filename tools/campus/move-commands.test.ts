import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inCampus } from './in-campus.ts';

const { campus, refused, database } = inCampus();

const done = async (...args: string[]): Promise<string> => {
  const { code, out, err } = await campus(args);
  expect([code, err]).toEqual([0, '']);
  return out;
};

test('an operator numbers a school, freezes it, and makes it active again', async () => {
  await done('school', 'add', 'west', '--id', '1001', '--host', 'campus.west.example');
  await done('school', 'add', 'east');
  await refused(['school', 'add', 'south', '--id', '1001'], /^west has the number 1001; choose/);
  await refused(['school', 'add', 'south', '--id', '0'], /^0 is not a number from 1 to 999999999/);
  expect(await done('school', 'freeze', 'west')).toBe(
    'Froze the school west; nothing is writing to it any longer.\n',
  );
  expect((await done('school', 'list')).split('\n').slice(0, 2)).toEqual([
    'east             east (#005fbf, connect on)',
    'west             west (#005fbf, connect on, default, frozen, campus.west.example)',
  ]);
  expect(await done('school', 'move-status', 'west')).toBe('west: frozen\n');
  await refused(
    ['person', 'add', '--school', 'west', '--email', 'a@west.example', '--first', 'A'],
    /frozen|can’t be changed/,
  );
  expect(await done('school', 'thaw', 'west')).toBe('The school west is active.\n');
  await refused(['school', 'thaw', 'west'], /^The school west isn’t frozen\.$/m);
});

test('hosts prints the map of a cell for a proxy', async () => {
  expect(await done('hosts', '--cell', 'cell-a')).toBe(
    'campus.west.example cell-a\neast.localhost cell-a\nlocalhost cell-a\nwest.localhost cell-a\n',
  );
  await refused(['hosts', '--cell', 'a b'], /^a b has other characters than letters/);
});

test('a move needs the environment of another cell', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commons-move-'));
  const path = join(folder, 'cell-b.env');
  try {
    await refused(
      ['school', 'move', 'west', '--to', path],
      /cell-b\.env cannot be read \(ENOENT\)/,
    );
    await writeFile(path, 'COMMONS_SECRET=x\n');
    await refused(['school', 'move', 'west', '--to', path], /has no DATABASE_URL/);
    await writeFile(path, `DATABASE_URL=${database.href}\n`);
    await refused(
      ['school', 'move', 'west', '--to', path],
      /has neither FILES_URL nor COMMONS_DATA/,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
