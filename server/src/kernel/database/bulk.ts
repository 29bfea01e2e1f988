import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { enteringSchool, type Db, type Pool } from './database.ts';
import type { SchoolId } from '../ids.ts';
import { appRole, bulkRole } from './row-security.ts';
import type { Database } from './tables.ts';

/** A long transaction on one connection, for work on whole tables. */
export interface BulkTransaction {
  readonly db: Db;
  /** Continues as the unprivileged role in one school. With null, as the owner without a school. */
  enter(school: SchoolId | null): Promise<void>;
  /** Continues as the owner in one school. Row-level security applies to the owner, too. */
  asOwner(school: SchoolId | null): Promise<void>;
  /** Streams rows into a temporary table, and returns their number. Row-level security forbids COPY into other tables. */
  copyInto(
    table: string,
    columns: readonly string[],
    rows: AsyncIterable<BulkRow> | Iterable<BulkRow>,
  ): Promise<number>;
  /** Streams the result of a query as CSV in UTF-8 with a header line. `rowCount` is known at the end. */
  copyAsCsv(query: string): Readable & { readonly rowCount: number };
  /** Streams CSV with a header line into a table without row-level security, and returns the number of rows. */
  copyFromCsv(table: string, columns: readonly string[], csv: Readable): Promise<number>;
}

/** A cell for COPY. Dates and text work for every type that PostgreSQL parses from text. */
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

/** Returns a query builder on a connection whose owner closes it. */
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

/** Selects the app's role that can create temporary tables. */
const unprivileged = `select set_config('role', coalesce((select rolname from pg_roles
  where rolname = '${bulkRole}' and pg_has_role(current_user, oid, 'member') and pg_has_role(oid, '${appRole}', 'member')), '${appRole}'), true)`;

// Discards the plans that triggers cached for a connection's first, small statements. They would take hours on whole tables.
const opening = (isolation: string) =>
  `begin isolation level ${isolation}; set local statement_timeout = 0; discard plans`;

/** Deferred checks only see the current school, so they run before it changes. */
const leave = 'set constraints all immediate; set constraints all deferred; reset role;';

/**
 * Runs `work` in one transaction that can take minutes. It starts as the owner without a school, and `enter()` changes that. Commits when
 * `work` resolves and rolls back when it throws. `isSnapshot`: all statements see the same snapshot.
 */
export const inBulkTransaction = async <T>(
  pool: Pool,
  work: (bulk: BulkTransaction) => Promise<T>,
  { isSnapshot = false } = {},
): Promise<T> => {
  const client = await pool.raw.connect();
  const db = onClient(client);
  let lost: Error | undefined;
  const onLost = (error: Error) => {
    lost = error;
  };
  // If the connection is lost, the current statement fails. Without this listener, the event would also end the process.
  client.on('error', onLost);
  try {
    await client.query(opening(isSnapshot ? 'repeatable read' : 'read committed'));
    const result = await work({
      db,
      enter: async (school) => {
        await sql.raw(`${leave} ${enteringSchool(school)}`).execute(db);
        if (school !== null) await sql.raw(unprivileged).execute(db);
      },
      asOwner: async (school) => {
        await sql.raw(`${leave} set local commons.school_id = '${school ?? ''}'`).execute(db);
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
          // PostgreSQL only reports that COPY was aborted. The cause is the error of interest.
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
    // A lost connection can't roll back, and the database has already done so.
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
 * Updates the statistics and visibility maps of tables that a long transaction has written. Otherwise the planner assumes empty tables and
 * index-only scans read the heap until autovacuum runs, about a minute later. Skips tables that another session has locked. Takes about a
 * second for 100,000 people. Don't call it inside a transaction.
 */
export const vacuumTables = async (pool: Pool, tables: readonly string[]): Promise<void> => {
  const client = await pool.raw.connect();
  try {
    // Behind a pooler, the setting would apply to a different connection. The owner's login then needs no timeout.
    if (!pool.isPooled.owner) await client.query('set statement_timeout = 0');
    await client.query(
      `vacuum (analyze, skip_locked) ${tables.map((name) => pg.escapeIdentifier(name)).join(', ')}`,
    );
  } finally {
    // Closing the connection discards the changed timeout.
    client.release(true);
  }
};
