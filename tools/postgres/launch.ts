import { join } from 'node:path';
import { ensureCluster, ensureDatabase } from './cluster.ts';
import { askHolder, isLock, takeLock, type Holder } from './folder-lock.ts';
import { findHome } from './home.ts';
import { endLeftovers } from './leftovers.ts';
import { findNative } from './native.ts';
import { startPostmaster, type Postmaster, type Settings } from './postmaster.ts';
import { asRefused, LaunchRefused } from './refused.ts';

export interface Database {
  /** The application's database, as the superuser of the private cluster. */
  url: string;
  /** The maintenance database beside it. */
  adminUrl: string;
  /** Resolves with the reason when PostgreSQL ends without being told to. */
  died: Promise<string>;
  stop(): Promise<void>;
}

export interface LaunchOptions {
  folder: string;
  log: (line: string) => void;
  /** PostgreSQL settings over the usual ones, such as `fsync: 'off'` for tests. */
  settings?: Settings;
}

const lockName = 'launch.lock';

function urlFor(socket: string, database: string): string {
  return `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(socket)}`;
}

/** Starts the packaged PostgreSQL on a data folder; throws LaunchRefused with a sentence when it cannot. */
export async function launchPostgres({ folder, log, settings = {} }: LaunchOptions): Promise<Database> {
  const home = findHome(folder, log);
  const url = urlFor(home.socket, 'commons');
  const adminUrl = urlFor(home.socket, 'postgres');
  const holder: Holder = { pid: process.pid };
  const lock = await takeLock(join(home.socket, lockName), () => holder);
  if (!isLock(lock)) {
    throw new LaunchRefused(
      `The database in ${home.path} is in use by ${lock.pid ? `process ${lock.pid}` : 'a process that does not answer'}; stop that one first.`,
    );
  }
  let postmaster: Postmaster | undefined;
  try {
    home.close();
    const native = findNative(home, log);
    await endLeftovers(home, log);
    await ensureCluster(home, native, settings.fsync !== 'off', log);
    postmaster = await startPostmaster(home, native, settings, log);
    await ensureDatabase(home, adminUrl, 'commons');
  } catch (error) {
    await postmaster?.stop();
    lock.release();
    throw asRefused(error, home.path);
  }
  holder.url = url;
  const running = postmaster;
  return {
    url,
    adminUrl,
    died: running.died,
    async stop() {
      holder.isStopping = true;
      await running.stop();
      lock.release();
    },
  };
}

/**
 * The database of a data folder for a command that may run beside the server: the running one, else one that is
 * started for it and ends with `stop()`.
 */
export async function joinPostgres(options: LaunchOptions): Promise<Pick<Database, 'url' | 'stop'>> {
  const home = findHome(options.folder, options.log);
  const holder = await askHolder(join(home.socket, lockName));
  if (holder?.url && !holder.isStopping) return { url: holder.url, stop: () => Promise.resolve() };
  return launchPostgres(options);
}
