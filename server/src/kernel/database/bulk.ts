import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db, Pool } from './database.ts';
import type { SchoolId } from '../ids.ts';
import { appRole, bulkRole } from './row-security.ts';
import type { Database } from './tables.ts';

/** One long transaction over one connection, for work on whole tables. */
export interface Bulk {
  readonly db: Db;
  /** Acts as the unprivileged role inside one school from here on; null: as the owner, inside no school. */
  enter(school: SchoolId | null): Promise<void>;
  /** Sees one school's rows as the owner, whom the fences hold too. */
  asOwner(school: SchoolId | null): Promise<void>;
  /** Streams rows into a (temporary) table; answers how many. Row-level security allows no COPY into other tables. */
  copyInto(
    table: string,
    columns: readonly string[],
    rows: AsyncIterable<BulkRow> | Iterable<BulkRow>,
  ): Promise<number>;
  /** Streams the answer of a query as CSV with a header line, UTF-8; at its end it knows how many rows it had. */
  copyAsCsv(query: string): Readable & { readonly rowCount: number };
  /** Streams CSV with a header line into a table the transaction may write past the fence; answers how many rows. */
  copyFromCsv(table: string, columns: readonly string[], csv: Readable): Promise<number>;
}

/** A cell as COPY takes it. A Date or text stands for any type that PostgreSQL reads from text. */
export type BulkValue = string | number | boolean | Date | readonly string[] | null;
export type BulkRow = readonly BulkValue[];

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escaped = (text: string): string =>
  /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, (sign) => escapes[sign] ?? sign) : text;

const cell = (value: BulkValue): string => {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  return escaped(`{${value.map((item) => `"${item.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`);
};

const chunkLength = 65_536;

async function* copyText(rows: AsyncIterable<BulkRow> | Iterable<BulkRow>): AsyncGenerator<string> {
  let chunk = '';
  for await (const row of rows) {
    chunk += `${row.map(cell).join('\t')}\n`;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** The query builder on a connection that somebody else opens and closes. */
const onClient = (client: pg.PoolClient): Db => {
  const lent = Object.assign(Object.create(client) as pg.PoolClient, {
    query: client.query.bind(client),
    release: () => undefined,
  });
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: { connect: async () => lent, end: async () => undefined, options: {} },
    }),
  });
};

/** The app's role, in the form that may make temporary tables. */
const unprivileged = `select set_config('role', coalesce((select rolname from pg_roles
  where rolname = '${bulkRole}' and pg_has_role(current_user, oid, 'member') and pg_has_role(oid, '${appRole}', 'member')), '${appRole}'), true)`;

// Triggers keep the plans of a connection's first, small statements; those take hours on whole tables.
const opening = (isolation: string) =>
  `begin isolation level ${isolation}; set local statement_timeout = 0; discard plans`;

/**
 * Runs `work` in one transaction that may take minutes. Begins as the owner inside no school; `enter()` changes that.
 * Commits when `work` resolves and rolls back when it throws. `isSnapshot`: all statements see the same moment.
 */
export const inBulkTransaction = async <T>(
  pool: Pool,
  work: (bulk: Bulk) => Promise<T>,
  { isSnapshot = false } = {},
): Promise<T> => {
  const client = await pool.raw.connect();
  const db = onClient(client);
  let lost: Error | undefined;
  const onLost = (error: Error) => {
    lost = error;
  };
  // A connection that ends in the middle fails the statement under way; unheard, it would end the process.
  client.on('error', onLost);
  try {
    await client.query(opening(isSnapshot ? 'repeatable read' : 'read committed'));
    const result = await work({
      db,
      enter: async (school) => {
        await sql.raw(`reset role; set local commons.school_id = '${school ?? ''}'`).execute(db);
        if (school !== null) await sql.raw(unprivileged).execute(db);
      },
      asOwner: async (school) => {
        await sql.raw(`reset role; set local commons.school_id = '${school ?? ''}'`).execute(db);
      },
      copyInto: async (table, columns, rows) => {
        const into = client.query(
          copyFrom(
            `copy ${pg.escapeIdentifier(table)} (${columns.map((name) => pg.escapeIdentifier(name)).join(', ')}) from stdin`,
          ),
        );
        const source = Readable.from(copyText(rows));
        let cause: Error | undefined;
        source.on('error', (error) => {
          cause = error;
        });
        await pipeline(source, into).catch((error: unknown) => {
          // The database answers that the copy was broken off; what broke it off is the news.
          throw cause ?? error;
        });
        return into.rowCount;
      },
      copyFromCsv: async (table, columns, csv) => {
        const list = columns.map((name) => pg.escapeIdentifier(name)).join(', ');
        const into = client.query(
          copyFrom(
            `copy ${pg.escapeIdentifier(table)} (${list}) from stdin with (format csv, header, encoding 'utf8')`,
          ),
        );
        await pipeline(csv, into);
        return into.rowCount;
      },
      copyAsCsv: (query) =>
        client.query(
          copyTo(`copy (${query}) to stdout with (format csv, header, encoding 'utf8')`),
        ),
    });
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that is gone cannot roll back, and the database has done it already.
    await client.query('rollback').catch((broken: Error) => {
      lost = broken;
    });
    throw error;
  } finally {
    client.off('error', onLost);
    client.release(lost);
  }
};

/**
 * Lets the database take note of tables that a long transaction has written: their statistics, and which pages everybody sees. Until
 * then plans are made as for empty tables and indexes ask the rows, for the minute or so that the automatic vacuum takes to come. A
 * table that somebody else holds is left to it. Takes about a second for 100,000 people; not inside a transaction.
 */
export const vacuumTables = async (pool: Pool, tables: readonly string[]): Promise<void> => {
  const client = await pool.raw.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(
      `vacuum (analyze, skip_locked) ${tables.map((name) => pg.escapeIdentifier(name)).join(', ')}`,
    );
  } finally {
    // With its timeout as it was.
    client.release(true);
  }
};
