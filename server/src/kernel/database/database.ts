import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { clientDb, loads } from './client-db.ts';
import { BatchingSocket } from './batching-socket.ts';
import type { SchoolId } from '../ids.ts';
import type { Load } from '../load.ts';
import { appRole, relayRole } from './row-security.ts';
import type { Database } from './tables.ts';

/** A connection that is inside one school's transaction. */
export type Db = Kysely<Database>;

/** The connections to the database. */
export interface Pool {
  /** Those of the calls: the unprivileged role, no school yet. */
  readonly calls: pg.Pool;
  /** Those of the owner, for what is not fenced: schools, jobs, the installation. */
  readonly kysely: Kysely<Database>;
  /** The owner's again, for COPY and LISTEN. */
  readonly raw: pg.Pool;
  /** Those of the outbox, in the role that sees it in all schools. */
  readonly relay: pg.Pool;
  /** Connections that are open, idle, and waited for. */
  size(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
}

const int8 = 20;
const int8Array = 1016;
const numbersOf = (text: string): number[] =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number);
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    // Ids and counts are below 2^53, so they are plain numbers everywhere.
    if (oid === int8) return (text: string) => Number(text);
    return oid === int8Array ? numbersOf : pg.types.getTypeParser(oid, format as 'text');
  }) as typeof pg.types.getTypeParser,
};

/** Milliseconds a statement waits for another transaction. */
const lockTimeout = 5_000;
/** Milliseconds a statement of a call may take. */
const statementTimeout = 15_000;

/**
 * The address with the unprivileged role in it, which so holds from a connection's first moment. Where the login is another's that
 * is all there is between a statement and what that login may do; a login of its own has nothing to go back to (decision 034). What
 * was answered is on disk, whatever the database's own default. And a prepared statement is planned once for all values: to plan
 * the larger ones takes longer than to run them (decision 044).
 */
const asRole = (url: string): string =>
  withSettings(url, [
    `role=${appRole}`,
    'synchronous_commit=on',
    'plan_cache_mode=force_generic_plan',
  ]);
const withSettings = (url: string, settings: readonly string[]): string => {
  const address = new URL(url);
  address.searchParams.set(
    'options',
    [address.searchParams.get('options') ?? '', ...settings.map((setting) => `-c ${setting}`)]
      .join(' ')
      .trim(),
  );
  return address.href;
};

/** How long a connection for calls is used: it keeps the plans of all that it was ever asked often. */
const lifetimeSeconds = 6 * 3_600;
/** Connections for calls that stay open however long nobody calls. */
export const callsMin = 4;

/**
 * The owner's address with the role of the outbox in it. Nobody waits for the disk: a mark that a crash of the database loses makes
 * an event run once more, which is promised to be harmless. A server that is lost while it holds events gives them back after a minute.
 */
const asRelay = (url: string): string =>
  withSettings(url, [
    `role=${relayRole}`,
    'synchronous_commit=off',
    'plan_cache_mode=force_generic_plan',
    'idle_in_transaction_session_timeout=60000',
  ]);
/** Two batches of events at once, and what is noted of tasks meanwhile. */
const relayConnections = 4;

/**
 * Opens the connections: `max` for calls, and up to half as many for the owner. `callsUrl`: the address at which calls sign in as
 * the unprivileged role itself; without it they take that role over the owner's login.
 */
export const openPool = (options: {
  url: string;
  callsUrl?: string | undefined;
  max?: number;
  onError?: (error: Error) => void;
}): Pool => {
  const max = options.max ?? 20;
  const open = (more: pg.PoolConfig): pg.Pool => {
    const made = new pg.Pool({
      connectionString: options.url,
      types,
      connectionTimeoutMillis: 10_000,
      ...more,
    });
    // An idle connection that dies (database restart) must not end the process; the next request opens a new one.
    made.on('error', (error) => options.onError?.(error));
    // Nor may one that dies at work: its statement fails, and that is answered; unheard, the loss itself would end the process.
    made.on('connect', (client) => client.on('error', () => undefined));
    return made;
  };
  const raw = open({ max: Math.ceil(max / 2), application_name: 'commons' });
  const calls = open({
    connectionString: asRole(options.callsUrl ?? options.url),
    max,
    // A new connection plans all statements anew: some stay open.
    min: Math.min(max, callsMin),
    maxLifetimeSeconds: lifetimeSeconds,
    pipeline: true,
    stream: () => new BatchingSocket(),
    application_name: 'commons-calls',
    statement_timeout: statementTimeout,
    lock_timeout: lockTimeout,
  });
  const relay = open({
    connectionString: asRelay(options.url),
    max: Math.min(max, relayConnections),
    pipeline: true,
    stream: () => new BatchingSocket(),
    application_name: 'commons-events',
    statement_timeout: statementTimeout,
    lock_timeout: lockTimeout,
  });
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool: raw }) });
  const pools = [raw, calls, relay];
  const sum = (of: (one: pg.Pool) => number) => pools.reduce((total, one) => total + of(one), 0);
  return {
    calls,
    kysely,
    raw,
    relay,
    size: () => ({
      open: sum((one) => one.totalCount),
      idle: sum((one) => one.idleCount),
      waiting: sum((one) => one.waitingCount),
    }),
    close: async () => {
      await Promise.all([calls.end(), relay.end(), kysely.destroy()]);
      // The builder leaves alone what it never used.
      if (!raw.ended) await raw.end();
    },
  };
};

