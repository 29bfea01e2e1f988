import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chooseOwner } from '#postgres/owner.ts';
import { importCampus } from '#server/features/imports/import-campus.ts';
import { insertSchool } from '#server/features/schools/schools.queries.ts';
import { inTransaction, openPool } from '#server/kernel/database/database.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import { folderFiles } from '#server/kernel/files/files.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { writeFigures } from '../figures.ts';

/*
 * `npm run drill -- pitr [--write]`: pgBackRest archives the log of Debian's PostgreSQL and makes a full backup. People write, then
 * someone imports a wrong file. The drill restores the database to one second before this import: what was written until then must be there,
 * and nothing of the import.
 */
const people = 5_000;
/** Seconds for which people write before the wrong import. */
const writingSeconds = 20;
const print = (line: string) => process.stdout.write(`${line}\n`);

const versions = '/usr/lib/postgresql';
const version = existsSync(versions) ? readdirSync(versions).toSorted().at(-1) : undefined;
if (version === undefined || !existsSync('/usr/bin/pgbackrest'))
  throw new Error('Install the packages: apt-get install postgresql pgbackrest');
const bin = (name: string) => join(versions, version, 'bin', name);

const folder = await mkdtemp(join(tmpdir(), 'commons-pitr-'));
const owner = chooseOwner([]);
const own = (path: string) => {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (owner) chownSync(path, owner.uid, owner.gid);
  return path;
};
chmodSync(folder, 0o711);
const [data, socket, repository, scratch] = ['data', 'socket', 'repository', 'scratch'].map(
  (name) => own(join(folder, name)),
) as [string, string, string, string];
const config = join(folder, 'pgbackrest.conf');
writeFileSync(
  config,
  `[global]
repo1-path=${repository}
repo1-retention-full=2
start-fast=y
compress-type=zst
log-level-file=off
log-level-console=warn
lock-path=${scratch}
spool-path=${scratch}

[commons]
pg1-path=${data}
pg1-socket-path=${socket}
pg1-user=postgres
`,
);

