import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { locks } from './locks.ts';

const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** The unprivileged role every request runs as. */
export const appRole = 'commons_app';
/** The role that reads the outbox. It sees only the events of all schools and the handlers' remaining tasks. */
export const relayRole = 'commons_relay';
/** The app's role for imports and exports, the only one that can create temporary tables. It is missing if no role can be created. */
export const bulkRole = 'commons_bulk';

const roles = `
do $$ begin
  if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole} nologin; end if;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  if not exists (select from pg_roles where rolname = '${relayRole}') then create role ${relayRole} nologin; end if;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  if not exists (select from pg_roles where rolname = '${bulkRole}') then create role ${bulkRole} nologin; end if;
  grant ${appRole} to ${bulkRole};
  grant ${bulkRole} to current_user;
-- An older installation whose operator made the roles by hand goes on without it.
exception when duplicate_object or unique_violation or insufficient_privilege then null; end $$;
grant ${appRole}, ${relayRole} to current_user;
grant usage on schema public to ${appRole}, ${relayRole};`;

/**
 * Prevents the app's role from creating anything in the database, because a temporary table or function could replace ours. This setting
 * belongs to the database and not to its tables, so a copy doesn't have it, and each start applies it. A user who doesn't own the database
 * can't revoke the permission. If there is no role for imports, they use the app's.
 */
export const bareDatabase = `
do $$ begin
  if exists (select from pg_roles where rolname = '${bulkRole}' and pg_has_role(oid, '${appRole}', 'member') and pg_has_role(current_user, oid, 'member'))
    and (has_database_privilege('${appRole}', current_database(), 'temporary') or has_schema_privilege('${appRole}', 'public', 'create'))
  then
    execute format('grant temporary on database %I to ${bulkRole}, %I', current_database(), current_user);
    execute format('revoke temporary on database %I from public, ${appRole}, ${relayRole}', current_database());
    revoke create on schema public from public, ${appRole}, ${relayRole};
  end if;
exception when insufficient_privilege then null; end $$;`;

/**
 * Enables row-level security on every table of a school: no role, including the owner, sees another school's rows.
 * `(select current_school())` is evaluated once per statement. Every migration runs this because the app serves requests between
 * migrations, so it skips tables that are already set up.
 */
const fenceTables = `
do $$ declare t record; begin
  for t in
    select c.oid::regclass as name, c.relrowsecurity and c.relforcerowsecurity as is_forced, p.policyname is not null as has_policy
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    left join pg_policies p on p.schemaname = 'public' and p.tablename = c.relname and p.policyname = 'school'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'school_id'
      and c.relname not in ('school_hosts')
      and not (c.relrowsecurity and c.relforcerowsecurity and p.policyname is not null
        and has_table_privilege('${appRole}', c.oid, 'select') and has_table_privilege('${appRole}', c.oid, 'insert')
        and has_table_privilege('${appRole}', c.oid, 'update') and has_table_privilege('${appRole}', c.oid, 'delete'))
  loop
    if not t.is_forced then
      execute format('alter table %s enable row level security', t.name);
      execute format('alter table %s force row level security', t.name);
    end if;
    if not t.has_policy then
      execute format('create policy school on %s using (school_id = (select current_school())) with check (school_id = (select current_school()))', t.name);
    end if;
    execute format('grant select, insert, update, delete on %s to ${appRole}', t.name);
  end loop;
end $$;`;

/**
 * Migrations that change rows of all schools but don't lift row-level security themselves, as later ones do
 * (`alter table … no force row level security`). An owner who isn't a superuser would see no rows. Files that have run can't be changed.
 */
export const acrossSchools: readonly string[] = [
  '0049_outbox_due.sql',
  '0193_finance_visits.sql',
  '0306_unread_calendar_entries.sql',
  '0307_free_entries.sql',
  '0320_one_person_per_username.sql',
];

/** Lets the owner see the rows of all schools until `fenceTables` runs in the same transaction. */
const liftFences = `
do $$ declare t record; begin
  for t in select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relforcerowsecurity
  loop
    execute format('alter table %s no force row level security', t.name);
  end loop;
end $$;`;

/** Row-level security, and the additional or missing permissions of single tables. It runs after the newest migration. */
const fence = `${fenceTables}
revoke insert, update, delete on schools from ${appRole};
do $$ begin
  -- What a school may change of itself: all but who it is. By the columns that stand, since older versions have fewer.
  execute (select format('grant update (%s) on schools to ${appRole}', string_agg(quote_ident(attname), ', ')) from pg_attribute
    where attrelid = 'schools'::regclass and attnum > 0 and not attisdropped and attname not in ('school_id', 'code', 'created_at'));
end $$;
do $$ declare t text; begin
  -- Older versions have only the first.
  foreach t in array array['outbox', 'event_tasks'] loop
    continue when to_regclass(t) is null;
    if not exists (select from pg_policies where tablename = t and policyname = 'relay') then
      execute format('create policy relay on %I to ${relayRole} using (true) with check (true)', t);
    end if;
    execute format('grant select, update, delete on %I to ${relayRole}', t);
  end loop;
  if to_regclass('event_tasks') is not null then grant insert on event_tasks to ${relayRole}; end if;
end $$;
do $$ begin
  -- Older versions have only the table.
  if to_regclass('current_grants') is not null then grant select on current_grants to ${appRole}; end if;
end $$;
grant select on connected to ${appRole};`;

