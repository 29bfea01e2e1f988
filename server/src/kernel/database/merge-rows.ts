import { sql, type RawBuilder } from 'kysely';
import type { SchoolId } from '../ids.ts';
import { countChangedRows, first } from '../sql.ts';
import type { Db } from './database.ts';

/** The number of rows that a merge added, changed, ended and left unchanged. Rows that are missing from a list aren't ended. */
export interface MergeCounts {
  readonly added: number;
  readonly changed: number;
  readonly ended: number;
  readonly unchanged: number;
}

export interface MergeTarget {
  readonly table: string;
  /** Columns of the key, after `school_id`. */
  readonly keys: readonly string[];
  readonly columns: readonly string[];
  /** Columns that only new rows get. A list doesn't change them later. */
  readonly first?: readonly string[];
}

/** Returns the name of the temporary table with the desired rows. It exists until the transaction ends. */
export const mergeTable = (table: string): string => `target_${table}`;

/**
 * Writes the rows of a list. The query returns `line`, `is_new`, the key, all columns of the target, and the columns for new rows. Skips
 * unchanged rows. `also` sets other columns of changed rows, such as `, version = t.version + 1`.
 */
export const mergeRows = async (
  db: Db,
  school: SchoolId,
  { table, keys, columns, first: begins = [] }: MergeTarget,
  rows: RawBuilder<unknown>,
  also: RawBuilder<unknown> = sql``,
): Promise<MergeCounts> => {
  const all = [...keys, ...columns, ...begins];
  const target = sql.table(mergeTable(table));
  const names = (of: readonly string[], from: string) =>
    sql.join(of.map((name) => sql.ref(from + name)));
  await sql`drop table if exists ${sql.table(`pg_temp.${mergeTable(table)}`)}`.execute(db);
  await sql`create temp table ${target} on commit drop as
    select line, is_new, ${names(all, '')} from (${rows})
      as rows (line, is_new, ${names(all, '')})`.execute(db);
  await sql`create index on ${target} (${names(keys, '')})`.execute(db);
  await sql`analyze ${target}`.execute(db);
  const isSame = sql.raw(keys.map((key) => `x.${key} = t.${key}`).join(' and '));
  const changed = await countChangedRows(
    db,
    sql`
    update ${sql.table(table)} t set (${names(columns, '')}) = row (${names(columns, 'x.')}) ${also} from ${target} x
    where ${isSame} and not x.is_new and (${names(columns, 't.')}) is distinct from (${names(columns, 'x.')})`,
  );
  const added = await countChangedRows(
    db,
    sql`
    insert into ${sql.table(table)} (school_id, ${names(all, '')})
    select ${school}::int, ${names(all, '')} from ${target} where is_new order by line`,
  );
  const { n } = (await first(db, sql<{ n: number }>`select count(*)::int as n from ${target}`)) ?? {
    n: 0,
  };
  return { added, changed, ended: 0, unchanged: n - added - changed };
};
