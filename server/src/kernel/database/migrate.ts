import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { locks } from './locks.ts';
import {
  restrictDatabase,
  lacksSecurity,
  roles,
  secureDatabase,
  secureTables,
} from './row-security.ts';
import { readSqlFiles, type SqlFile, type SqlFiles } from './sql-files.ts';

/** Name of the schema of `server/database/schema` in the list of migrations. Migrations begin with higher numbers. */
export const baseline = '0999_baseline';
/** Last migration before the baseline, and the release that has it. */
const lastBefore = '0391_rows_of_all_schools.sql';
const releaseBefore = '0.1';

/** Returns the names of the migrations in this version, in order, the baseline first. */
export const knownMigrations = async (): Promise<string[]> => [
  baseline,
  ...(await readSqlFiles()).migrations.map(({ name }) => name),
];

/** A database that the app can't use. The message is one sentence with the solution. */
export class UnsuitableDatabase extends Error {
  override name = 'UnsuitableDatabase';
}

const oldest = 15;

const checkFitness = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ version: number; encoding: string; icu: boolean }>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
      exists (select from pg_collation where collprovider = 'i') as icu`,
  );
  const [found] = rows;
  if (found === undefined || found.version < oldest)
    throw new UnsuitableDatabase(
      `PostgreSQL ${found?.version} is too old; use ${oldest} or newer, or omit DATABASE_URL to use the packaged one.`,
    );
  if (found.encoding !== 'UTF8')
    throw new UnsuitableDatabase(
      `The database is encoded in ${found.encoding}; create it with encoding 'UTF8' and template template0.`,
    );
  if (!found.icu)
    throw new UnsuitableDatabase(
      'This PostgreSQL was built without ICU, which is required for sorting names; use one that has it.',
    );
};

/** Locks all tables, so that the following statements wait for no one and no request sees a partial result. */
const lockTables = `
do $$ declare names text; begin
  select string_agg(c.oid::regclass::text, ', ' order by c.relname) into names
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations';
  if names is not null then execute 'lock table ' || names || ' in access exclusive mode'; end if;
end $$;`;

/**
 * Maximum time to wait for a table, in milliseconds. It is shorter than PostgreSQL's deadlock timeout (one second). If requests and a
 * migration wait for each other, the migration always gives up and retries.
 */
const lockWait = 200;
/** Maximum time for retries, in milliseconds. An import can lock its tables for a while. */
const lockTimeout = 600_000;
/** SQLSTATEs of a canceled wait. */
const canceledWaits = new Set(['55P03', '40P01']);

/**
 * Starts a transaction that holds the migration lock until it ends. Behind a pooler that shares connections, a session lock would
 * outlive the session, and the next server would wait forever.
 */
const beginAlone = async (client: pg.Client, log: (line: string) => void): Promise<void> => {
  await client.query('begin');
  const { rows } = await client.query<{ isMine: boolean }>(
    'select pg_try_advisory_xact_lock($1) as "isMine"',
    [locks.migrations],
  );
  if (rows[0]?.isMine === true) return;
  log('waiting for another server that migrates this database');
  await client.query('select pg_advisory_xact_lock($1)', [locks.migrations]);
};

/** Runs `work` in a transaction that has locked all tables while people use the app. Their requests wait, and none is refused. */
const withTables = async (
  client: pg.Client,
  work: () => Promise<void>,
  log: (line: string) => void,
): Promise<void> => {
  const until = Date.now() + lockTimeout;
  for (let tries = 1; ; tries += 1) {
    try {
      await beginAlone(client, log);
      await client.query(
        `set local lock_timeout = ${lockWait}; ${lockTables} set local lock_timeout = 0`,
      );
      break;
    } catch (error) {
      await client.query('rollback');
      if (!canceledWaits.has((error as { code?: string }).code ?? '') || Date.now() > until)
        throw error;
      if (tries % 20 === 0) log('waiting for running requests');
      await delay(50 + Math.random() * lockWait);
    }
  }
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

const listTables = `set local client_min_messages = warning;
create table if not exists migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now());
create table if not exists function_files (name text primary key, checksum text not null);`;

/** Names and checksums of what has run in a database. */
type Ran = ReadonlyMap<string, string>;

const readRan = async (client: pg.Client, table: 'migrations' | 'function_files'): Promise<Ran> => {
  const { rows } = await client.query<SqlFile>(`select name, checksum from ${table}`);
  return new Map(rows.map((row) => [row.name, row.checksum]));
};

/** Bodies are checked when all functions and tables exist (`database-functions.test.ts`), because they refer to each other. */
const quietly = 'set local client_min_messages = warning; set local check_function_bodies = off;';

/** Returns the tables of the triggers in a file of a function. */
const triggerTables = (sql: string): string[] =>
  [...sql.matchAll(/^create (?:or replace |constraint )?trigger [^;]*? on (\w+)/gm)].map(
    ([, table = '']) => table,
  );

/** Returns the columns that a file of a function needs, from its lines such as `-- Needs users.is_deactivated.` */
const neededColumns = (sql: string): string[] =>
  [...sql.matchAll(/^-- Needs (\w+\.\w+)\.$/gm)].map(([, column = '']) => column);

/**
 * Runs files of functions that are new or have changed. Skips those with triggers on a table that a later migration creates, and those that
 * need a column that a later migration adds: the last step runs them.
 */
const applyFunctions = async (
  client: pg.Client,
  files: readonly SqlFile[],
  ran: Ran,
): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace`,
  );
  const tables = new Set(rows.map(({ name }) => name));
  const { rows: columns } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const columnNames = new Set(columns.map(({ name }) => name));
  for (const { name, sql, checksum } of files) {
    if (
      ran.get(name) === checksum ||
      triggerTables(sql).some((table) => !tables.has(table)) ||
      neededColumns(sql).some((column) => !columnNames.has(column))
    )
      continue;
    await client.query(`${quietly} ${sql}`);
    await client.query(
      'insert into function_files values ($1, $2) on conflict (name) do update set checksum = excluded.checksum',
      [name, checksum],
    );
  }
};

