import {
  Kysely,
  PostgresDialect,
  sql,
  type QueryCreator,
  type QueryExecutorProvider,
} from 'kysely';
import pg from 'pg';
import { clientDb, loadMeters } from './client-db.ts';
import { BatchingSocket } from './batching-socket.ts';
import type { SchoolId } from '../ids.ts';
import type { Load } from '../load.ts';
import {
  localSettings,
  withSettings,
  type ConnectionSettings,
  type PooledLogins,
} from './connection-settings.ts';
import { appRole, relayRole } from './row-security.ts';
import type { Database } from './tables.ts';

/**
 * A connection inside a transaction of one school. It names only what queries use: comparing Kysely's whole class with its transactions took
 * a fifth of the type check.
 */
export interface Db extends QueryCreator<Database>, QueryExecutorProvider {}

/** The connection pools. */
export interface Pool {
  /** Connections for calls, as the unprivileged role, without a school. */
  readonly calls: pg.Pool;
  /** The owner's connections, for tables without row-level security: schools, jobs, the installation. */
  readonly kysely: Kysely<Database>;
  /** The owner's connections again, for COPY. */
  readonly raw: pg.Pool;
  /** Connections as the relay role, which sees the outbox of all schools. Use them with `withRelay`. */
  readonly relay: pg.Pool;
  /** The logins behind a pooler that drops settings of connections. Their transactions set them. */
  readonly isPooled: PooledLogins;
  /** Number of open connections, idle connections, and requests that wait for one. */
  size(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
}

const int8 = 20;
const int8Array = 1016;
const numbersOf = (text: string): number[] =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number);
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    // Ids and counts are below 2^53, so numbers represent them exactly.
    if (oid === int8) return (text: string) => Number(text);
    return oid === int8Array ? numbersOf : pg.types.getTypeParser(oid, format as 'text');
  }) as typeof pg.types.getTypeParser,
};

/** Milliseconds that a statement waits for a lock. */
const lockTimeout = 5_000;
/** Maximum milliseconds for a statement of a call. */
const statementTimeout = 15_000;

/**
 * Settings of connections for calls. If calls share the owner's login, only `role` restricts their statements; a separate login has no other
 * role to return to (decision 034). Commits always wait for the disk, whatever the database's default. Prepared statements use generic
 * plans, because planning the larger ones takes longer than running them (decision 044).
 */
export const callsSettings: ConnectionSettings = {
  role: appRole,
  synchronous_commit: 'on',
  plan_cache_mode: 'force_generic_plan',
};

/** Lifetime of a connection for calls. It is long because a connection keeps the plans of its prepared statements. */
const lifetimeSeconds = 6 * 3_600;
/** Connections for calls that stay open while idle. */
export const callsMin = 4;

/**
 * Settings of connections for the outbox. Commits don't wait for the disk: if the database crashes and loses a mark, an event runs again,
 * which is harmless. If a server dies while it holds events, they are released after a minute.
 */
export const relaySettings: ConnectionSettings = {
  role: relayRole,
  synchronous_commit: 'off',
  plan_cache_mode: 'force_generic_plan',
  idle_in_transaction_session_timeout: '60000',
};
/** Enough for two batches of events at the same time, and for updates of tasks. */
const relayConnections = 4;

const limits = { statement_timeout: statementTimeout, lock_timeout: lockTimeout };

type OnError = ((error: Error) => void) | undefined;

const openConnections = (url: string, onError: OnError, more: pg.PoolConfig): pg.Pool => {
  const made = new pg.Pool({
    connectionString: url,
    types,
    connectionTimeoutMillis: 10_000,
    // Otherwise, a connection to a server that disappeared without closing it stays busy for a quarter of an hour.
    keepAlive: true,
    ...more,
  });
  // An idle connection that dies, such as at a database restart, must not end the process. The next request opens a new one.
  made.on('error', (error) => onError?.(error));
  // If a busy connection dies, its statement fails. Without this listener, the event would also end the process.
  made.on('connect', (client) => client.on('error', () => undefined));
  return made;
};

/** Opens connections for calls, to the primary or to a replica. */
export const openCallsPool = ({
  url,
  isPooled = false,
  max = 20,
  onError,
}: {
  url: string;
  isPooled?: boolean;
  max?: number;
  onError?: OnError;
}): pg.Pool =>
  openConnections(isPooled ? url : withSettings(url, callsSettings), onError, {
    ...(!isPooled && limits),
    max,
    // Keep some connections open, because a new connection has to plan all statements again.
    min: Math.min(max, callsMin),
    maxLifetimeSeconds: lifetimeSeconds,
    pipeline: true,
    stream: () => new BatchingSocket(),
    application_name: 'commons-calls',
  });

/**
 * Opens the pools: `max` connections for calls, and up to half as many for the owner. `callsUrl` is the address with a separate login for
 * calls; without it, calls switch to the unprivileged role on the owner's login.
 */
