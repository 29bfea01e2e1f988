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

/** A text is prepared from this many askings in the process on: what a statement costs to plan is then paid once a connection. */
const oftenFrom = 3;
/**
 * Texts prepared at most, those asked last. Each costs every connection some 50 kB; one that is dropped stays with the connections
 * that have it until they are closed (`lifetimeSeconds` of database.ts).
 */
const preparedMax = 200;
/** Texts counted at most. One that looks different each time, such as a long list of rows, is never prepared. */
const countedMax = 5_000;

const asked = new Map<string, number>();
const names = new Map<string, string>();

/** The name under which a text is prepared, or undefined as long as it is asked seldom. */
const nameOf = (text: string): string | undefined => {
  const name = names.get(text);
  if (name !== undefined) {
    // To the end, so that the one nobody asks goes first.
    names.delete(text);
    names.set(text, name);
    return name;
  }
  const times = (asked.get(text) ?? 0) + 1;
  if (times < oftenFrom) {
    if (asked.size >= countedMax) asked.clear();
    asked.set(text, times);
    return undefined;
  }
  asked.delete(text);
  const made = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  setBounded(names, text, made, preparedMax);
  return made;
};

/** SQLSTATE of a statement in a transaction that has failed. */
const isVoid = '25P02';
const changes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** One client as a connection of the query builder. Unlike the builder's own it sends a statement while another is under way. */
class ClientConnection implements DatabaseConnection {
  readonly #client: pg.ClientBase;
  /** What voided the transaction that is open. */
  #cause: unknown;

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const values = parameters as unknown[];
    const name = nameOf(text);
    const load = loads.get(this.#client);
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
      // Statements that were sent behind the one that failed are told only that the transaction is void.
      if ((error as { code?: unknown }).code !== isVoid) this.#cause = error;
      throw this.#cause ?? error;
    } finally {
      load?.begin();
    }
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
  // Transactions are opened by `inTransaction`, which alone knows the school.
  beginTransaction = () => Promise.reject(new Error('open transactions with inTransaction'));
  commitTransaction = () => Promise.reject(new Error('open transactions with inTransaction'));
  rollbackTransaction = () => Promise.reject(new Error('open transactions with inTransaction'));
}

/** Load meter of the call that uses the client. It pauses while a statement runs. */
export const loads = new WeakMap<pg.ClientBase, Load>();

const clients = new WeakMap<pg.ClientBase, Kysely<Database>>();

/** The query builder on one client. Statements asked at once go out at once, in their order; those asked often are prepared. */
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
  // The builder readies itself with its first statement, and one that came a moment later would overtake that: a transaction's
  // first would find no rows, since it went before the opening that names the school. Costs no round trip.
  await made.connection().execute(async () => undefined);
  return made;
};
