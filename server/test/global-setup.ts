import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { dropDatabase } from './drop-database.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { launchPostgres } from '#postgres/launch.ts';
import { callsLogin } from '#postgres/logins.ts';
import { migrate } from '#server/kernel/database/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The maintenance database, as a user who can create databases. */
    adminUrl: string;
    /** The maintenance database as a superuser. Null if it isn't the packaged PostgreSQL. */
    superUrl: string | null;
    /** The login of calls. Null if calls use the owner's login and switch to their role. */
    callsLogin: string | null;
    /** The maintenance database through PgBouncer. Null without `TEST_PGBOUNCER`. */
    pooledUrl: string | null;
    /** The database with all migrations. Names of its clones start with its name and `_`. */
    templateName: string;
  }
}

const withClient = async (
  url: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

/** Creates the login of an operator, because row-level security doesn't apply to the packaged server's first user, a superuser. */
const asOperator = async (url: string): Promise<string> => {
  await withClient(url, (client) =>
    client.query(
      'create role operator login createdb createrole; grant commons_app, commons_relay, commons_bulk to operator with admin option',
    ),
  );
  const operator = new URL(url);
  operator.username = 'operator';
  return operator.href;
};

/** Statements can be counted. A test enables it for its own database. */
const statementCounting = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'none',
};

/**
 * Starts one PostgreSQL for all server tests: the packaged one in a separate folder, or the one from `DATABASE_URL`. With `TEST_PGBOUNCER`,
 * which is 1 or the path of the program, worlds reach it through PgBouncer.
 */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const external = process.env['DATABASE_URL'] || undefined;
  const folder = await mkdtemp(join(tmpdir(), 'commons-test-'));
  const packaged = external
    ? undefined
    : await launchPostgres({
        folder,
        log: () => undefined,
        settings: {
          fsync: 'off',
          ...statementCounting,
          // PgBouncer keeps connections of several worlds.
          ...(process.env['TEST_PGBOUNCER'] && { max_connections: '300' }),
        },
      });
  const adminUrl = external ?? (await asOperator(packaged?.adminUrl ?? ''));
  const templateName = `commons_template_${process.pid}`;
  await withClient(adminUrl, (client) => client.query(`create database ${templateName}`));
  const url = new URL(adminUrl);
  url.pathname = `/${templateName}`;
  await migrate({ url: url.href });
  const program = process.env['TEST_PGBOUNCER'] || undefined;
  const pooler =
    program === undefined
      ? undefined
      : await startPgBouncer(program === '1' ? 'pgbouncer' : program, adminUrl, [
          new URL(adminUrl).username,
          callsLogin,
        ]);
  project.provide('adminUrl', adminUrl);
  project.provide('pooledUrl', pooler?.through(adminUrl) ?? null);
  project.provide('superUrl', packaged?.adminUrl ?? null);
  project.provide('callsLogin', packaged ? callsLogin : null);
  project.provide('templateName', templateName);
  return async () => {
    await pooler?.stop();
    if (packaged) await packaged.stop();
    else
      await withClient(adminUrl, async (client) => {
        const { rows } = await client.query<{ datname: string }>(
          'select datname from pg_database where starts_with(datname, $1)',
          [templateName],
        );
        for (const { datname } of rows) await dropDatabase((text) => client.query(text), datname);
      });
    await rm(folder, { recursive: true, force: true });
  };
};
