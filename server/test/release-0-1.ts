import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { roles, secureTables } from '#server/kernel/database/row-security.ts';

/** The last schema of release 0.1 with a small demo campus, and an import that can be undone. */
interface Release {
  /** Import of two people with the usernames `imported-one` and `imported-two`. */
  readonly importId: number;
  readonly school: number;
  /** Migrations that change rows of all schools without disabling row-level security themselves. */
  readonly acrossSchools: readonly string[];
  readonly migrations: readonly { name: string; sql: string; checksum: string }[];
  readonly tables: readonly { table: string; columns: string[]; rows: number; csv: string }[];
}

let read: Promise<Release> | undefined;

/** Reads the fixture once per process. */
export const readRelease = (): Promise<Release> =>
  (read ??= readFile(join(import.meta.dirname, 'fixtures/release-0.1.json.br')).then(
    (bytes) => JSON.parse(brotliDecompressSync(bytes).toString()) as Release,
  ));

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
};

/** Creates the schema of release 0.1 in an empty database, as its owner. `upTo`: the last migration. */
export const createRelease = async (url: string, upTo = '9'): Promise<void> => {
  const { migrations, acrossSchools } = await readRelease();
  const client = await connect(url);
  try {
    await client.query(`begin; ${roles}
      set local client_min_messages = warning;
      create table migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())`);
    for (const { name, sql, checksum } of migrations.filter((one) => one.name <= upTo)) {
      if (acrossSchools.includes(name))
        await client.query(`do $$ declare t record; begin
          for t in select c.oid::regclass as name from pg_class c
            where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relforcerowsecurity
          loop execute format('alter table %s no force row level security', t.name); end loop; end $$`);
      await client.query(sql);
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [
        name,
        checksum,
      ]);
      await client.query(secureTables);
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
};

/** Adds the rows of the fixture. `superUrl`: the same database as a superuser, who can leave out triggers. */
export const fillRelease = async (superUrl: string): Promise<void> => {
  const client = await connect(superUrl);
  try {
    await client.query('begin; set local session_replication_role = replica');
    for (const { table, columns, rows, csv } of (await readRelease()).tables) {
      const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
      const into = client.query(
        copyFrom(
          `copy ${pg.escapeIdentifier(table)} (${list}) from stdin with (format csv, encoding 'utf8')`,
        ),
      );
      await pipeline(Readable.from([csv]), into);
      if (into.rowCount !== rows)
        throw new Error(`${table}: ${into.rowCount} of ${rows} rows were copied`);
    }
    const { rows: numbers } = await client.query<{ name: string; column: string }>(`
      select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`);
    for (const { name, column } of numbers)
      await client.query(
        `select setval(pg_get_serial_sequence($1, $2), (select coalesce(max(${pg.escapeIdentifier(column)}), 1) from ${pg.escapeIdentifier(name)}))`,
        [name, column],
      );
    await client.query('commit');
  } finally {
    await client.end();
  }
};

/**
 * Adds copies of the people of the fixture until the school has at least `people`, with a connection, a club membership and a notification
 * each. Triggers add the rest. `superUrl`: the same database as a superuser.
 */
export const growRelease = async (superUrl: string, people: number): Promise<void> => {
  const { school, tables } = await readRelease();
  const columnsOf = (name: string, ...without: string[]) =>
    (tables.find(({ table }) => table === name)?.columns ?? [])
      .filter((column) => !without.includes(column))
      .map((column) => pg.escapeIdentifier(column))
      .join(', ');
  const copied = columnsOf('users', 'id', 'username', 'email');
  const client = await connect(superUrl);
  try {
    await client.query(`begin; set local commons.school_id = '${school}'`);
    await client.query(
      `insert into users (username, email, ${copied})
       select u.username || '-' || n, n || '-' || u.email, ${copied}
       from users u, generate_series(1, ceil($2::numeric / (select count(*) from users where school_id = $1))::int - 1) n
       where u.school_id = $1`,
      [school, people],
    );
    await client.query(
      `insert into connections (school_id, low_id, high_id, requested_by, is_accepted, requested_at, accepted_at)
       select $1, id, next, id, true, now(), now()
       from (select id, lead(id) over (order by id) as next from users where school_id = $1 and username ~ '-\\d+$') pairs
       where next is not null
       on conflict do nothing`,
      [school],
    );
    await client.query(
      `insert into club_members (school_id, club_id, user_id, status, since, tags, is_disabled)
       select $1, (select min(club_id) from club_members where school_id = $1), id, 'member', now(), '{}', is_disabled
       from users where school_id = $1 and username ~ '-\\d+$'
       on conflict do nothing`,
      [school],
    );
    const noticed = columnsOf('notifications', 'id', 'user_id', 'change');
    await client.query(
      `insert into notifications (user_id, change, ${noticed})
       select u.id, 1, ${noticed
         .split(', ')
         .map((column) => `n.${column}`)
         .join(', ')}
       from users u, (select * from notifications where school_id = $1 order by id limit 1) n
       where u.school_id = $1 and u.username ~ '-\\d+$'`,
      [school],
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
};
