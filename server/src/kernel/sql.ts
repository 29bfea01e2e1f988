import { sql, type RawBuilder } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import type { Db } from './database/database.ts';
import type { Database } from './database/tables.ts';
import { problem } from './http/problem.ts';
import { personId } from './ids.ts';

/** Returns all rows of a raw statement. */
export const many = async <T>(db: Db, query: RawBuilder<T>): Promise<T[]> =>
  (await query.execute(db)).rows;

/** Returns the first row of a raw statement, or undefined. */
export const first = async <T>(db: Db, query: RawBuilder<T>): Promise<T | undefined> =>
  (await query.execute(db)).rows[0];

/** Returns whether a raw statement changed any row. */
export const hasChangedRows = async (db: Db, query: RawBuilder<unknown>): Promise<boolean> =>
  (await countChangedRows(db, query)) > 0;

/** Returns how many rows a raw statement changed. */
export const countChangedRows = async (db: Db, query: RawBuilder<unknown>): Promise<number> =>
  Number((await query.execute(db)).numAffectedRows ?? 0n);

/** Returns whether a raw statement returns any row. */
export const exists = async (db: Db, query: RawBuilder<unknown>): Promise<boolean> =>
  (await query.execute(db)).rows.length > 0;

/** Returns the row, or throws `not_found` (404) if there is none. */
export const orNotFound = <T>(row: T | undefined | null): T => {
  if (row === undefined || row === null) throw problem('not_found');
  return row;
};

/** Converts an id from a client to a database id. An invalid one becomes 0, which no row has. */
export const idOf = (text: string): number => personId(text) ?? 0;

/** Removes undefined columns, so that an update leaves them unchanged. */
export const definedOnly = <T extends object>(
  columns: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  // The filter removes exactly the undefined values.
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as never;

type Table = keyof Database;

/** Waits until other transactions of this school that create or reorder rows of the table have committed. */
export const lockTable = (db: Db, table: Table): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('table:' || ${table}, current_school()))`.execute(
    db,
  );

/** Locks the table, and throws if the school already has `max` rows in it. */
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

/** Puts the rows of a table into the order of `ids`, by their `place` column. Other rows follow in their current order. */
export const reorder = async (db: Db, table: Table, ids: readonly string[]): Promise<void> => {
  await lockTable(db, table);
  await sql`update ${sql.table(table)} as t set position = placed.position from (
      select id, row_number() over (order by array_position(${ids.map(idOf)}::bigint[], id) nulls last, position, id) - 1 as position
      from ${sql.table(table)}) as placed
    where t.id = placed.id and t.position <> placed.position`.execute(db);
};

/** The reply of calls that return no data. */
export const ok = { ok: true } as const;

/**
 * Reads many rows in pages to keep the event loop free. `map` runs for each page. `cursor` names statements with these columns;
 * a transaction can have only one of them open. Statements are prepared by their text, so a query with other columns needs another name.
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
