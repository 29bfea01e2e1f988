import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openPool } from '#server/kernel/database/database.ts';
import { baseline, knownMigrations, migrate } from '#server/kernel/database/migrate.ts';
import { undoImport } from '#server/features/imports/journal/undo-import.ts';
import { schoolId } from '#server/kernel/ids.ts';
import { describeCatalog } from './catalog.ts';
import { dropDatabase } from './drop-database.ts';
import { isSoak } from './effort.ts';
import { createRelease, fillRelease, growRelease, readRelease } from './release-0-1.ts';

const workers = 4;

interface Renames {
  /** Names of tables by their name in release 0.1. */
  readonly tables: ReadonlyMap<string, string>;
  /** Table (its new name), and a column's old and new name. */
  readonly columns: readonly (readonly [table: string, before: string, after: string])[];
}

/** Reads the renames from the conversion, which is their only list. */
const readRenames = async (): Promise<Renames> => {
  const text = await readFile(join(import.meta.dirname, '../database/conversion.sql'), 'utf8');
  const lists = [
    ...text.matchAll(/values\n((?: +\([^\n]*\)[,;)a-z_ ]*(?:\([a-z_, ]+\))?\n)+)/g),
  ].map(([, list = '']) =>
    list.split('\n').map((line) => [...line.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)),
  );
  const rows = lists.flat();
  return {
    tables: new Map(
      rows.flatMap((row) => (row.length === 2 ? [[row[0] ?? '', row[1] ?? '']] : [])),
    ),
    columns: rows.flatMap((row) =>
      row.length === 3 ? [[row[0] ?? '', row[1] ?? '', row[2] ?? ''] as const] : [],
    ),
  };
};

/** Columns of release 0.1 that the conversion replaces by other columns (`rewritten`). */
const replaced: Readonly<Record<string, readonly string[]>> = {
  clubs: ['is_membership_private', 'is_membership_for_officers'],
};

/** Values of release 0.1 that the conversion rewrites. */
const rewritten: Readonly<Record<string, string>> = {
  clubs: `jsonb_build_object('members_seen_by', case when not t.is_membership_private then 'everyone'
    when t.is_membership_for_officers then 'officers' else 'members' end)`,
  booking_offices: `jsonb_build_object('kind', (t.kind - 'place') || jsonb_build_object('location', t.kind -> 'place'))`,
  outbox: `case when t.payload ? 'fold'
    then jsonb_build_object('payload', (t.payload - 'fold') || jsonb_build_object('collapseKey', t.payload -> 'fold')) else '{}' end`,
};

const databases: string[] = [];
const asAdmin = async (text: string) => {
  const client = new pg.Client({ connectionString: inject('adminUrl') });
  await client.connect();
  await client.query(text).finally(() => client.end());
};

const at = (name: string, address: string): string => {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
};

const connect = async (url: string, school: number | null): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  if (school !== null)
    await client.query(`set role commons_app; set commons.school_id = '${school}'`);
  return client;
};

const newDatabase = async (template = 'template0'): Promise<string> => {
  const name = `upgrade_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} template ${template} encoding 'UTF8'`);
  databases.push(name);
  return name;
};

const catalogOf = async (url: string): Promise<string[]> => {
  const client = await connect(url, null);
  return describeCatalog(client).finally(() => client.end());
};

/**
 * Returns the number of rows and a hash of them for each table. `renames` describes the rows of release 0.1 as the conversion
 * writes them.
 */
const rowsOf = async (superUrl: string, renames?: Renames): Promise<Record<string, string>> => {
  const client = await connect(superUrl, null);
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not in ('migrations', 'function_files') order by 1`,
    );
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      const after = renames?.tables.get(name) ?? name;
      const columns = renames?.columns.filter(([table]) => table === after) ?? [];
      const row = [
        `to_jsonb(t) - array[${[
          ...columns.map(([, before]) => before),
          ...(renames ? (replaced[name] ?? []) : []),
        ]
          .map((column) => pg.escapeLiteral(column))
          .join()}]::text[]`,
        ...columns.map(
          ([, before, next]) =>
            `jsonb_build_object(${pg.escapeLiteral(next)}, t.${pg.escapeIdentifier(before)})`,
        ),
        ...(renames && name in rewritten ? [rewritten[name]] : []),
      ].join(' || ');
      const { rows } = await client.query<{ state: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(r, '' order by r collate "C")), '') as state
         from (select (${row})::text as r from ${pg.escapeIdentifier(name)} t) as all_rows`,
      );
      found[after] = rows[0]?.state ?? '';
    }
    return found;
  } finally {
    await client.end();
  }
};

/** Changes rows as people do until `isOver`. Returns what the database acknowledged. */
const work = async (url: string, school: number, worker: number, isOver: () => boolean) => {
  const client = await connect(url, school);
  const { rows: own } = await client.query<{ id: string }>(
    `select id::text from users where id % ${workers} = $1 order by id limit 100`,
    [worker],
  );
  const majors = new Map<string, string>();
  let calls = 0;
  while (!isOver()) {
    const id = own[calls % own.length]?.id ?? '0';
    const major = `Changed ${worker} ${calls}`;
    await client.query('update users set major = $2, last_name = last_name where id = $1', [
      id,
      major,
    ]);
    majors.set(id, major);
    calls += 1;
    // Without pauses, the upgrade would find no moment in which no one holds a table.
    await delay(10);
  }
  await client.end();
  return { calls, majors };
};

