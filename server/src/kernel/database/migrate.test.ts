import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { inBulkTransaction } from './bulk.ts';
import { openPool } from './database.ts';
import { schoolId } from '../ids.ts';
import { locks } from './locks.ts';
import { checkLogins } from './logins.ts';
import { knownMigrations, migrate } from './migrate.ts';
import { dropDatabase } from '../../../test/drop-database.ts';

const name = `migrate_${randomBytes(6).toString('hex')}`;
const url = new URL(inject('adminUrl'));
const run = async <T extends pg.QueryResultRow>(
  text: string,
  address = inject('adminUrl'),
): Promise<T[]> => {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  return client
    .query<T>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
};

beforeAll(async () => {
  await run(`create database ${name}`);
  url.pathname = `/${name}`;
});
afterAll(() => dropDatabase(run, name));

const unfenced = () =>
  run<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'school_id' and c.relname <> 'school_hosts'
      and not (c.relforcerowsecurity and has_table_privilege('commons_app', c.oid, 'select'))`,
    url.href,
  );

const folder = await mkdtemp(join(tmpdir(), 'commons-sql-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const table = (of: string) =>
  `create table ${of} (school_id int not null references schools, id bigint not null, primary key (school_id, id));`;

/** Copies the SQL files with two more migrations and one more function. */
const later = async (): Promise<string> => {
  await cp(join(import.meta.dirname, '../../../database'), folder, { recursive: true });
  await writeFile(join(folder, 'migrations/9000_notes.sql'), table('notes'));
  await writeFile(join(folder, 'migrations/9001_marks.sql'), table('marks'));
  await writeFunction(1);
  await writeFile(
    join(folder, 'functions/keep_marks.sql'),
    `create or replace function keep_marks() returns trigger language plpgsql as $$ begin return null; end $$;
create or replace trigger marks_kept before delete on marks for each row execute function keep_marks();`,
  );
  return folder;
};
const writeFunction = (value: number) =>
  writeFile(
    join(folder, 'functions/answer.sql'),
    `create or replace function answer() returns int language sql as 'select ${value}';`,
  );

test('an upgrade that stops between migrations leaves row-level security on every table, and the next start completes it', async () => {
  const upgraded = { url: url.href, folder: await later() };
  const known = await knownMigrations();
  let ran = 0;
  const killed = migrate({
    ...upgraded,
    log: () => {
      ran += 1;
      // At the second of the two added ones.
      if (ran === known.length + 2) throw new Error('killed');
    },
  });
  await expect(killed).rejects.toThrow('killed');
  const canSchools = () =>
    run<{ may: boolean }>(
      `select has_table_privilege('commons_app', 'schools', 'insert') as may`,
      url.href,
    );
  expect([await unfenced(), await canSchools()]).toEqual([[], [{ may: true }]]);
  expect(await migrate(upgraded)).toEqual(['9001_marks.sql']);
  expect([await unfenced(), await canSchools()]).toEqual([[], [{ may: false }]]);
  expect(await migrate(upgraded)).toEqual([]);
  // Its table didn't exist yet when the other functions ran.
  expect(await run(`select tgname from pg_trigger where tgname = 'marks_kept'`, url.href)).toEqual([
    { tgname: 'marks_kept' },
  ]);

  // Now the database belongs to a newer version.
  await expect(migrate({ url: url.href })).rejects.toThrow(
    'A newer version of Commons migrated this database (9001_marks.sql); start that version, or restore the backup that you made before the upgrade.',
  );
  await dropDatabase(run, name);
  await run(`create database ${name} template ${inject('templateName')}`);
});

test(
  'migrate() replaces a changed function and rejects a changed migration',
  { tags: ['soak'] },
  async () => {
    const upgraded = { url: url.href, folder: await later() };
    await migrate(upgraded);
    const answer = () => run('select answer() as n', url.href);
    expect(await answer()).toEqual([{ n: 1 }]);
    await writeFunction(2);
    expect(await migrate(upgraded)).toEqual([]);
    expect(await answer()).toEqual([{ n: 2 }]);
    await writeFile(join(folder, 'migrations/9000_notes.sql'), table('others'));
    await expect(migrate(upgraded)).rejects.toThrow(/9000_notes.sql has changed since it ran here/);
    await dropDatabase(run, name);
    await run(`create database ${name} template ${inject('templateName')}`);
  },
);

test.each([
  ['school policy', 'drop policy school on users; alter table users no force row level security'],
  ['grant', 'revoke all on sessions from commons_app'],
  ['relay policy', 'drop policy relay on outbox'],
])('a start without new migrations restores a missing %s', async (_, how) => {
  await migrate({ url: url.href });
  await run(how, url.href);
  expect(await migrate({ url: url.href })).toEqual([]);
  expect(await unfenced()).toEqual([]);
  const policies = await run(
    `select tablename from pg_policies where policyname in ('school', 'relay') order by 1`,
    url.href,
  );
  expect(policies).toEqual(
    expect.arrayContaining([{ tablename: 'users' }, { tablename: 'outbox' }]),
  );
});

test('a start with nothing to migrate does not wait for open transactions', async () => {
  await migrate({ url: url.href });
  const reader = new pg.Client({ connectionString: url.href });
  await reader.connect();
  try {
    await reader.query('begin; select from users');
    expect(await migrate({ url: url.href })).toEqual([]);
  } finally {
    await reader.end();
  }
});

test("a server that waited for another server's migration leaves no advisory lock behind", async () => {
  const lines: string[] = [];
  const held = new pg.Client({ connectionString: url.href });
  await held.connect();
  await held.query('begin');
  await held.query('select pg_advisory_xact_lock($1)', [locks.migrations]);
  const waiting = migrate({ url: url.href, log: (line) => void lines.push(line) });
  await expect
    .poll(() => lines)
    .toEqual(['waiting for another server that migrates this database']);
  await held.query('commit');
  await waiting;
  const [kept] = (
    await held.query(
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    )
  ).rows;
  expect(kept).toEqual({ n: 0 });
  await held.end();
});

test(
  'two servers that start at the same time run each migration once',
  { tags: 'soak' },
  async () => {
    await dropDatabase(run, name);
    await run(`create database ${name}`);
    const [one, two] = await Promise.all([migrate({ url: url.href }), migrate({ url: url.href })]);
    expect([...one, ...two].toSorted()).toEqual(await knownMigrations());
    expect(await unfenced()).toEqual([]);
  },
);

test(
  "bulk transactions work for a database user who can't create roles if an operator created both roles",
  { tags: ['soak'] },
  async () => {
    const login = `plain_${randomBytes(4).toString('hex')}`;
    await run(
      `create role ${login} login; grant ${login} to current_user; grant commons_app, commons_relay to ${login} with admin option`,
    );
    await run(`create database ${login} owner ${login}`);
    const own = new URL(url);
    own.username = login;
    own.pathname = `/${login}`;
    await migrate({ url: own.href });
    const pool = openPool({ url: own.href, max: 2 });
    try {
      const role = await inBulkTransaction(pool, async (bulk) => {
        await bulk.enter(schoolId(1));
        await sql`create temp table staged (line int) on commit drop`.execute(bulk.db);
        return (await sql<{ role: string }>`select current_user::text as role`.execute(bulk.db))
          .rows[0]?.role;
      });
      expect(role).toBe('commons_app');
      expect(await checkLogins(pool, false)).toEqual([]);
    } finally {
      await pool.close();
      await dropDatabase(run, login);
      await run(`drop owned by ${login}; drop role ${login}`);
    }
  },
);
