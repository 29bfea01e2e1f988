import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPool } from '#server/kernel/database/database.ts';
import { checkLogins } from '#server/kernel/database/logins.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
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
  // Directly in the temporary folder, because PostgreSQL's user must be able to enter it.
  const folder = mkdtempSync(join(tmpdir(), 'commons-launch-'));
  folders.push(folder);
  return folder;
};

/** Copies a prepared database into a folder, because initdb takes most of a start. */
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
  // The connection ends with the server that this test kills.
  client.on('error', silent);
  await client.connect();
  try {
    // With several statements, the result of the last one.
    const answer = [await client.query<Record<string, unknown>>(query)].flat().at(-1);
    return (answer?.rows ?? []).flatMap((row) => Object.values(row));
  } finally {
    await client.end();
  }
};

/** Launches in a separate process that can be killed, and resolves when the database is ready. */
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

const failureOf = async (folder: string): Promise<string> => {
  const error: unknown = await launch(folder).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(LaunchRefused);
  const { message } = error as LaunchRefused;
  expect(message).toMatch(/^[^\n]+\.$/);
  return message;
};

const clusterOf = (folder: string): string => findHome(folder, silent).cluster;
const postmasterOf = (folder: string): number =>
  Number.parseInt(readFileSync(join(clusterOf(folder), 'postmaster.pid'), 'utf8'), 10);

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

test("a second launcher fails with one sentence that names the first one's process", async () => {
  const folder = seeded();
  const { child } = await launchElsewhere(folder);
  expect(await failureOf(folder)).toContain(`in use by process ${child.pid}; stop that one first`);
});

test('a command joins the running database and leaves it running', async () => {
  const folder = seeded();
  const { url } = await launchElsewhere(folder);
  const joined = await joinPostgres({ folder, log: silent, settings });
  expect(joined.url).toBe(url);
  await joined.stop();
  expect(await ask(url, 'select 1')).toEqual([1]);
});

test('after kill -9 of the launcher, the next launch still has the data', async () => {
  const folder = seeded();
  const { child, url } = await launchElsewhere(folder);
  await ask(url, `insert into notes values ('kept')`);
  await kill(child);
  const next = await launch(folder);
  expect(await ask(next.url, 'select text from notes')).toEqual(['kept']);
});

test(
  'the launcher reports kill -9 of PostgreSQL, and the next launch still has the data',
  { tags: ['soak'] },
  async () => {
    const folder = seeded();
    const first = await launch(folder);
    await ask(first.url, `insert into notes values ('kept')`);
    process.kill(postmasterOf(folder), 'SIGKILL');
    expect(await first.exited).toContain('SIGKILL');
    await first.stop();
    const next = await launch(folder);
    expect(await ask(next.url, 'select text from notes')).toEqual(['kept']);
  },
);

test('stop() leaves no process and no lock behind', { tags: ['soak'] }, async () => {
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
  [
    'a missing PG_VERSION',
    (cluster: string) => rmSync(join(cluster, 'PG_VERSION')),
    /is damaged \(PG_VERSION is missing\)/,
  ],
  [
    'a database of an older PostgreSQL',
    (cluster: string) => writeFileSync(join(cluster, 'PG_VERSION'), '12\n'),
    /created by PostgreSQL 12 /,
  ],
  [
    'an empty PG_VERSION',
    (cluster: string) => writeFileSync(join(cluster, 'PG_VERSION'), ''),
    /created by PostgreSQL \(unreadable\) /,
  ],
])('the launcher rejects %s in one sentence', async (_what, damage, sentence) => {
  const folder = seeded();
  const cluster = clusterOf(folder);
  damage(cluster);
  expect(await failureOf(folder)).toMatch(sentence);
  expect(runningIn(cluster)).toEqual([]);
});

test.runIf(process.getuid?.() === 0)(
  'the launcher reports files without permissions as unreadable, not as damaged, even before recovery',
  { tags: ['soak'] },
  async () => {
    const folder = seeded();
    const { child } = await launchElsewhere(folder);
    await kill(child);
    const cluster = clusterOf(folder);
    while (runningIn(cluster).length > 0) await delay(20);
    for (const path of ['global/pg_control', 'pg_wal', 'PG_VERSION']) {
      const { uid, gid } = statSync(join(cluster, path));
      chownSync(join(cluster, path), 0, 0);
      chmodSync(join(cluster, path), 0o700);
      const sentence = await failureOf(folder);
      expect(sentence).toMatch(
        /^The user \w+ can’t read and write the database in .* and start again\.$/,
      );
      expect(sentence).not.toContain('damaged');
      chownSync(join(cluster, path), uid, gid);
    }
    expect(await ask((await launch(folder)).url, 'select 1')).toEqual([1]);
  },
);

