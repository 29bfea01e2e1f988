import { spawn } from 'node:child_process';
import { lstatSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import type { Home } from './home.ts';
import type { Native } from './native.ts';
import { asOwner } from './owner.ts';
import { closeFolder, privateFolder } from './private-folder.ts';
import { asRefused, diskFull, errorCode, LaunchRefused } from './refused.ts';

interface Outcome {
  code: number | null;
  output: string;
}

/** PostgreSQL's programs read many settings from the environment, and the caller's settings don't belong to this database. */
export const plainEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

function run(program: string, args: string[], home: Home): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...asOwner(home.owner),
      cwd: home.path,
      env: plainEnvironment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

async function initialise(home: Home, native: Native, isSafe: boolean): Promise<void> {
  for (const entry of readdirSync(home.path)) {
    if (entry.startsWith('cluster.half'))
      rmSync(join(home.path, entry), { recursive: true, force: true });
  }
  // The process id distinguishes the folder from that of an initdb whose parent was just killed.
  const half = join(home.path, `cluster.half-${process.pid}`);
  const args = [
    '--pgdata',
    half,
    '--username=postgres',
    '--auth-local=trust',
    '--auth-host=reject',
  ];
  args.push('--encoding=UTF8', '--locale-provider=icu', '--icu-locale=und', '--no-instructions');
  if (!isSafe) args.push('--no-sync');
  const initdb = join(native.bin, 'initdb');
  let outcome = await run(initdb, [...args, '--locale=C.UTF-8'], home);
  if (outcome.code !== 0 && /invalid locale/.test(outcome.output)) {
    // Not every system has C.UTF-8. Sorting and case use ICU in any case.
    outcome = await run(initdb, [...args, '--locale=C'], home);
  }
  if (outcome.code !== 0) {
    rmSync(half, { recursive: true, force: true });
    if (/No space left|Disk quota/.test(outcome.output)) throw diskFull(home.path);
    if (/could not look up effective user/.test(outcome.output)) {
      throw new LaunchRefused(
        `PostgreSQL needs a named user and ${process.getuid?.()} has no line in /etc/passwd; start as a user with one, or set DATABASE_URL.`,
      );
    }
    const reason =
      /error: (.*)/.exec(outcome.output)?.[1] ?? outcome.output.trim().split('\n').at(-1);
    throw new LaunchRefused(`A new database could not be created in ${home.path}: ${reason}.`);
  }
  // Only a complete cluster gets the name that later starts look for.
  renameSync(half, home.cluster);
}

/** Returns the PostgreSQL version that created the cluster. */
function readVersion(home: Home): string {
  try {
    return readFileSync(join(home.cluster, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    // Only a missing file counts as missing. An unreadable one may be intact.
    throw errorCode(error) === 'ENOENT'
      ? damaged(home, 'PG_VERSION is missing')
      : asRefused(error, home.cluster);
  }
}

/** Creates the cluster if there is none. Throws if this PostgreSQL can't open it. */
export async function ensureCluster(
  home: Home,
  native: Native,
  isSafe: boolean,
  log: (line: string) => void,
): Promise<void> {
  if (!lstatSync(home.cluster, { throwIfNoEntry: false })) {
    log('Creating the PostgreSQL cluster.');
    return initialise(home, native, isSafe);
  }
  closeFolder(privateFolder(home.cluster, home.owner));
  const found = readVersion(home);
  const wanted = native.version.split('.')[0];
  if (found !== wanted) {
    throw new LaunchRefused(
      `The database in ${home.cluster} was created by PostgreSQL ${found || '(unreadable)'} and this release runs ${wanted}; export the data with the release that created it, then import it here.`,
    );
  }
}

/** Permissions kept PostgreSQL from reading a file, which says nothing about its content. */
export function unreadableFile(home: Home, reason: string): LaunchRefused {
  const who = home.owner?.name ?? 'that starts Commons';
  return new LaunchRefused(
    `The user ${who} can’t read and write the database in ${home.cluster} (${reason}); let that user enter the folders above it, give it back what is below, and start again.`,
  );
}

export function damaged(home: Home, reason: string): LaunchRefused {
  return new LaunchRefused(
    `The database in ${home.cluster} is damaged (${reason}); restore it from a backup, or move that folder away to start with an empty installation.`,
  );
}

/** Explains why a started cluster fails at a basic operation. */
export function failureOf(home: Home, error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  if (error.code === '53100') return diskFull(home.path);
  // PostgreSQL's code for EACCES and EPERM. Its superuser gets it in no other case.
  if (error.code === '42501') return unreadableFile(home, error.message);
  return damaged(home, error.message);
}

/** Creates the application's database. The packaged programs include no createdb. */
export async function ensureDatabase(home: Home, adminUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  try {
    await client.connect();
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0)
      await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    throw failureOf(home, error);
  } finally {
    await client.end().catch(() => {});
  }
}
