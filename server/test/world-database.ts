import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type {} from './global-setup.ts';
import { openPool, type Pool } from '#server/kernel/database/database.ts';
import { findPoolers } from '#server/kernel/database/poolers.ts';
import { restrictDatabase } from '#server/kernel/database/row-security.ts';

/** Addresses of the database for its owner, and for calls if they have a separate login. */
export interface Addresses {
  readonly url: string;
  readonly callsUrl?: string;
  /** The owner's address without the pooler. */
  readonly directUrl: string;
}

/** Creates a database with all migrations. All of them are dropped after the tests. */
const newDatabase = async (): Promise<Addresses> => {
  const adminUrl = inject('adminUrl');
  const templateName = inject('templateName');
  const name = `${templateName}_${randomBytes(6).toString('hex')}`;
  const run = async (text: string, at = adminUrl) => {
    const client = new pg.Client({ connectionString: at });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await run(`create database ${name} template ${templateName}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  // Settings of the database itself aren't part of a copy.
  await run(restrictDatabase, url.href);
  const directUrl = url.href;
  const pooled = inject('pooledUrl');
  const owner = new URL(pooled ?? url);
  owner.pathname = `/${name}`;
  const calls = new URL(owner);
  calls.username = inject('callsLogin') ?? '';
  return {
    url: owner.href,
    directUrl,
    ...(calls.username !== '' && { callsUrl: calls.href }),
  };
};

interface Connections {
  readonly addresses: Addresses;
  readonly pool: Pool;
  /** Connections without the pooler, because the SQL of tests uses settings of its connection. */
  readonly direct: pg.Pool;
  close(): Promise<void>;
}

const openConnections = async (addresses: Addresses): Promise<Connections> => {
  const { url, callsUrl, directUrl } = addresses;
  const pool = openPool({ url, callsUrl, isPooled: await findPoolers(url, callsUrl), max: 12 });
  if (directUrl === url) return { addresses, pool, direct: pool.raw, close: pool.close };
  const direct = new pg.Pool({ ...pool.raw.options, connectionString: directUrl, max: 4 });
  // Tests drop databases and end connections.
  direct.on('error', () => undefined);
  return {
    addresses,
    pool,
    direct,
    close: async () => {
      await pool.close();
      await direct.end();
    },
  };
};

/**
 * The database that the worlds of this process share, one after another. Each world has its own schools. The connections stay open, because
 * a new connection reads the catalog and prepares each statement again.
 */
let shared: Promise<Connections> | undefined;

/** Returns the connections that the worlds of this process share, or those to a new database, which the caller closes. */
export const connectWorld = ({
  ownDatabase,
  database = newDatabase,
}: {
  ownDatabase: boolean;
  database?: (() => Promise<Addresses>) | undefined;
}): Promise<Connections> => {
  const connect = async () => openConnections(await database());
  return ownDatabase ? connect() : (shared ??= connect());
};