test('a rejected launcher does not change file modes', async () => {
  const folder = seeded();
  const { url } = await launchElsewhere(folder);
  const home = findHome(folder, silent);
  const paths = [folder, home.path, home.cluster, home.socket];
  const modes = () => paths.map((path) => (statSync(path).mode & 0o777).toString(8));
  // The modes that another release may have left.
  chmodSync(home.path, 0o711);
  const before = modes();
  await failureOf(folder);
  expect(modes()).toEqual(before);
  expect(await ask(url, 'select 1')).toEqual([1]);
});

test(
  'a launch moves tables of an earlier release from the superuser to commons_owner and gives calls their own login',
  { tags: 'soak' },
  async () => {
    const folder = newFolder();
    const before = await launch(folder);
    // As in that release, the superuser owns everything, and the roles have no logins.
    await migrate({ url: before.superUrl });
    await ask(
      before.superUrl,
      `create schema pgboss create table job (id serial primary key, state text)`,
    );
    await ask(
      before.superUrl,
      `create type pgboss.state as enum ('new'); create function pgboss.none() returns int language sql as 'select 1'`,
    );
    await ask(before.superUrl, `insert into schools (code, name) values ('old', 'Old College')`);
    await ask(
      before.superUrl,
      'alter role commons_app nologin; alter database commons owner to postgres; alter schema public owner to postgres; drop owned by commons_owner',
    );
    const strays = `select c.relname from pg_class c where c.relowner = 10 and c.relnamespace::regnamespace::text in ('public', 'pgboss')
    union all select p.proname from pg_proc p where p.proowner = 10 and p.pronamespace::regnamespace::text in ('public', 'pgboss')
    union all select t.typname from pg_type t where t.typowner = 10 and t.typnamespace::regnamespace::text in ('public', 'pgboss')
    union all select nspname from pg_namespace where nspname in ('pgboss', 'public') and nspowner = 10
    union all select datname from pg_database where datname = 'commons' and datdba = 10`;
    expect((await ask(before.superUrl, strays)).length).toBeGreaterThan(100);
    await before.stop();

    const { url, callsUrl, superUrl } = await launch(folder);
    expect(await ask(superUrl, strays)).toEqual([]);
    expect(await migrate({ url })).toEqual([]);
    expect(
      await ask(
        url,
        `alter table pgboss.job add late int; select session_user::text, rolsuper or rolbypassrls from pg_roles
    where rolname = session_user`,
      ),
    ).toEqual(['commons_owner', false]);
    expect(await ask(url, 'select count(*)::int from schools')).toEqual([0]);
    expect(await ask(url, `set commons.school_id = '1'; select name from schools`)).toEqual([
      'Old College',
    ]);
    expect(
      await ask(callsUrl, `set role none; select session_user::text, current_user::text`),
    ).toEqual(['commons_app', 'commons_app']);
    const logins = async (given: Parameters<typeof openPool>[0]) => {
      const pool = openPool(given);
      return checkLogins(pool, given.callsUrl !== undefined).finally(() => pool.close());
    };
    expect(await logins({ url, callsUrl })).toEqual([]);
    expect(await logins({ url })).toEqual([]);
    expect(await logins({ url: superUrl })).toEqual([
      expect.stringContaining('signs in as postgres, which bypasses row-level security'),
    ]);
    await expect(logins({ url, callsUrl: url })).rejects.toThrow(
      /DATABASE_CALLS_URL signs in as commons_owner, which has more privileges/,
    );
  },
);

test('the launcher works in a folder whose path is too long for a socket', async () => {
  const folder = join(tmpdir(), `commons-launch-${'long-'.repeat(24)}${process.pid}`);
  mkdirSync(folder, { mode: 0o700 });
  folders.push(folder);
  const { url } = await launch(seeded(folder));
  const socket = new URL(url).searchParams.get('host') ?? '';
  expect(socket.startsWith(folder)).toBe(false);
  folders.push(socket);
  expect(await ask(url, 'select 1')).toEqual([1]);
});

test.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
  'PostgreSQL runs as another user if root starts it',
  async () => {
    const folder = seeded();
    await launch(folder);
    const processes = runningIn(clusterOf(folder));
    expect(processes.length).toBeGreaterThan(1);
    for (const { pid } of processes) expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
  },
);