/** A step of the upgrade, which runs in a separate transaction. */
interface Step {
  readonly name: string;
  /** Line for the operator. */
  readonly line: string;
  readonly checksum: string;
  readonly sql: string;
}

/**
 * Returns the steps that a database still needs. Throws `UnsuitableDatabase` if it was made by a release that this release can't upgrade, if a
 * newer release has migrated it, or if a migration has changed since it ran.
 */
const stepsFor = (files: SqlFiles, ran: Ran, upTo: string | undefined): Step[] => {
  const steps: Step[] = [];
  if (!ran.has(baseline)) {
    const isConversion = ran.has(lastBefore);
    if (ran.size > 0 && !isConversion)
      throw new UnsuitableDatabase(
        `This database was created by a release before ${releaseBefore}; start Commons ${releaseBefore} once, and then this version.`,
      );
    steps.push({
      name: baseline,
      line: isConversion ? 'converting the database' : 'creating the database',
      checksum: '',
      sql: isConversion
        ? `delete from migrations; ${files.conversion}`
        : files.schema.map(({ sql }) => sql).join('\n'),
    });
  }
  // An older release would replace functions with versions that don't know the new columns.
  const known = new Set([baseline, ...files.migrations.map(({ name }) => name)]);
  const newer = [...ran.keys()].filter((name) => !known.has(name)).toSorted();
  if (ran.has(baseline) && newer.length > 0)
    throw new UnsuitableDatabase(
      `A newer version of Commons migrated this database (${newer.at(-1)}); start that version, or restore the backup that you made before the upgrade.`,
    );
  for (const migration of files.migrations) {
    const before = ran.get(migration.name);
    if (before !== undefined && before !== migration.checksum)
      throw new UnsuitableDatabase(
        `Migration ${migration.name} has changed since it ran here; start the version of Commons that created this database, or a newer one.`,
      );
    if (before === undefined && (upTo === undefined || migration.name <= upTo))
      steps.push({ ...migration, line: `migrating ${migration.name}` });
  }
  return steps;
};

/** Runs the functions that have changed although no migration has to run. */
const updateFunctions = async (
  client: pg.Client,
  functions: readonly SqlFile[],
  log: (line: string) => void,
): Promise<void> => {
  const isCurrent = (ran: Ran) =>
    functions.every(({ name, checksum }) => ran.get(name) === checksum);
  if (isCurrent(await readRan(client, 'function_files'))) return;
  await withTables(
    client,
    async () => applyFunctions(client, functions, await readRan(client, 'function_files')),
    log,
  );
};

/**
 * Migrates the database to the newest schema: creates it, or converts the last schema before the baseline, and runs the migrations and
 * the functions that are new. Each step runs in a separate transaction, together with row-level security. If two servers start at the
 * same time, one waits for the other. Requests wait until a step has finished. `upTo` is the last migration to run, for the rows of an
 * older backup; functions and triggers are then left to the next call. Returns the names of the migrations that ran. Throws
 * `UnsuitableDatabase` if the database server is too old or was built without a required feature, or the database is too old to upgrade or
 * belongs to a newer release.
 */
export const migrate = async (options: {
  url: string;
  upTo?: string | undefined;
  /** Folder of the SQL files, which tests replace. */
  folder?: string | undefined;
  log?: (line: string) => void;
}): Promise<string[]> => {
  const log = options.log ?? (() => undefined);
  const client = new pg.Client({
    connectionString: options.url,
    application_name: 'commons-migrate',
  });
  await client.connect();
  try {
    await checkFitness(client);
    await beginAlone(client, log);
    await client.query(`${listTables} commit`);
    const files = await readSqlFiles(options.folder);
    const steps = stepsFor(files, await readRan(client, 'migrations'), options.upTo);
    const done: string[] = [];
    if (steps.length > 0) await client.query(roles);
    for (const step of steps) {
      const isLast = step === steps.at(-1);
      let isNew = false;
      await withTables(
        client,
        async () => {
          // Another server may have run this step already.
          isNew = !(await readRan(client, 'migrations')).has(step.name);
          if (!isNew) return;
          log(step.line);
          await applyFunctions(client, files.base, await readRan(client, 'function_files'));
          await client.query(`${quietly} ${step.sql}`);
          // The conversion drops all functions with their triggers, and no row may change without them.
          if (options.upTo === undefined && (isLast || step.name === baseline))
            await applyFunctions(client, files.functions, await readRan(client, 'function_files'));
          await client.query('insert into migrations (name, checksum) values ($1, $2)', [
            step.name,
            step.checksum,
          ]);
          // A trigger may write to a table that this step has created, and a step may add columns that a school can change.
          await client.query(isLast ? secureDatabase : secureTables);
        },
        log,
      );
      if (isNew) done.push(step.name);
    }
    if (options.upTo === undefined)
      await updateFunctions(client, [...files.base, ...files.functions], log);
    // This repairs a database if a start was killed, or someone changed permissions by hand.
    const [found] = (await client.query<{ lacks: boolean }>(lacksSecurity)).rows;
    if (found?.lacks)
      await withTables(
        client,
        async () => void (await client.query(`${roles} ${secureDatabase}`)),
        log,
      );
    await client.query(restrictDatabase);
    return done;
  } finally {
    await client.end();
  }
};