/** Selects whether a part of `fence` is missing. It is checked first, because `fence` waits for all current requests. */
const lacksFence = `
select exists (
    select from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'school_id' and c.relname not in ('school_hosts')
      and not (c.relrowsecurity and c.relforcerowsecurity and has_table_privilege('${appRole}', c.oid, 'select')
        and exists (select from pg_policies where tablename = c.relname and policyname = 'school')))
  or to_regclass('current_grants') is not null and not has_table_privilege('${appRole}', to_regclass('current_grants'), 'select')
  or not has_table_privilege('${appRole}', 'connected', 'select') or not has_column_privilege('${appRole}', 'schools', 'name', 'update')
  or not has_table_privilege('${relayRole}', 'outbox', 'update') or not has_table_privilege('${relayRole}', to_regclass('event_tasks'), 'insert')
  or has_table_privilege('${appRole}', 'schools', 'insert')
  or exists (select from unnest(array['outbox', 'event_tasks']) as t (name) where to_regclass(t.name) is not null
    and not exists (select from pg_policies where tablename = t.name and policyname = 'relay')) as lacks`;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Returns the names of the migrations in this version, in order. */
export const knownMigrations = async (): Promise<string[]> =>
  (await readMigrations()).map(({ name }) => name);

const readMigrations = async (): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(folder + name, 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
};

/** A database that the app can't use. The message is one sentence with the solution. */
export class DatabaseUnfit extends Error {
  override name = 'DatabaseUnfit';
}

const oldest = 15;

const checkFitness = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ version: number; encoding: string; icu: boolean }>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
      exists (select from pg_collation where collprovider = 'i') as icu`,
  );
  const [found] = rows;
  if (found === undefined || found.version < oldest)
    throw new DatabaseUnfit(
      `PostgreSQL ${found?.version} is too old; use ${oldest} or newer, or leave DATABASE_URL out for the packaged one.`,
    );
  if (found.encoding !== 'UTF8')
    throw new DatabaseUnfit(
      `The database is encoded in ${found.encoding}; create it with encoding 'UTF8' and template template0.`,
    );
  if (!found.icu)
    throw new DatabaseUnfit(
      'This PostgreSQL was built without ICU, by which names are sorted; use one that has it.',
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
const lockPatience = 600_000;
/** SQLSTATEs of a canceled wait. */
const gaveWay = new Set(['55P03', '40P01']);

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
  const until = Date.now() + lockPatience;
  for (let tries = 1; ; tries += 1) {
    try {
      await beginAlone(client, log);
      await client.query(
        `set local lock_timeout = ${lockWait}; ${lockTables} set local lock_timeout = 0`,
      );
      break;
    } catch (error) {
      await client.query('rollback');
      if (!gaveWay.has((error as { code?: string }).code ?? '') || Date.now() > until) throw error;
      if (tries % 20 === 0) log('waiting for work under way');
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

/**
 * Migrates the database to the newest schema. Each migration runs in a separate transaction, together with row-level security. If two
 * servers start at the same time, one waits for the other. Requests wait until the migration has finished. `upTo` is the last migration to
 * run, for data of an older version. Returns the names of the migrations that ran. Throws `DatabaseUnfit` if the database server is too old
 * or was built without a required feature.
 */
export const migrate = async (options: {
  url: string;
  upTo?: string | undefined;
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
    await client.query(`set local client_min_messages = warning; create table if not exists migrations (
      name text primary key, checksum text not null, ran_at timestamptz not null default now()); commit`);
    const checksums = async () =>
      new Map(
        (
          await client.query<{ name: string; checksum: string }>(
            'select name, checksum from migrations',
          )
        ).rows.map((row) => [row.name, row.checksum]),
      );
    const done = await checksums();
    const ran: string[] = [];
    const migrations = (await readMigrations()).filter(
      ({ name }) => options.upTo === undefined || name <= options.upTo,
    );
    const last = migrations.filter(({ name }) => !done.has(name)).at(-1);
    for (const migration of migrations) {
      const before = done.get(migration.name);
      if (before === migration.checksum) continue;
      if (before !== undefined)
        throw new DatabaseUnfit(
          `Migration ${migration.name} has changed since it ran here; start the version of Commons this database was made by, or a newer one.`,
        );
      if (ran.length === 0) await client.query(roles);
      let isNew = false;
      await withTables(
        client,
        async () => {
          // Another server may have run this migration already.
          isNew = !(await checksums()).has(migration.name);
          if (!isNew) return;
          log(`migrating ${migration.name}`);
          const lift = acrossSchools.includes(migration.name) ? liftFences : '';
          await client.query(`set local client_min_messages = warning; ${lift} ${migration.sql}`);
          await client.query('insert into migrations (name, checksum) values ($1, $2)', [
            migration.name,
            migration.checksum,
          ]);
          // A trigger may write to a table that this migration has created.
          await client.query(migration === last ? `${roles} ${fence}` : fenceTables);
        },
        log,
      );
      if (isNew) ran.push(migration.name);
    }
    // This repairs a database if an older version was killed during a migration, or someone changed permissions by hand.
    const [found] = (await client.query<{ lacks: boolean }>(lacksFence)).rows;
    if (found?.lacks)
      await withTables(client, async () => void (await client.query(`${roles} ${fence}`)), log);
    await client.query(bareDatabase);
    return ran;
  } finally {
    await client.end();
  }
};
