import { sql, type RawBuilder } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import type { Db } from './database/database.ts';
import type { Database } from './database/tables.ts';
import { problem } from './http/problem.ts';
import { personId } from './ids.ts';

/** All rows of a raw statement. */
export const many = async <T>(db: Db, query: RawBuilder<T>): Promise<T[]> =>
  (await query.execute(db)).rows;

/** Its first row, or undefined. */
export const first = async <T>(db: Db, query: RawBuilder<T>): Promise<T | undefined> =>
  (await query.execute(db)).rows[0];

/** Whether it changed any row. */
export const changed = async (db: Db, query: RawBuilder<unknown>): Promise<boolean> =>
  ((await query.execute(db)).numAffectedRows ?? 0n) > 0n;

/** Whether it answers any row. */
export const isThere = async (db: Db, query: RawBuilder<unknown>): Promise<boolean> =>
  (await query.execute(db)).rows.length > 0;

/** The row; without one the call answers 404 `not_found`. */
export const found = <T>(row: T | undefined | null): T => {
  if (row === undefined || row === null) throw problem('not_found');
  return row;
};

/** An id as clients write it, as the database has it; 0, which nothing has, where it is none. */
export const idOf = (text: string): number => personId(text) ?? 0;

/** Only what is given: a column that is undefined stays as it is. */
export const given = <T extends object>(
  columns: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  // Exactly the undefined ones are gone.
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as never;

type Table = keyof Database;

/** Waits for others of this school who create or order rows of a table, until they have committed. */
export const lockTable = (db: Db, table: Table): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('table:' || ${table}, current_school()))`.execute(
    db,
  );

/** Under that lock, refuses a row that would be one more than `max` of the school. */
export const checkQuota = async (
  db: Db,
  table: Table,
  max: number,
  code: ErrorCode,
): Promise<void> => {
  await lockTable(db, table);
  const row = await first(
    db,
    sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`,
  );
  if ((row?.n ?? 0) >= max) throw problem(code, { max });
};

/** Gives the rows of a table with a `place` column the order of `ids`; those not named stand behind, as they stood. */
export const reorder = async (db: Db, table: Table, ids: readonly string[]): Promise<void> => {
  await lockTable(db, table);
  await sql`update ${sql.table(table)} as t set position = placed.position from (
      select id, row_number() over (order by array_position(${ids.map(idOf)}::bigint[], id) nulls last, position, id) - 1 as position
      from ${sql.table(table)}) as placed
    where t.id = placed.id and t.position <> placed.position`.execute(db);
};

/** The answer of a call that has nothing to say. */
export const done = { ok: true } as const;

/**
 * Reads many rows in pages to keep the event loop free. `map` runs for each page. `cursor` names statements with these columns;
 * only one can be open in a transaction. Statements are prepared by their text, so a query with other columns needs another name.
 */
export const manyInPages = async <Row, Mapped = Row>(
  db: Db,
  cursor: string,
  query: RawBuilder<Row>,
  map: (rows: Row[]) => readonly Mapped[],
  pageSize = 200,
): Promise<Mapped[]> => {
  const name = sql.id(cursor);
  await sql`declare ${name} no scroll cursor for ${query}`.execute(db);
  const all: Mapped[] = [];
  for (;;) {
    const { rows } = await sql`fetch ${sql.lit(pageSize)} from ${name}`.execute(db);
    // The result has the columns of the query.
    const page = rows as Row[];
    for (const one of map(page)) all.push(one);
    if (page.length < pageSize) break;
  }
  await sql`close ${name}`.execute(db);
  return all;
};
