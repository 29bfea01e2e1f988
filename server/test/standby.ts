import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findHome } from '#postgres/home.ts';
import { launchPostgres, type Database } from '#postgres/launch.ts';
import { findNative } from '#postgres/native.ts';
import { startPostmaster } from '#postgres/postmaster.ts';
import { migrate } from '#server/kernel/database/migrate.ts';

/** A PostgreSQL with all migrations, and a hot standby that follows it by streaming replication. */
export interface ReplicatedPostgres {
  readonly primary: Database;
  /** Address of the standby, with the login for calls. */
  readonly standbyUrl: string;
  stopStandby(): Promise<void>;
  stop(): Promise<void>;
}

const quiet = () => undefined;

/** Starts both. The standby applies each commit with a delay, in milliseconds. */
export const startReplicatedPostgres = async (delayMs: number): Promise<ReplicatedPostgres> => {
  const folder = await mkdtemp(join(tmpdir(), 'commons-replicated-'));
  const [primaryFolder, standbyFolder] = [join(folder, 'primary'), join(folder, 'standby')];
  const launch = () =>
    launchPostgres({ folder: primaryFolder, log: quiet, settings: { fsync: 'off' } });
  const before = await launch();
  await migrate({ url: before.url });
  await before.stop();

  // A copy of a stopped PostgreSQL needs no base backup.
  const home = findHome(primaryFolder, quiet);
  const other = findHome(standbyFolder, quiet);
  const copied = spawnSync('cp', ['-a', home.cluster, other.cluster], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(copied.stderr);
  await writeFile(join(other.cluster, 'standby.signal'), '');

  const primary = await launch();
  const standby = await startPostmaster(
    other,
    findNative(other, quiet),
    {
      fsync: 'off',
      primary_conninfo: `host=${home.socket} user=postgres`,
      recovery_min_apply_delay: `${delayMs}ms`,
    },
    quiet,
  );
  const standbyUrl = new URL(primary.callsUrl);
  standbyUrl.searchParams.set('host', other.socket);
  return {
    primary,
    standbyUrl: standbyUrl.href,
    stopStandby: () => standby.stop(),
    stop: async () => {
      await standby.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
