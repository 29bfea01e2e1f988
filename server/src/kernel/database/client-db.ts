import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { setBounded } from '../bounded-map.ts';
import type { Load } from '../load.ts';
import type { Database } from './tables.ts';

/** Number of executions after which a statement is prepared, so that each connection plans it only once. */
const prepareAfter = 3;
/**
 * Maximum prepared statements; the least recently used are dropped. Each takes about 50 kB per connection, and connections keep a dropped
 * statement until they close (`lifetimeSeconds` in database.ts).
 */
const preparedMax = 200;
/** Maximum counted statements. Statements whose text always differs, such as long lists of rows, are never prepared. */
const countedMax = 5_000;

const asked = new Map<string, number>();
const names = new Map<string, string>();

/** Returns the name of a prepared statement, or undefined if the text is used rarely. */
const nameOf = (text: string): string | undefined => {
  const name = names.get(text);
  if (name !== undefined) {
    // Moves the name to the end, so that the least recently used is dropped first.
    names.delete(text);
    names.set(text, name);
    return name;
  }
  const times = (asked.get(text) ?? 0) + 1;
  if (times < prepareAfter) {
    if (asked.size >= countedMax) asked.clear();
    asked.set(text, times);
    return undefined;
  }
  asked.delete(text);
  const made = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  setBounded(names, text, made, preparedMax);
  return made;
};

/** SQLSTATE of a statement in a failed transaction. */
const isVoid = '25P02';
const changes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** A client as a connection of the query builder. Unlike Kysely's own, it sends a statement while another is still running. */
class ClientConnection implements DatabaseConnection {
  readonly #client: pg.ClientBase;
  /** The error that made the open transaction fail. */
  #cause: unknown;
  /** Number of failed attempts to prepare a statement here, by its name. */
  readonly #failed = new Map<string, number>();

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const values = parameters as unknown[];
    const shared = nameOf(text);
    const failed = shared === undefined ? 0 : (this.#failed.get(shared) ?? 0);
    const name = failed > 0 ? `${shared}:${failed}` : shared;
    const load = loadMeters.get(this.#client);
    load?.pause();
    try {
      const { command, rowCount, rows } = await this.#client.query({
        text,
        values,
        ...(name !== undefined && { name }),
      });
      this.#cause = undefined;
      return {
        rows: rows as R[],
        ...(changes.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
      };
    } catch (error) {
      // PgBouncer ends a client that prepares a name again after a failed attempt, such as in a transaction that had already failed.
      if (
        shared !== undefined &&
        !this.#isPrepared(name) &&
        this.#failed.get(shared) === (failed || undefined)
      )
        this.#failed.set(shared, failed + 1);
      // Statements after a failed one only get the error that the transaction is aborted, so throw the original error.
      if ((error as { code?: unknown }).code !== isVoid) this.#cause = error;
      throw this.#cause ?? error;
    } finally {
      load?.begin();
    }
  }

  #isPrepared(name: string | undefined): boolean {
    // The types of pg omit the connection.
    const { connection } = this.#client as { connection?: { parsedStatements?: object } };
    return name !== undefined && name in (connection?.parsedStatements ?? {});
  }

  // eslint-disable-next-line require-yield -- the interface asks for it; results are read whole.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('results are read whole');
  }
}

class ClientDriver implements Driver {
  readonly #connection: ClientConnection;

  constructor(client: pg.ClientBase) {
    this.#connection = new ClientConnection(client);
  }

  async init() {}
  acquireConnection = () => Promise.resolve(this.#connection);
  async releaseConnection() {}
  async destroy() {}
  // Only `inTransaction` opens transactions, because it sets the school.
  beginTransaction = () => Promise.reject(new Error('open transactions with inTransaction'));
  commitTransaction = () => Promise.reject(new Error('open transactions with inTransaction'));
  rollbackTransaction = () => Promise.reject(new Error('open transactions with inTransaction'));
}

/** Load meter of the call that uses the client. It pauses while a statement runs. */
export const loadMeters = new WeakMap<pg.ClientBase, Load>();

const clients = new WeakMap<pg.ClientBase, Kysely<Database>>();

/** Returns the query builder of a client. It sends statements immediately and in order, and prepares frequent ones. */
export const clientDb = async (client: pg.ClientBase): Promise<Kysely<Database>> => {
  const found = clients.get(client);
  if (found !== undefined) return found;
  const made = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ClientDriver(client),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  clients.set(client, made);
  // The builder initializes itself on its first statement, and a second statement could overtake it. A transaction's first statement would
  // then run before the school is set and find no rows. This causes no round trip.
  await made.connection().execute(async () => undefined);
  return made;
};
