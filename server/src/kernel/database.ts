import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { SchoolId } from './ids.ts';
import { appRole } from './migrate.ts';
import type { Database } from './tables.ts';

/** A connection that is inside one school's transaction. */
export type Db = Kysely<Database>;

/** The pool. Nothing may query through it directly but the kernel: it is not fenced. */
export interface Pool {
  readonly kysely: Kysely<Database>;
  /** The raw pool, for COPY and LISTEN. */
  readonly raw: pg.Pool;
  close(): Promise<void>;
}

const int8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    // Ids and counts are below 2^53, so they are plain numbers everywhere.
    oid === int8 ? (text: string) => Number(text) : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** Opens the pool. `max` connections; statements longer than 15 s are ended by the database. */
export const openPool = (options: { url: string; max?: number; onError?: (error: Error) => void }): Pool => {
  const raw = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 20,
    types,
    application_name: 'commons',
    connectionTimeoutMillis: 10_000,
  });
  // An idle connection that dies (database restart) must not end the process; the next request opens a new one.
  raw.on('error', (error) => options.onError?.(error));
  // Nor may one that dies at work: its statement fails, and that is answered; unheard, the loss itself would end the process.
  raw.on('connect', (client) => client.on('error', () => undefined));
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool: raw }) });
  return { kysely, raw, close: () => kysely.destroy() };
};

/** How a transaction is opened. `school: null` sees no school's rows at all. */
export interface TransactionOptions {
  readonly school: SchoolId | null;
  readonly readOnly?: boolean;
  /** Milliseconds one statement may take. */
  readonly timeout?: number;
}

/** Milliseconds a statement waits for another transaction. */
const lockTimeout = 5_000;

const opening = ({ school, readOnly = false, timeout = 15_000 }: TransactionOptions): string =>
  `begin${readOnly ? ' read only' : ''}; set local role ${appRole}; ` +
  `set local commons.school_id = '${school ?? ''}'; set local statement_timeout = ${timeout}; set local lock_timeout = ${Math.min(timeout, lockTimeout)}`;

/**
 * Runs `work` in one transaction as the unprivileged role with the school set, which costs one round trip.
 * Commits when `work` resolves, rolls back when it throws.
 */
export const inTransaction = async <T>(pool: Pool, options: TransactionOptions, work: (db: Db) => Promise<T>): Promise<T> =>
  pool.kysely.connection().execute(async (db) => {
    await sql.raw(opening(options)).execute(db);
    try {
      const result = await work(db);
      await sql.raw('commit').execute(db);
      return result;
    } catch (error) {
      // A connection that is gone cannot roll back, and the database has done it already.
      await sql
        .raw('rollback')
        .execute(db)
        .catch(() => undefined);
      throw error;
    }
  });
