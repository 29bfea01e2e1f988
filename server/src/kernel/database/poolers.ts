import pg from 'pg';
import { withSettings, type ConnectionSettings, type PooledLogins } from './connection-settings.ts';
import { callsSettings, relaySettings } from './database.ts';
import { UnsuitableDatabase } from './migrate.ts';

/** Error codes of poolers that refuse settings at the start of a connection: PgBouncer's, and that of Amazon's RDS Proxy. */
const refusedCodes = new Set(['08P01', '0A000']);
/** Rounds in which two clients compare their connections to PostgreSQL. Other clients of the pooler can come between them. */
const rounds = 5;
/** A prepared statement's name. A pooler that keeps track of prepared statements replaces it. */
const probeName = 'commons_probe';

const withClient = async <T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Returns whether settings at the start of a connection don't reach PostgreSQL. */
const dropsSettings = async (url: string, settings: ConnectionSettings): Promise<boolean> => {
  try {
    return await withClient(withSettings(url, settings), async (client) => {
      const { rows } = await client.query<{ role: string }>(
        `select current_setting('role') as role`,
      );
      return rows[0]?.role !== settings['role'];
    });
  } catch (error) {
    // The first use of the pool reports other errors. A new database, for example, has no roles yet.
    return refusedCodes.has((error as { code?: string }).code ?? '');
  }
};

const backendOf = async (client: pg.Client): Promise<number | undefined> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

/** Returns whether transactions of different clients share a connection to PostgreSQL. */
const sharesConnections = (url: string): Promise<boolean> =>
  withClient(url, (one) =>
    withClient(url, async (other) => {
      for (let round = 0; round < rounds; round += 1)
        if ((await backendOf(one)) === (await backendOf(other))) return true;
      return false;
    }),
  );

/** Returns whether the pooler passes on the names of prepared statements unchanged, so that they are missing on other connections. */
const keepsNames = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    await client.query('begin');
    const { rows } = await client.query<{ kept: boolean }>({
      name: probeName,
      text: `select exists (select from pg_prepared_statements where name = '${probeName}') as kept`,
    });
    await client.query('rollback; deallocate all').catch(() => undefined);
    return rows[0]?.kept === true;
  });

const checkLogin = async (
  variable: string,
  url: string,
  settings: ConnectionSettings,
): Promise<boolean> => {
  if (!(await dropsSettings(url, settings))) return false;
  if ((await sharesConnections(url)) && (await keepsNames(url)))
    throw new UnsuitableDatabase(
      `The pooler at ${variable} shares connections but doesn’t support prepared statements; use PgBouncer 1.21 or newer with max_prepared_statements = 200, or pool_mode = session (docs/operate.md).`,
    );
  return true;
};

/**
 * Finds out whether poolers such as PgBouncer are between this process and PostgreSQL. Throws
 * `UnsuitableDatabase` if a pooler can't work.
 */
export const findPoolers = async (
  url: string,
  callsUrl: string | undefined,
): Promise<PooledLogins> => {
  const [owner, calls] = await Promise.all([
    checkLogin('DATABASE_URL', url, relaySettings),
    checkLogin(
      callsUrl === undefined ? 'DATABASE_URL' : 'DATABASE_CALLS_URL',
      callsUrl ?? url,
      callsSettings,
    ),
  ]);
  return { owner, calls };
};
