import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findHome } from './home.ts';
import { joinPostgres, launchPostgres, type Database } from './launch.ts';
import { runningIn } from './leftovers.ts';
import { LaunchRefused } from './refused.ts';

const silent = () => undefined;
const settings = { fsync: 'off' };

const folders: string[] = [];
const children: ChildProcess[] = [];
const databases: Database[] = [];
let seed = '';

const newFolder = (): string => {
  // Directly below the temporary folder: the user PostgreSQL runs as has to be able to pass.
  const folder = mkdtempSync(join(tmpdir(), 'commons-launch-'));
  folders.push(folder);
  return folder;
};

/** Puts a ready database into a folder; initdb takes most of a start. */
const seeded = (folder = newFolder()): string => {
  const { status } = spawnSync('cp', ['-a', join(seed, 'postgres'), folder]);
  expect(status).toBe(0);
  return folder;
};

const launch = async (folder: string): Promise<Database> => {
  const database = await launchPostgres({ folder, log: silent, settings });
  databases.push(database);
  return database;
};

const ask = async (url: string, query: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url });
  // The server that this test kills takes the connection with it.
  client.on('error', silent);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows.flatMap((row) => Object.values(row));
  } finally {
    await client.end();
  }
};

/** Launches in a process of its own, which can then be killed; answers when the database stands. */
const launchElsewhere = async (folder: string): Promise<{ child: ChildProcess; url: string }> => {
  const module = JSON.stringify(new URL('launch.ts', import.meta.url).href);
  const script = `const { launchPostgres } = await import(${module});
    const { url } = await launchPostgres({ folder: ${JSON.stringify(folder)}, log: () => {}, settings: { fsync: 'off' } });
    process.stdout.write(url); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('exit', (code) => reject(new Error(`the launcher ended with ${code}`)));
  });
  return { child, url };
};

const kill = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(undefined);
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });

const refusalOf = async (folder: string): Promise<string> => {
  const error: unknown = await launch(folder).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(LaunchRefused);
  const { message } = error as LaunchRefused;
  expect(message).toMatch(/^[^\n]+\.$/);
  return message;
};

const clusterOf = (folder: string): string => findHome(folder, silent).cluster;
const postmasterOf = (folder: string): number => Number.parseInt(readFileSync(join(clusterOf(folder), 'postmaster.pid'), 'utf8'), 10);

beforeAll(async () => {
  seed = newFolder();
  const database = await launch(seed);
  await ask(database.url, 'create table notes (text text)');
  await database.stop();
});

afterEach(async () => {
  await Promise.all(children.splice(0).map(kill));
  await Promise.all(databases.splice(0).map((database) => database.stop()));
});

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test('a second launcher is refused in one sentence that names the first', async () => {
  const folder = seeded();
  const { child } = await launchElsewhere(folder);
  expect(await refusalOf(folder)).toContain(`in use by process ${child.pid}; stop that one first`);
});

test('a command joins the database that runs, and leaves it running', async () => {
  const folder = seeded();
  const { url } = await launchElsewhere(folder);
  const joined = await joinPostgres({ folder, log: silent, settings });
  expect(joined.url).toBe(url);
  await joined.stop();
  expect(await ask(url, 'select 1')).toEqual([1]);
});

test('after kill -9 of the launcher the next launch works and has what was written', async () => {
  const folder = seeded();
  const { child, url } = await launchElsewhere(folder);
  await ask(url, `insert into notes values ('kept')`);
  await kill(child);
  const next = await launch(folder);
  expect(await ask(next.url, 'select text from notes')).toEqual(['kept']);
});

test('after kill -9 of PostgreSQL it says so, and the next launch works', async () => {
  const folder = seeded();
  const first = await launch(folder);
  await ask(first.url, `insert into notes values ('kept')`);
  process.kill(postmasterOf(folder), 'SIGKILL');
  expect(await first.died).toContain('SIGKILL');
  await first.stop();
  const next = await launch(folder);
  expect(await ask(next.url, 'select text from notes')).toEqual(['kept']);
});

test('a stop leaves no process and no lock behind', async () => {
  const folder = seeded();
  const first = await launch(folder);
  expect(runningIn(clusterOf(folder))).not.toEqual([]);
  await first.stop();
  expect(runningIn(clusterOf(folder))).toEqual([]);
  const next = await launch(folder);
  expect(await ask(next.url, 'select 1')).toEqual([1]);
});

test.each([
  [
    'a missing control file',
    (cluster: string) => rmSync(join(cluster, 'global/pg_control')),
    /is damaged \(could not find the database system\)/,
  ],
  [
    'a garbled control file',
    (cluster: string) => writeFileSync(join(cluster, 'global/pg_control'), Buffer.alloc(8192, 7)),
    /is damaged \(/,
  ],
  ['a missing PG_VERSION', (cluster: string) => rmSync(join(cluster, 'PG_VERSION')), /is damaged \(PG_VERSION is missing\)/],
  ['a database of an older PostgreSQL', (cluster: string) => writeFileSync(join(cluster, 'PG_VERSION'), '12\n'), /made by PostgreSQL 12 /],
  ['an empty PG_VERSION', (cluster: string) => writeFileSync(join(cluster, 'PG_VERSION'), ''), /made by PostgreSQL \(unreadable\) /],
])('%s is refused in one sentence', async (_what, damage, sentence) => {
  const folder = seeded();
  const cluster = clusterOf(folder);
  damage(cluster);
  expect(await refusalOf(folder)).toMatch(sentence);
  expect(runningIn(cluster)).toEqual([]);
});

test.runIf(process.getuid?.() === 0)('files that PostgreSQL may not read are not called damaged, also in a recovery', async () => {
  const folder = seeded();
  const { child } = await launchElsewhere(folder);
  await kill(child);
  const cluster = clusterOf(folder);
  while (runningIn(cluster).length > 0) await delay(20);
  for (const path of ['global/pg_control', 'pg_wal', 'PG_VERSION']) {
    const { uid, gid } = statSync(join(cluster, path));
    chownSync(join(cluster, path), 0, 0);
    chmodSync(join(cluster, path), 0o700);
    const sentence = await refusalOf(folder);
    expect(sentence).toMatch(/^The user \w+ may not read and write the database in .* and start again\.$/);
    expect(sentence).not.toContain('damaged');
    chownSync(join(cluster, path), uid, gid);
  }
  expect(await ask((await launch(folder)).url, 'select 1')).toEqual([1]);
});

test('a launcher that is refused changes no mode', async () => {
  const folder = seeded();
  const { url } = await launchElsewhere(folder);
  const home = findHome(folder, silent);
  const paths = [folder, home.path, home.cluster, home.socket];
  const modes = () => paths.map((path) => (statSync(path).mode & 0o777).toString(8));
  // As another release may have left them.
  chmodSync(home.path, 0o711);
  const before = modes();
  await refusalOf(folder);
  expect(modes()).toEqual(before);
  expect(await ask(url, 'select 1')).toEqual([1]);
});

test('a folder whose path is too long for a socket works', async () => {
  const folder = join(tmpdir(), `commons-launch-${'long-'.repeat(24)}${process.pid}`);
  mkdirSync(folder, { mode: 0o700 });
  folders.push(folder);
  const { url } = await launch(seeded(folder));
  const socket = new URL(url).searchParams.get('host') ?? '';
  expect(socket.startsWith(folder)).toBe(false);
  folders.push(socket);
  expect(await ask(url, 'select 1')).toEqual([1]);
});

test.runIf(process.getuid?.() === 0 && process.platform === 'linux')('started by root, PostgreSQL runs as somebody else', async () => {
  const folder = seeded();
  await launch(folder);
  const processes = runningIn(clusterOf(folder));
  expect(processes.length).toBeGreaterThan(1);
  for (const { pid } of processes) expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
});
