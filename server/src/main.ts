import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { systemClock } from './kernel/clock.ts';
import { openPool } from './kernel/database/database.ts';
import { openFiles } from './kernel/files/bucket-files.ts';
import type { LoadBudgets } from './kernel/load.ts';
import { openLog } from './kernel/log.ts';
import { checkLogins } from './kernel/database/logins.ts';
import { openReplicas, replicaUrls } from './kernel/database/replicas.ts';
import { findPoolers } from './kernel/database/poolers.ts';
import { folderMail, smtpMail } from './kernel/outbound/mail.ts';
import { noOutbound, openOutbound } from './kernel/outbound/outbound.ts';
import { migrate } from './kernel/database/migrate.ts';
import { readSecret } from './kernel/security/secret.ts';
import { openTokens } from './kernel/security/tokens.ts';

/** A running server. */
export interface RunningServer {
  /** Address on this machine. */
  readonly address: string;
  /** Lines to show to the operator at startup. */
  readonly banner: readonly string[];
  close(): Promise<void>;
}

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Starts the server with the settings of its environment:
 * - `DATABASE_URL`; `DATABASE_CALLS_URL`: the same database with the login for calls
 * - `DATABASE_READ_URL`: read replicas with the login for calls, separated by spaces
 * - `COMMONS_DATA`: folder for files and mail; `FILES_URL`: a bucket for files instead
 * - `PORT` (3000), `HOST` (all interfaces), `CAMPUS_HOST` (localhost): host name whose subdomains are schools
 * - `SMTP_URL`, `MAIL_FROM`
 * - `TRUST_PROXY`, `CONNECTIONS_PER_ADDRESS` (1000), `METRICS_TOKEN`, `LOG_LEVEL` (warn)
 * - `COMMONS_SECRET`: 64 hex digits; by default, the server creates a secret and stores it in the database
 * - `NODE_ENV`, `CAMPUS_DEMO`
 * - `REDIS_URL`: required if several servers share an installation
 * - `DRAIN_SECONDS` (0): time in which a stopping server still answers requests while /readyz fails
 * - `SSO_PRIVATE_HOSTS`: 1 allows sign-on providers at private addresses, and on this machine without https
 * - `WEBHOOK_PRIVATE_HOSTS`: 1 allows webhooks there, too
 * - `LINK_PREVIEWS`: 0 disables previews of linked pages
 * - `OFFLINE_PAGES`: 0 removes the service worker, and with it offline pages and push notifications
 * - `IMPORT_FOLDER`: folder whose files are imported as they arrive
 */
export const startServer = async (options: {
  env: NodeJS.ProcessEnv;
  log?: (line: string) => void;
  /** Resolves when the web app is built; the server listens after that. */
  webReady?: Promise<void>;
  /** Folder of the built web app, if it isn't in the project. */
  web?: string;
  /** Budgets other than the default ones. Browser tests share a few accounts, so each does the work of many people. */
  loadBudgets?: LoadBudgets;
}): Promise<RunningServer> => {
  const { env } = options;
  const print = options.log ?? (() => undefined);
  const url = env['DATABASE_URL'];
  if (url === undefined || url === '') throw new Error('DATABASE_URL is not set.');
  const data = resolve(env['COMMONS_DATA'] ?? '.data');
  const log = openLog(env['LOG_LEVEL'] ?? 'warn');
  await migrate({ url, log: print });
  const callsUrl = env['DATABASE_CALLS_URL'] || undefined;
  const pool = openPool({
    url,
    callsUrl,
    isPooled: await findPoolers(url, callsUrl),
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  const readUrls = replicaUrls(env['DATABASE_READ_URL']);
  const replicas =
    readUrls.length === 0
      ? undefined
      : openReplicas(pool, readUrls, (error) =>
          log.warn({ err: error }, 'a replica doesn’t answer'),
        );
  const closeDatabase = async () => {
    await replicas?.close();
    await pool.close();
  };
  try {
    for (const sentence of await checkLogins(pool, callsUrl !== undefined)) log.warn(sentence);
    const secret = await readSecret(pool, env['COMMONS_SECRET']);
    const files = openFiles(env['FILES_URL'], join(data, 'files'), secret);
    const smtp = env['SMTP_URL'];
    const mail = smtp
      ? smtpMail(smtp, env['MAIL_FROM'] || undefined)
      : folderMail(join(data, 'mail'), log);
    const { version } = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8')) as {
      version: string;
    };
    const tokens = openTokens(secret);
    const { prepareDemo } = await import('#demo/demo-campus.ts');
    const banner = await prepareDemo({ pool, files, env, log: print, clock: systemClock, tokens });
    await options.webReady;
    const trustProxy = env['TRUST_PROXY'];
    const app = await createApp({
      pool,
      ...(replicas && { replicas }),
      files,
      log,
      version,
      clock: systemClock,
      mail,
      tokens,
      outbound: openOutbound({ isPrivateAllowed: env['SSO_PRIVATE_HOSTS'] === '1' }),
      hooks: openOutbound({ isPrivateAllowed: env['WEBHOOK_PRIVATE_HOSTS'] === '1' }),
      ...(env['LINK_PREVIEWS'] === '0' && { pages: noOutbound }),
      base: (env['CAMPUS_HOST'] ?? 'localhost').toLowerCase(),
      web: options.web ?? join(projectFolder, 'dist/web'),
      hasWorker: env['OFFLINE_PAGES'] !== '0',
      live: true,
      ...(options.loadBudgets && { loadBudgets: options.loadBudgets }),
      ...(env['REDIS_URL'] && { redisUrl: env['REDIS_URL'] }),
      ...(env['CONNECTIONS_PER_ADDRESS'] && {
        connectionsPerAddress: Number(env['CONNECTIONS_PER_ADDRESS']),
      }),
      ...(env['IMPORT_FOLDER'] && { importFolder: resolve(env['IMPORT_FOLDER']) }),
      ...(env['METRICS_TOKEN'] && { metricsToken: env['METRICS_TOKEN'] }),
      ...(trustProxy !== undefined && trustProxy !== '' && { trustProxy }),
    });
    const port = Number(env['PORT'] ?? 3000);
    try {
      await app.listen({ port, host: env['HOST'] ?? '::' });
    } catch (error) {
      await app.close();
      throw error;
    }
    // Node writes the cache when it exits normally, but not when it is killed.
    flushCompileCache();
    const bound = app.http.server.address();
    return {
      address: `http://localhost:${typeof bound === 'object' && bound !== null ? bound.port : port}`,
      banner,
      close: async () => {
        app.drain();
        await delay(Number(env['DRAIN_SECONDS'] ?? 0) * 1000);
        await app.close();
        mail.close?.();
        await closeDatabase();
      },
    };
  } catch (error) {
    await closeDatabase().catch(() => undefined);
    throw error;
  }
};