afterAll(async () => {
  for (const name of databases) await dropDatabase(asAdmin, name);
});

describe.skipIf(inject('superUrl') === null)('an installation of release 0.1', () => {
  const superUrl = inject('superUrl') ?? '';
  let filled = '';
  beforeAll(async () => {
    filled = await newDatabase();
    await createRelease(at(filled, inject('adminUrl')));
    await fillRelease(at(filled, superUrl));
  }, 180_000);

  test('the upgrade converts every row, and the catalog matches a new installation', async () => {
    const name = await newDatabase(filled);
    const url = at(name, inject('adminUrl'));
    const renames = await readRenames();
    expect([renames.tables.size, renames.columns.length]).toEqual([25, 107]);
    const before = await rowsOf(at(name, superUrl), renames);
    expect(Object.values(before).filter((state) => !state.startsWith('0 ')).length).toBeGreaterThan(
      100,
    );
    expect(await migrate({ url, upTo: baseline })).toEqual([baseline]);
    expect(await rowsOf(at(name, superUrl))).toEqual(before);
    expect(await migrate({ url })).toEqual((await knownMigrations()).slice(1));
    expect(await catalogOf(url)).toEqual(await catalogOf(at(inject('templateName'), superUrl)));
    expect(await migrate({ url })).toEqual([]);
  });

  test.runIf(isSoak)('the upgrade converts every row of 20,000 people', async () => {
    const name = await newDatabase(filled);
    await growRelease(at(name, superUrl), 20_000);
    const before = await rowsOf(at(name, superUrl), await readRenames());
    expect(Number(before['users']?.split(' ')[0])).toBeGreaterThan(20_000);
    const startedAt = performance.now();
    const url = at(name, inject('adminUrl'));
    expect(await migrate({ url, upTo: baseline })).toEqual([baseline]);
    console.log(`converted in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    expect(await rowsOf(at(name, superUrl))).toEqual(before);
  });

  test('undoImport() undoes an import from before the conversion', { tags: 'soak' }, async () => {
    const name = await newDatabase(filled);
    const url = at(name, inject('adminUrl'));
    const { importId, school } = await readRelease();
    // The journal names tables. An import of charges names one that the conversion renames.
    const owner = await connect(at(name, superUrl), null);
    await owner.query(
      `insert into import_additions (school_id, import_id, table_name, keys) values ($1, $2, 'finance_lines', '{1}')`,
      [school, importId],
    );
    // An import opened a club's member list, in columns that the conversion replaces.
    const { rows: clubs } = await owner.query<{ id: string }>(
      `update clubs set is_membership_private = false, is_membership_for_officers = true
       where id = (select min(id) from clubs where school_id = $1) returning id::text`,
      [school],
    );
    await owner.query(
      `insert into import_ledger (school_id, import_id, table_name, key, before, after)
       values ($1, $2, 'clubs', $3, '{"is_membership_private": true}', '{"is_membership_private": false}')`,
      [school, importId, clubs[0]?.id],
    );
    await migrate({ url });
    const { rows: tables } = await owner.query(
      `select distinct table_name as name from import_additions union select table_name from import_journal
       except select relname from pg_class where relkind = 'r'`,
    );
    expect(tables).toEqual([]);
    await owner.end();
    const pool = openPool({ url, max: 2 });
    const client = await connect(url, school);
    const imported = async () =>
      (
        await client.query(
          `select username from users where username like 'imported-%' and not is_disabled`,
        )
      ).rowCount;
    expect(await imported()).toBe(2);
    await undoImport(pool, schoolId(school), importId, new Date());
    expect(await imported()).toBe(0);
    const { rows: restored } = await client.query(
      'select members_seen_by from clubs where id = $1',
      [clubs[0]?.id],
    );
    expect(restored).toEqual([{ members_seen_by: 'officers' }]);
    await client.end();
    await pool.close();
  });

  test(
    'the upgrade runs while people work: no statement fails, and no confirmed change is lost',
    { tags: 'soak' },
    async () => {
      const url = at(await newDatabase(filled), inject('adminUrl'));
      const { school } = await readRelease();
      let isOver = false;
      const working = Promise.all(
        [...Array(workers).keys()].map((worker) => work(url, school, worker, () => isOver)),
      );
      working.catch(() => undefined);
      await delay(300);
      await migrate({ url });
      await delay(300);
      isOver = true;
      const done = await working;
      expect(Math.min(...done.map(({ calls }) => calls))).toBeGreaterThan(10);
      const client = await connect(url, school);
      for (const { majors } of done) {
        const { rows } = await client.query<{ id: string; major: string }>(
          'select id::text, major from users where id = any($1::bigint[])',
          [[...majors.keys()]],
        );
        expect(new Map(rows.map((row) => [row.id, row.major]))).toEqual(majors);
      }
      // Filters and words, which triggers write, agree with the people.
      const unmarked = await client.query(
        `select from users u where not exists (select from user_facets f where f.user_id = u.id and f.facet = 'major:' || u.major)
       and u.major like 'Changed %' and not u.is_disabled`,
      );
      expect(unmarked.rowCount).toBe(0);
      await client.end();
    },
  );

  test(
    'migrate() rejects an older database and says which release to start first',
    { tags: ['soak'] },
    async () => {
      const url = at(await newDatabase(), inject('adminUrl'));
      await createRelease(url, '0380_storage.sql');
      await expect(migrate({ url })).rejects.toThrow(
        'This database was created by a release before 0.1; start Commons 0.1 once, and then this version.',
      );
    },
  );
});
