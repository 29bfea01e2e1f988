import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { launchPostgres, type Database } from '#postgres/launch.ts';
import { ownerLogin } from '#postgres/logins.ts';
import { migrate } from '#server/kernel/database/migrate.ts';

/** Addresses of one cell's database: for its owner, for calls, and for the superuser. */
export interface CellAddresses {
  readonly url: string;
  readonly callsUrl: string;
  readonly superUrl: string;
}

/** A PostgreSQL with `wal_level` = logical, and the databases of two cells with all migrations. */
export interface TwoCells {
  readonly source: CellAddresses;
  readonly target: CellAddresses;
  stop(): Promise<void>;
}

const named = (url: string, name: string): string => {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
};

/** Starts both cells. */
export const startTwoCells = async (): Promise<TwoCells> => {
  const folder = await mkdtemp(join(tmpdir(), 'commons-cells-'));
  const postgres: Database = await launchPostgres({
    folder,
    log: () => undefined,
    settings: {
      fsync: 'off',
      wal_level: 'logical',
      max_sync_workers_per_subscription: '6',
      max_logical_replication_workers: '10',
      max_worker_processes: '16',
    },
  });
  const { url, callsUrl, superUrl, adminUrl } = postgres;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client
    .query(`create database other_cell owner ${ownerLogin} encoding 'UTF8' template template0`)
    .finally(() => client.end());
  const target = {
    url: named(url, 'other_cell'),
    callsUrl: named(callsUrl, 'other_cell'),
    superUrl: named(superUrl, 'other_cell'),
  };
  await migrate({ url });
  await migrate({ url: target.url });
  return {
    source: { url, callsUrl, superUrl },
    target,
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
