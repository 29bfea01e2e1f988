import { mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withLease } from '../../kernel/jobs/leases.ts';
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

test('[FIN-01] complete files in a school’s folder are imported and kept with a report, and bad ones are rejected', async () => {
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
  // The files belong together, so one that is still being written delays the others.
  await put('payments.csv', `${head}p1,ana,4,Card,2026-09-02\n`, 5);
  expect(await look()).toBe(0);
  world.clock.advance(60_000);
  // If two servers look at the same time, one of them takes the files.
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
    `charges.csv, line 3, column username: no one has the username 'nobody'`,
  );
  expect(await readdir(own)).toContain('notes.txt');
  expect((await world.ana.call('GET /api/v1/finance/bursar')).accounts[0]?.balance.amount).toBe(
    600,
  );
  expect(await look()).toBe(0);
});

const codeOfSchool = async () =>
  (
    await world.sql<{ code: string }>('select code from schools where school_id = $1', [
      world.school,
    ])
  )[0]?.code ?? '';
/** Puts files into the school's folder, dated an hour ago, and looks into it. */
const delivered = async (sheets: Record<string, string>) => {
  const folder = fresh();
  const code = await codeOfSchool();
  const own = join(folder, code);
  await mkdir(own, { recursive: true });
  const { pool, files, clock } = world;
  const at = new Date(clock.now().getTime() - 3_600_000);
  for (const [name, text] of Object.entries(sheets)) {
    await writeFile(join(own, name), text);
    await utimes(join(own, name), at, at);
  }
  return {
    code,
    own,
    look: () => importWaiting({ folder, pool, files, clock, log }, readers),
  };
};
const line = (id: string, amount: number) =>
  `id,username,amount,title,date\n${id},ben,${amount},Fee,2026-09-01\n`;
const balanceOfBen = async () =>
  (await world.ben.call('GET /api/v1/finance/bursar')).accounts[0]?.balance.amount;

test('[FIN-01] only one server at a time imports files from a school’s folder', async () => {
  const { code, own, look } = await delivered({
    'charges.csv': line('w1', 10),
    'payments.csv': line('w2', 3),
  });
  await withLease(world.pool, `watched-folder:${code}`, async () => {
    expect(await look()).toBe(0);
    expect((await readdir(own)).toSorted()).toEqual(['charges.csv', 'payments.csv']);
  });
  // A killed server doesn't end its lease.
  await world.pool.raw.query(
    `insert into leases values ($1, gen_random_uuid(), now() + interval '1 minute')`,
    [`watched-folder:${code}`],
  );
  expect(await look()).toBe(0);
  await world.pool.raw.query('update leases set expires_at = now()');
  expect(await look()).toBe(1);
  expect(await balanceOfBen()).toBe(700);
});

test('[FIN-01] the next server finishes a delivery that a stopped server started or already imported', async () => {
  const { own, look } = await delivered({
    'charges.csv': line('v1', 20),
    'payments.csv': line('v2', 5),
  });
  const before = (await balanceOfBen()) ?? 0;
  // The server stopped between the two files of a delivery.
  await mkdir(join(own, 'taken', 'a-files'), { recursive: true });
  await writeFile(join(own, 'taken', 'a-files.list'), 'charges.csv\npayments.csv');
  await rename(join(own, 'charges.csv'), join(own, 'taken', 'a-files', 'charges.csv'));
  expect(await look()).toBe(1);
  expect(await balanceOfBen()).toBe(before + 1_500);
  expect(await readdir(join(own, 'taken'))).toEqual([]);
  expect((await readdir(join(own, 'done', 'a-files'))).toSorted()).toEqual([
    'charges.csv',
    'payments.csv',
    'report.txt',
  ]);
  // The server stopped between the import and its end. Reading the files again changes nothing.
  await rename(join(own, 'done', 'a-files'), join(own, 'taken', 'b-files'));
  await writeFile(join(own, 'taken', 'b-files.list'), 'charges.csv\npayments.csv');
  expect(await look()).toBe(1);
  expect(await balanceOfBen()).toBe(before + 1_500);
  expect(await readFile(join(own, 'done', 'b-files', 'report.txt'), 'utf8')).toBe('Nothing new.\n');
});
