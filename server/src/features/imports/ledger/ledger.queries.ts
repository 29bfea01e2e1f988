import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { releaseNames } from '../../people/import/import.queries.ts';

/** How many rows of one kind an import added, changed and ended. */
export type Counts = Readonly<Record<string, { readonly added: number; readonly changed: number; readonly ended?: number }>>;

/** An import that changed something. */
export interface KeptImport {
  readonly id: number;
  readonly at: Date;
  /** Name of the folder or zip. */
  readonly source: string;
  readonly format: string;
  readonly counts: Counts;
  readonly undoneAt: Date | null;
}

/** From here on the transaction keeps, in the ledger of a new import, what stood before each of its changes. */
export const insertImport = async (
  db: Db,
  school: SchoolId,
  { at, source, format }: Pick<KeptImport, 'at' | 'source' | 'format'>,
): Promise<number> => {
  const { rows } = await sql<{
    id: number;
  }>`insert into imports (school_id, at, source, format) values (${school}::int, ${at}, ${source}, ${format}) returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await sql`select set_config('commons.import_id', ${String(id)}, true)`.execute(db);
  return id;
};

/** Ends the ledger. Answers the import's id, or null when it changed nothing and so is not kept. */
export const finishImport = async (db: Db, id: number, counts: Counts): Promise<number | null> => {
  await sql`select set_config('commons.import_id', '', true)`.execute(db);
  const { rows } = await sql`select from import_ledger where import_id = ${id} limit 1`.execute(db);
  if (rows.length === 0) await sql`delete from imports where id = ${id}`.execute(db);
  else await sql`update imports set counts = ${JSON.stringify(counts)}::jsonb where id = ${id}`.execute(db);
  return rows.length === 0 ? null : id;
};

/** The school's imports, the newest first. */
export const selectImports = async (db: Db): Promise<KeptImport[]> => {
  const { rows } = await sql<KeptImport>`
    select id, at, source, format, counts, undone_at as "undoneAt" from imports order by id desc`.execute(db);
  return rows;
};

export const updateImportUndone = async (db: Db, id: number, at: Date): Promise<void> => {
  await sql`delete from import_ledger where import_id = ${id}`.execute(db);
  await sql`update imports set undone_at = ${at} where id = ${id}`.execute(db);
};

/** A table whose changes are kept, as migrations give it the triggers. */
interface Ledgered {
  readonly table: string;
  /** Columns of the key after school_id, with their types. */
  readonly keys: readonly (readonly [string, string])[];
  /** What people call a row; `t` is the row. */
  readonly label: string;
}

const named = (table: string): Ledgered => ({ table, keys: [['sourced_id', 'text']], label: 't.sourced_id' });
const username = (id: string) => `(select username from users where id = ${id})`;

/** Those that refer to others come first, so that rows go in this order. */
const ledgered: readonly Ledgered[] = [
  ...['demographics', 'enrollments', 'roles', 'users', 'classes', 'courses', 'academic_sessions', 'orgs'].map((name) =>
    named(`roster_${name}`),
  ),
  {
    table: 'connections',
    keys: [
      ['low_id', 'bigint'],
      ['high_id', 'bigint'],
    ],
    label: `${username('t.low_id')} || ' and ' || ${username('t.high_id')}`,
  },
  { table: 'users', keys: [['id', 'bigint']], label: 't.username' },
];

/** That `l` is the ledger's row of `t`. Typed, so that the table's own index finds it. */
const isOfRow = ({ table, keys }: Ledgered): RawBuilder<unknown> =>
  sql.raw(
    `l.table_name = '${table}' and ${keys.map(([name, type], at) => `t.${name} = split_part(l.key, E'\\x1f', ${at + 1})::${type}`).join(' and ')}`,
  );

/** Why an import cannot be undone: what stands in the way, and the first few rows it is about. */
export interface Obstacle {
  readonly what: string;
  readonly rows: number;
  readonly examples: readonly string[];
}

const examplesKept = 5;

/** Rows that later imports changed as well, by import. */
export const selectLaterChanges = async (db: Db, id: number): Promise<{ id: number; rows: number; examples: string[] }[]> => {
  const parts = ledgered.map(
    (one) => sql`select later.import_id, ${one.table}::text || ' ' || (${sql.raw(one.label)}) as label
      from import_ledger l join import_ledger later on later.import_id > l.import_id and later.table_name = l.table_name and later.key = l.key
      join ${sql.table(one.table)} t on ${isOfRow(one)} where l.import_id = ${id}`,
  );
  const { rows } = await sql<{ id: number; rows: number; examples: string[] }>`
    select import_id as id, count(*)::int as rows, (array_agg(label order by label))[1:${sql.lit(examplesKept)}] as examples
    from (${sql.join(parts, sql` union all `)}) as found group by 1 order by 1 desc`.execute(db);
  return rows;
};

/** Rows the import changed and somebody has changed since, in the same columns. When a row was last changed does not count. */
export const selectChangesSince = async (db: Db, id: number): Promise<Obstacle[]> => {
  const parts = ledgered.map(
    (one) => sql`select ${one.table}::text as table_name, d.column_name, ${sql.raw(one.label)} as label
      from import_ledger l join ${sql.table(one.table)} t on ${isOfRow(one)}, lateral (
        select a.key as column_name from jsonb_each(l.after) a where a.key <> 'updated_at' and to_jsonb(t) -> a.key is distinct from a.value
      ) as d where l.import_id = ${id} and l.before is not null`,
  );
  const { rows } = await sql<Obstacle>`
    select table_name || '.' || column_name as what, count(*)::int as rows, (array_agg(label order by label))[1:${sql.lit(examplesKept)}] as examples
    from (${sql.join(parts, sql` union all `)}) as found group by 1 order by 1`.execute(db);
  return rows;
};

/** Tables that follow from the people by themselves. */
const followers = ['user_facets', 'user_words'];

/**
 * What people whom the import added have done since: rows of any table that would go with them. The tables are read
 * from the catalogue, so that a feature nobody has written yet is minded too.
 */
export const selectTracesOfAdded = async (db: Db, id: number): Promise<Obstacle[]> => {
  const { rows: references } = await sql<{ table: string; column: string }>`
    select c.relname as "table", a.attname as "column"
    from pg_constraint k join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey) and a.attname <> 'school_id'
    where k.contype = 'f' and k.confrelid = 'users'::regclass and c.relnamespace = 'public'::regnamespace
      and c.relname <> all(${followers}::text[]) order by 1, 2`.execute(db);
  const obstacles: Obstacle[] = [];
  for (const { table, column } of references) {
    const own = ledgered.find((one) => one.table === table);
    const isNotOwn =
      own === undefined
        ? sql`true`
        : sql`not exists (select from import_ledger l where l.import_id = ${id} and l.before is null and ${isOfRow(own)})`;
    const { rows } = await sql<Obstacle>`
      select ${table}::text as what, count(*)::int as rows, (array_agg(distinct u.username order by u.username))[1:${sql.lit(examplesKept)}] as examples
      from import_ledger added join users u on u.id = added.key::bigint join ${sql.table(table)} t on ${sql.ref(`t.${column}`)} = u.id
      where added.import_id = ${id} and added.table_name = 'users' and added.before is null and ${isNotOwn} having count(*) > 0`.execute(
      db,
    );
    obstacles.push(...rows);
  }
  return obstacles;
};

/** Columns that can be written back. */
const selectColumns = async (db: Db, { table, keys }: Ledgered): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname <> all(${['school_id', ...keys.map(([name]) => name)]}::text[])`.execute(db);
  return rows.map(({ name }) => name);
};

