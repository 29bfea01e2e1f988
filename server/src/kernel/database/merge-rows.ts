import { sql, type RawBuilder } from 'kysely';
import type { SchoolId } from '../ids.ts';
import { first } from '../sql.ts';
import type { Db } from './database.ts';

/** What a merge did. A list ends nothing by leaving it out. */
export interface MergeCounts {
  readonly added: number;
  readonly changed: number;
  readonly ended: number;
  readonly unchanged: number;
}

export interface MergeTarget {
  readonly table: string;
  /** Columns of its key after school_id. */
  readonly keys: readonly string[];
  readonly columns: readonly string[];
  /** Columns that new rows begin with and that a list does not change. */
  readonly first?: readonly string[];
}

/** The temporary table that holds, until the transaction ends, what rows of the target are to be. */
export const mergeTable = (table: string): string => `target_${table}`;

/**
 * Writes rows of a list as a query says them: `line`, `is_new`, then the key, all columns of the target and those of
 * new rows. Rows that are as they
 * are to be are not written. `also`: what else is set of rows that change, such as `, version = t.version + 1`.
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
  const affected = async (query: RawBuilder<unknown>) =>
    Number((await query.execute(db)).numAffectedRows ?? 0n);
  await sql`drop table if exists ${sql.table(`pg_temp.${mergeTable(table)}`)}`.execute(db);
  await sql`create temp table ${target} on commit drop as
    select line, is_new, ${names(all, '')} from (${rows})
      as rows (line, is_new, ${names(all, '')})`.execute(db);
  await sql`create index on ${target} (${names(keys, '')})`.execute(db);
  await sql`analyze ${target}`.execute(db);
  const isSame = sql.raw(keys.map((key) => `x.${key} = t.${key}`).join(' and '));
  const changed = await affected(sql`
    update ${sql.table(table)} t set (${names(columns, '')}) = row (${names(columns, 'x.')}) ${also} from ${target} x
    where ${isSame} and not x.is_new and (${names(columns, 't.')}) is distinct from (${names(columns, 'x.')})`);
  const added = await affected(sql`
    insert into ${sql.table(table)} (school_id, ${names(all, '')})
    select ${school}::int, ${names(all, '')} from ${target} where is_new order by line`);
  const { n } = (await first(db, sql<{ n: number }>`select count(*)::int as n from ${target}`)) ?? {
    n: 0,
  };
  return { added, changed, ended: 0, unchanged: n - added - changed };
};