export const openPool = (options: {
  url: string;
  callsUrl?: string | undefined;
  /** The logins behind a pooler (`findPoolers`). Their transactions apply the settings instead of their connections. */
  isPooled?: PooledLogins | undefined;
  max?: number;
  onError?: (error: Error) => void;
}): Pool => {
  const { isPooled = { owner: false, calls: false }, onError } = options;
  const max = options.max ?? 20;
  const open = (more: pg.PoolConfig) => openConnections(options.url, onError, more);
  const raw = open({ max: Math.ceil(max / 2), application_name: 'commons' });
  const calls = openCallsPool({
    url: options.callsUrl ?? options.url,
    isPooled: isPooled.calls,
    max,
    onError,
  });
  const relay = open({
    ...(isPooled.owner
      ? { connectionString: options.url }
      : { connectionString: withSettings(options.url, relaySettings), ...limits }),
    max: Math.min(max, relayConnections),
    pipeline: true,
    stream: () => new BatchingSocket(),
    application_name: 'commons-events',
  });
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool: raw }) });
  const pools = [raw, calls, relay];
  const sum = (of: (one: pg.Pool) => number) => pools.reduce((total, one) => total + of(one), 0);
  return {
    calls,
    kysely,
    raw,
    relay,
    isPooled,
    size: () => ({
      open: sum((one) => one.totalCount),
      idle: sum((one) => one.idleCount),
      waiting: sum((one) => one.waitingCount),
    }),
    close: async () => {
      await Promise.all([calls.end(), relay.end(), kysely.destroy()]);
      // Kysely doesn't close a pool that it never used.
      if (!raw.ended) await raw.end();
    },
  };
};

/** The expected caller, from this process's cache of schools and sessions. The database confirms or rejects it. */
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

/** Options of a transaction. `school: null` sees no school's rows. */
export interface TransactionOptions {
  readonly school: SchoolId | null;
  /**
   * Confirms the callers in the same round trip. Throws `AuthChangedError` if any of them has changed. All are in `school` and have the
   * same stamp.
   */
  readonly auth?: readonly CachedAuth[];
  readonly readOnly?: boolean;
  /** Maximum milliseconds for a statement. */
  readonly timeout?: number;
  /** Measures processor time between the statements. */
  readonly load?: Load;
  /** Connections to a replica that answers instead of the primary. For read-only transactions. */
  readonly replica?: pg.Pool;
}

/** The school or the session differs from the cached one. The transaction did nothing. */
export class AuthChangedError extends Error {
  override name = 'AuthChangedError';
}
/** The SQLSTATE that `enter_request()` and `enter_requests()` raise. */
const entryChanged = 'CM001';

/**
 * Returns the statement that sets the school of a transaction without a confirmed caller. If the transaction can write, it fails for a
 * school that is frozen or in another cell. Calls `server/database/functions/enter_school.sql`.
 */
export const enteringSchool = (school: SchoolId | null, readOnly = false): string =>
  school === null || readOnly
    ? `set local commons.school_id = '${school ?? ''}'`
    : `select enter_school(${school})`;

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

const pooledCalls = localSettings(callsSettings, statementTimeout, lockTimeout);
/** Statements that apply the relay's settings to a transaction. */
export const pooledRelay = localSettings(relaySettings, statementTimeout, lockTimeout);

const opening = (
  db: Db,
  client: pg.ClientBase,
  isPooled: boolean,
  { school, auth: [first, ...more] = [], readOnly = false, timeout }: TransactionOptions,
): Promise<unknown>[] => {
  const limits =
    timeout === undefined
      ? ''
      : `; set local statement_timeout = ${timeout}; set local lock_timeout = ${Math.min(timeout, lockTimeout)}`;
  const begin = `begin${readOnly ? ' read only' : ''}${isPooled ? `; ${pooledCalls}` : ''}${limits}`;
  if (first === undefined) return [client.query(`${begin}; ${enteringSchool(school, readOnly)}`)];
  return [client.query(begin), confirming(first, [first, ...more]).execute(db)];
};

/**
 * Sends the commit in the round trip of the statements that are already sent. If one of them fails, the commit rolls everything back, as
 * usual. After calling it, `work` must not send statements or throw.
 */
export type Commit = () => void;

/**
 * Runs `work` in one transaction of the school, as the unprivileged role. The statements that open it are sent in the round trip of the
 * first statement. If they fail, the transaction is aborted, so no statement of `work` finds a row. Commits when `work` resolves or calls
 * `commit`, and rolls back when it throws. Doesn't wait for the end of a read-only transaction.
 */
export const inTransaction = async <T>(
  pool: Pool,
  options: TransactionOptions,
  work: (db: Db, commit: Commit) => Promise<T>,
): Promise<T> => {
  const { replica } = options;
  const client = await (replica ?? pool.calls).connect();
  const db = await clientDb(client);
  const isPooled = replica === undefined && pool.isPooled.calls;
  const opened = Promise.all(opening(db, client, isPooled, options));
  // The error is handled below. A statement of `work` fails before that.
  opened.catch(() => undefined);
  let broken: Error | undefined;
  let committed: Promise<unknown> | undefined;
  const commit: Commit = () => {
    // Sent by the builder, so that it can't overtake the builder's statements.
    committed = sql`commit`.execute(db);
    committed.catch(() => undefined);
  };
  const { load } = options;
  if (load !== undefined) loadMeters.set(client, load);
  try {
    load?.begin();
    const result = await work(db, commit);
    load?.pause();
    await opened;
    // Send it immediately: the next user of this connection sends its BEGIN after it.
    committed ??= client.query('commit');
    if (options.readOnly === true) committed.catch(() => undefined);
    else await committed;
    return result;
  } catch (error) {
    // A commit that is already sent must finish before the rollback.
    await committed?.catch(() => undefined);
    // A lost connection can't roll back, and the database has already done so.
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
    loadMeters.delete(client);
    client.release(broken);
  }
};