/** Who is expected to call: what the process remembers of school and session. The database confirms it or refuses. */
export interface CachedAuth {
  readonly school: SchoolId;
  /** Version of the school's row. */
  readonly stamp: string;
  readonly session: {
    readonly id: string;
    readonly isAdmin: boolean;
    readonly isAdviser: boolean;
  } | null;
  readonly now: Date;
}

/** How a transaction is opened. `school: null` sees no school's rows at all. */
export interface TransactionOptions {
  readonly school: SchoolId | null;
  /** Confirms who calls in the same round trip; `AuthChangedError` when it is otherwise with any of them. All are of `school`, with one stamp. */
  readonly auth?: readonly CachedAuth[];
  readonly readOnly?: boolean;
  /** Milliseconds one statement may take. */
  readonly timeout?: number;
  /** Measures processor time between the statements. */
  readonly load?: Load;
}

/** The school or the session is no longer what the process remembers. Nothing has been done. */
export class AuthChangedError extends Error {
  override name = 'AuthChangedError';
}
/** What enter_request() and enter_requests() raise. */
const entryChanged = 'CM001';

/**
 * Returns the statement that sets the school and confirms the callers. Calls `server/database/functions/enter_request.sql` and
 * `enter_requests.sql`.
 */
const confirming = (first: CachedAuth, entries: readonly CachedAuth[]) => {
  const { school, stamp, session, now } = first;
  if (entries.length === 1) {
    const { id = null, isAdmin = false, isAdviser = false } = session ?? {};
    return sql`select enter_request(${school}, ${stamp}, ${id}::uuid, ${isAdmin}, ${isAdviser}, ${now})`;
  }
  const sessions = entries.map((entry) => entry.session);
  return sql`select enter_requests(${school}, ${stamp}, ${sessions.map((one) => one?.id ?? null)}::uuid[],
    ${sessions.map((one) => one?.isAdmin ?? false)}::boolean[], ${sessions.map((one) => one?.isAdviser ?? false)}::boolean[], ${now})`;
};

const opening = (
  db: Db,
  client: pg.ClientBase,
  { school, auth: [first, ...more] = [], readOnly = false, timeout }: TransactionOptions,
): Promise<unknown>[] => {
  const limits =
    timeout === undefined
      ? ''
      : `; set local statement_timeout = ${timeout}; set local lock_timeout = ${Math.min(timeout, lockTimeout)}`;
  const begin = `begin${readOnly ? ' read only' : ''}${limits}`;
  if (first === undefined)
    return [client.query(`${begin}; set local commons.school_id = '${school ?? ''}'`)];
  return [client.query(begin), confirming(first, [first, ...more]).execute(db)];
};

/**
 * Sends the commit right behind the statements that have been asked, in their round trip; where one of them fails it undoes them
 * all, as it would without. Whoever says so asks nothing afterwards and throws nothing of their own.
 */
export type Commit = () => void;

/**
 * Runs `work` in one transaction as the unprivileged role with the school set. The opening rides in the round trip of the
 * first statement; where it fails the transaction is void, so that no statement of `work` finds a row.
 * Commits when `work` resolves or says so earlier, rolls back when it throws. The end of what only reads is not waited for.
 */
export const inTransaction = async <T>(
  pool: Pool,
  options: TransactionOptions,
  work: (db: Db, commit: Commit) => Promise<T>,
): Promise<T> => {
  const client = await pool.calls.connect();
  const db = await clientDb(client);
  const opened = Promise.all(opening(db, client, options));
  // Heard below; a statement of `work` fails first.
  opened.catch(() => undefined);
  let broken: Error | undefined;
  let committed: Promise<unknown> | undefined;
  const commit: Commit = () => {
    // By the builder, as the statements it must not overtake.
    committed = sql`commit`.execute(db);
    committed.catch(() => undefined);
  };
  const { load } = options;
  if (load !== undefined) loads.set(client, load);
  try {
    load?.begin();
    const result = await work(db, commit);
    load?.pause();
    await opened;
    // At once: whoever has the connection next must not find this one's end behind their own beginning.
    committed ??= client.query('commit');
    if (options.readOnly === true) committed.catch(() => undefined);
    else await committed;
    return result;
  } catch (error) {
    // One on its way must not come after this.
    await committed?.catch(() => undefined);
    // A connection that is gone cannot roll back, and the database has done it already.
    await client.query('rollback').catch((failed: Error) => (broken = failed));
    const cause: unknown = await opened.then(
      () => error,
      (first: unknown) => first,
    );
    throw (cause as { code?: unknown } | null)?.code === entryChanged
      ? new AuthChangedError()
      : cause;
  } finally {
    load?.pause();
    loads.delete(client);
    client.release(broken);
  }
};