const asPostgres = owner ? { uid: owner.uid, gid: owner.gid } : {};
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME: scratch, TZ: 'UTC' };
/** Runs a program as PostgreSQL's user. Returns the seconds that it took. */
const run = (program: string, args: readonly string[]): number => {
  const since = performance.now();
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...asPostgres,
    cwd: scratch,
    env: environment,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`);
  return (performance.now() - since) / 1_000;
};
const backrest = (...args: string[]): number =>
  run('/usr/bin/pgbackrest', [`--config=${config}`, '--stanza=commons', ...args]);

const url = (login: string, database: string) =>
  `postgresql://${login}@localhost/${database}?host=${encodeURIComponent(socket)}`;
const open = (login = 'commons', database = 'commons') =>
  openPool({ url: url(login, database), max: 6, onError: () => undefined });
/** Runs statements as the superuser. */
const asSuperuser = async (database: string, ...texts: string[]): Promise<void> => {
  const pool = open('postgres', database);
  try {
    for (const text of texts) await pool.raw.query(text);
  } finally {
    await pool.close();
  }
};

const start = async () => {
  const child = spawn(bin('postgres'), ['-D', data], {
    ...asPostgres,
    cwd: scratch,
    env: environment,
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  for (let wait = 0; ; wait += 1) {
    try {
      await asSuperuser('postgres', 'do $$ begin assert not pg_is_in_recovery(); end $$');
      break;
    } catch (error) {
      // During a restore, it accepts connections before it accepts writes.
      if (wait > 600 || child.exitCode !== null) throw error;
      await delay(100);
    }
  }
  return async () => {
    child.kill('SIGINT');
    await ended;
  };
};

let stop: (() => Promise<void>) | undefined;
try {
  run(bin('initdb'), [
    '-D',
    data,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]);
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    `listen_addresses = ''
unix_socket_directories = '${socket}'
wal_level = replica
archive_mode = on
archive_command = '/usr/bin/pgbackrest --config=${config} --stanza=commons archive-push %p'
archive_timeout = 60
log_min_messages = warning
`,
  );
  stop = await start();
  await asSuperuser(
    'postgres',
    'create role commons login createrole',
    'create database commons owner commons',
  );
  backrest('stanza-create');
  await migrate({ url: url('commons', 'commons') });

  const pool = open();
  const files = folderFiles(own(join(folder, 'files')), Buffer.alloc(32, 1));
  const school = await insertSchool(pool, { code: 'west', name: 'West College', isDefault: true });
  const bring = async (nth: number, firstName: (n: number) => string) => {
    const path = own(join(folder, `import-${nth}`));
    const rows = Array.from({ length: people }, (_, n) => `person${n},${firstName(n)},Doe`);
    writeFileSync(join(path, 'people.csv'), `username,firstName,lastName\n${rows.join('\n')}\n`);
    const report = await importCampus({ pool, files, school, path, now: new Date() });
    if (!report.isStored) throw new Error(`the import stored nothing: ${report.problems[0]?.line}`);
  };
  await bring(1, (n) => `Name${n}`);
  const backupSeconds = backrest('backup', '--type=full');
  print(`full backup: ${backupSeconds.toFixed(1)} s`);

  /** Writes that the database acknowledged, with the time after the commit. */
  const written: { readonly name: string; readonly at: number }[] = [];
  const until = Date.now() + writingSeconds * 1_000;
  for (let nth = 0; Date.now() < until; nth += 1) {
    const name = `Written ${nth}`;
    await inTransaction(pool, { school }, (db) =>
      db
        .updateTable('users')
        .set({ first_name: name })
        .where('username', '=', `person${nth % people}`)
        .execute(),
    );
    written.push({ name, at: Date.now() });
    await delay(5);
  }
  const target = Date.now();
  await delay(1_000);
  await bring(2, () => 'Wrong');
  const namesOf = async (from: typeof pool, of: SchoolId) => {
    const rows = await inTransaction(from, { school: of, readOnly: true }, (db) =>
      db.selectFrom('users').select(['username', 'first_name']).orderBy('id').execute(),
    );
    return rows.map((row) => row.first_name);
  };
  const wrong = (await namesOf(pool, school)).filter((name) => name === 'Wrong').length;
  await asSuperuser('postgres', 'select pg_switch_wal()');
  await pool.close();
  await stop();
  stop = undefined;

  const restoreSeconds = backrest(
    'restore',
    '--delta',
    '--type=time',
    `--target=${new Date(target).toISOString().replace('T', ' ').replace('Z', '+00')}`,
    '--target-action=promote',
  );
  const since = performance.now();
  stop = await start();
  const replaySeconds = (performance.now() - since) / 1_000;
  const restored = open();
  const names = new Set(await namesOf(restored, school));
  // A later write to the same person replaces an earlier one.
  const last = new Map(written.map(({ name }, nth) => [nth % people, name]));
  const lost = [...last.values()].filter((name) => !names.has(name)).length;
  const left = names.has('Wrong') ? 1 : 0;
  // The server starts on the restored database.
  await migrate({ url: url('commons', 'commons') });
  await restored.close();

  const lines = [
    `PostgreSQL ${version} and pgBackRest of Debian, a school of ${people.toLocaleString('en')} people. ${written.length.toLocaleString('en')} writes after the full backup, then an import that renames all people; restored to one second before it.`,
    '',
    '| full backup | restore of files | replay of the log | acknowledged writes that are missing (0) | people with a wrong name, before and after (0) |',
    '|---|---|---|---|---|',
    `| ${backupSeconds.toFixed(1)} s | ${restoreSeconds.toFixed(1)} s | ${replaySeconds.toFixed(1)} s | ${lost} | ${wrong.toLocaleString('en')}, ${left} |`,
  ];
  print(lines.join('\n'));
  if (lost > 0 || left > 0 || wrong === 0) process.exitCode = 1;
  else if (process.argv.includes('--write'))
    await writeFigures(
      'drill-pitr',
      'Drill: restore to a point in time',
      lines,
      'npm run drill -- pitr --write',
    );
} finally {
  await stop?.();
  await rm(folder, { recursive: true, force: true });
}
