import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inScratch } from '../../../test/import-folder.ts';
import { inWorld } from '../../../test/world.ts';
import { importCampus } from '../imports/import-campus.ts';
import { undoImport } from '../imports/journal/undo-import.ts';
import { importRoster } from '../rosters/import-roster.ts';
import { importWaiting } from './watched-folder.ts';

const world = inWorld();
const { fresh } = inScratch();
const readers = { campus: importCampus, oneroster: importRoster, undo: undoImport };
const log = { info: () => undefined, error: () => undefined };

test('[FIN-01] files that rest in the folder of a school are imported and kept with a report; wrong ones are refused', async () => {
  const folder = fresh();
  const [{ code } = { code: '' }] = await world.sql<{ code: string }>(
    'select code from schools where school_id = $1',
    [world.school],
  );
  const own = join(folder, code);
  await mkdir(own, { recursive: true });
  const { pool, files, clock } = world;
  const look = () => importWaiting({ folder, pool, files, clock, log }, readers);
  const put = async (name: string, text: string, seconds: number) => {
    await writeFile(join(own, name), text);
    const at = new Date(clock.now().getTime() - seconds * 1_000);
    await utimes(join(own, name), at, at);
  };
  const head = 'id,username,amount,title,date\n';
  await put('charges.csv', `${head}c1,ana,10,Fee,2026-09-01\n`, 120);
  // One that is still being written holds up the others: they belong together.
  await put('payments.csv', `${head}p1,ana,4,Card,2026-09-02\n`, 5);
  expect(await look()).toBe(0);
  world.clock.advance(60_000);
  // Two servers look at the same moment: one of them has the files.
  expect((await Promise.all([look(), look()])).reduce((sum, n) => sum + n, 0)).toBe(1);
  const { accounts } = await world.ana.call('GET /api/v1/finance/bursar');
  expect(accounts[0]?.balance.amount).toBe(600);
  expect(await readdir(own)).toEqual(expect.arrayContaining(['done']));
  const [done = ''] = await readdir(join(own, 'done'));
  expect((await readdir(join(own, 'done', done))).toSorted()).toEqual([
    'charges.csv',
    'payments.csv',
    'report.txt',
  ]);

  await put('charges.csv', `${head}c2,ana,10,Fee,2026-09-01\nc3,nobody,1,Fee,2026-09-01\n`, 120);
  await put('notes.txt', 'not ours', 120);
  world.clock.advance(1_000);
  expect(await look()).toBe(1);
  const [refused = ''] = await readdir(join(own, 'refused'));
  expect(await readFile(join(own, 'refused', refused, 'report.txt'), 'utf8')).toContain(
    `charges.csv, line 3, column username: nobody has the username 'nobody'`,
  );
  expect(await readdir(own)).toContain('notes.txt');
  expect((await world.ana.call('GET /api/v1/finance/bursar')).accounts[0]?.balance.amount).toBe(
    600,
  );
  expect(await look()).toBe(0);
});