/** Puts every row the import touched back to what stood before. Rows that are gone by now stay gone. */
export const restoreRows = async (db: Db, id: number): Promise<{ removed: number; restored: number }> => {
  let removed = 0;
  let restored = 0;
  for (const one of ledgered) {
    const { numAffectedRows } = await sql`delete from ${sql.table(one.table)} t using import_ledger l
      where l.import_id = ${id} and l.before is null and ${isOfRow(one)}`.execute(db);
    removed += Number(numAffectedRows ?? 0);
  }
  await releaseNames(db, id);
  for (const one of ledgered) {
    const columns = await selectColumns(db, one);
    const list = (from: string) => sql.join(columns.map((name) => sql.ref(from + name)));
    // When somebody has changed another column since, the moment of that change stays.
    const { numAffectedRows } = await sql`update ${sql.table(one.table)} t set (${list('')}) = (
        select ${list('r.')} from jsonb_populate_record(t, l.before
          - case when to_jsonb(t) -> 'updated_at' is distinct from l.after -> 'updated_at' then 'updated_at' else '' end) r)
      from import_ledger l where l.import_id = ${id} and l.before is not null and ${isOfRow(one)}`.execute(db);
    restored += Number(numAffectedRows ?? 0);
  }
  return { removed, restored };
};
