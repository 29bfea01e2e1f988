import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { schoolId, type SchoolId } from '../../kernel/ids.ts';

/** A table in a backup. */
export interface StoredTable {
  readonly name: string;
  /** True if its rows belong to schools, with row-level security. Includes `schools`. */
  readonly isFenced: boolean;
  /** Stored columns, without generated ones. */
  readonly columns: readonly string[];
  /** Columns of the primary key, which determine the order of rows. */
  readonly key: readonly string[];
  /** Columns with sequences. */
  readonly numbered: readonly string[];
  /** Tables that it refers to. */
  readonly refersTo: readonly string[];
}

/** Selects the names of the migrations that have run, in order. */
export const selectMigrations = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};

/**
 * Returns every table, except the lists of what has run, which creating the schema writes. Columns are in the order of their names,
 * because a converted installation has them in another order than a new one.
 */
export const selectTables = async (db: Db): Promise<StoredTable[]> => {
  const { rows } = await sql<Omit<StoredTable, 'isFenced'> & { is_fenced: boolean }>`
    select c.relname as name, c.relrowsecurity as is_fenced,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attname) as columns,
      array(select a.attname::text from pg_index i cross join lateral unnest(i.indkey) with ordinality as k(attnum, position)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary and k.position <= i.indnkeyatts order by k.position) as key,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '') as numbered,
      array(select distinct f.confrelid::regclass::text from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('migrations', 'function_files')
    order by c.relname`.execute(db);
  return rows.map(({ is_fenced, ...table }) => ({ ...table, isFenced: is_fenced }));
};

/** Selects the ids of all schools. */
export const selectSchoolIds = async (db: Db): Promise<SchoolId[]> => {
  const { rows } = await sql<{
    id: number;
  }>`select distinct school_id as id from school_hosts order by 1`.execute(db);
  return rows.map(({ id }) => schoolId(id));
};

const named = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

/** Returns the query for a table's rows, of one school or of the installation, in key order. */
export const rowsQuery = ({ name, columns, key }: StoredTable, school: SchoolId | null): string =>
  `select ${named(columns)} from "${name}"${school === null ? '' : ` where school_id = ${school}`} order by ${named(key)}`;

/**
 * Prepares tables for restored rows: disables row-level security for their owner, our triggers and, if the database user is allowed to,
 * foreign key checks. The end of the transaction or `closeTables` reverts it.
 */
export const openTables = async (db: Db, tables: readonly StoredTable[]): Promise<void> => {
  const { rows } = await sql<{
    may: boolean;
  }>`select has_parameter_privilege('session_replication_role', 'set') as may`.execute(db);
  if (rows[0]?.may) await sql`set local session_replication_role = replica`.execute(db);
  for (const { name, isFenced } of tables) {
    if (isFenced) await sql`alter table ${sql.table(name)} no force row level security`.execute(db);
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(db);
  }
};

/** Enables row-level security and triggers again, and sets the sequences after the existing numbers. */
export const closeTables = async (db: Db, tables: readonly StoredTable[]): Promise<void> => {
  for (const { name, isFenced, numbered } of tables) {
    for (const column of numbered) {
      await sql`select setval(pg_get_serial_sequence(${name}, ${column}),
        greatest(1, (select coalesce(max(${sql.ref(column)}), 1) from ${sql.table(name)})))`.execute(
        db,
      );
    }
    await sql`alter table ${sql.table(name)} enable trigger user`.execute(db);
    if (isFenced) await sql`alter table ${sql.table(name)} force row level security`.execute(db);
  }
};

/** Deletes the rows that creating the schema inserted into a table. */
export const emptyTable = async (db: Db, name: string): Promise<void> => {
  await sql`delete from ${sql.table(name)}`.execute(db);
};

/** Removes the whole schema, of an installation that has no school. */
export const dropSchema = async (db: Db): Promise<void> => {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
};

/** Returns whether the database has a school, only tables, or not even tables. */
export const selectState = async (db: Db): Promise<'new' | 'empty' | 'used'> => {
  const { rows } = await sql<{
    hosts: string | null;
  }>`select to_regclass('public.school_hosts')::text as hosts`.execute(db);
  if (rows[0]?.hosts === null || rows[0] === undefined) return 'new';
  return (await selectSchoolIds(db)).length === 0 ? 'empty' : 'used';
};
