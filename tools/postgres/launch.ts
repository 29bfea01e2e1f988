import { join } from 'node:path';
import { ensureCluster, ensureDatabase } from './cluster.ts';
import { askHolder, isLock, takeLock, type Holder } from './folder-lock.ts';
import { findHome } from './home.ts';
import { endLeftovers } from './leftovers.ts';
import { callsLogin, ensureLogins, ownerLogin } from './logins.ts';
import { findNative } from './native.ts';
import { startPostmaster, type Postmaster, type Settings } from './postmaster.ts';
import { asRefused, LaunchRefused } from './refused.ts';

/** The part of a server's environment that defines its database. */
export interface DatabaseEnvironment {
  readonly DATABASE_URL: string;
  readonly DATABASE_CALLS_URL?: string | undefined;
}

export interface Database {
  /** Address of the application's database as its owner, who has no other privileges. */
  url: string;
  /** The same database as the unprivileged role of the calls. */
  callsUrl: string;
  /** Both addresses as environment variables. */
  environment: DatabaseEnvironment;
  /** The same database as the superuser of the private cluster, for tests and benchmarks. */
  superUrl: string;
  /** The maintenance database as the superuser. */
  adminUrl: string;
  /** Resolves with the reason if PostgreSQL ends unexpectedly. */
  exited: Promise<string>;
  stop(): Promise<void>;
}

export interface LaunchOptions {
  folder: string;
  log: (line: string) => void;
  /** PostgreSQL settings that override the defaults, such as `fsync: 'off'` for tests. */
  settings?: Settings;
}

const lockName = 'launch.lock';

function urlFor(socket: string, database: string, login = 'postgres'): string {
  return `postgresql://${login}@localhost/${database}?host=${encodeURIComponent(socket)}`;
}

/** Starts the packaged PostgreSQL on a data folder. Throws LaunchRefused with an explanation if it can't. */
export async function launchPostgres({
  folder,
  log,
  settings = {},
}: LaunchOptions): Promise<Database> {
  const home = findHome(folder, log);
  const url = urlFor(home.socket, 'commons', ownerLogin);
  const callsUrl = urlFor(home.socket, 'commons', callsLogin);
  const superUrl = urlFor(home.socket, 'commons');
  const adminUrl = urlFor(home.socket, 'postgres');
  const holder: Holder = { pid: process.pid };
  const lock = await takeLock(join(home.socket, lockName), () => holder);
  if (!isLock(lock)) {
    throw new LaunchRefused(
      `The database in ${home.path} is in use by ${lock.pid ? `process ${lock.pid}` : 'a process that does not respond'}; stop that one first.`,
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
    await ensureLogins(home, superUrl);
  } catch (error) {
    await postmaster?.stop();
    lock.release();
    throw asRefused(error, home.path);
  }
  holder.url = url;
  holder.callsUrl = callsUrl;
  const running = postmaster;
  return {
    url,
    callsUrl,
    environment: { DATABASE_URL: url, DATABASE_CALLS_URL: callsUrl },
    superUrl,
    adminUrl,
    exited: running.exited,
    async stop() {
      holder.isStopping = true;
      await running.stop();
      lock.release();
    },
  };
}

/**
 * Returns a data folder's database for a command that may run next to the server: the running one, or one that is started for the command
 * and ends with `stop()`.
 */
export async function joinPostgres(
  options: LaunchOptions,
): Promise<Pick<Database, 'url' | 'stop'> & { callsUrl?: string }> {
  const home = findHome(options.folder, options.log);
  const holder = await askHolder(join(home.socket, lockName));
  if (holder?.url && !holder.isStopping) {
    // A server of an earlier release has no login for calls.
    return {
      url: holder.url,
      ...(holder.callsUrl !== undefined && { callsUrl: holder.callsUrl }),
      stop: () => Promise.resolve(),
    };
  }
  return launchPostgres(options);
}
