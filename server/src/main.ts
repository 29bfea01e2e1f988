import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { systemClock } from './kernel/clock.ts';
import { openPool } from './kernel/database/database.ts';
import { openFiles } from './kernel/files/bucket-files.ts';
import { openLog } from './kernel/log.ts';
import { checkLogins } from './kernel/database/logins.ts';
import { folderMail, smtpMail } from './kernel/outbound/mail.ts';
import { noOutbound, openOutbound } from './kernel/outbound/outbound.ts';
import { migrate } from './kernel/database/migrate.ts';
import { readSecret } from './kernel/security/secret.ts';
import { openTokens } from './kernel/security/tokens.ts';

/** A server that listens. */
export interface RunningServer {
  /** Address on this machine. */
  readonly address: string;
  /** Lines worth showing to the person who started it. */
  readonly banner: readonly string[];
  close(): Promise<void>;
}

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Starts the product from its environment:
 * `DATABASE_URL`, `DATABASE_CALLS_URL` (the same database as the login of calls), `COMMONS_DATA` (folder for files and mail), `FILES_URL` (a bucket for files instead), `PORT` (3000), `HOST` (all interfaces), `CAMPUS_HOST` (host
 * under which schools are labels; localhost), `SMTP_URL`, `MAIL_FROM`, `TRUST_PROXY`, `CONNECTIONS_PER_ADDRESS` (1000), `METRICS_TOKEN`, `LOG_LEVEL` (warn), `COMMONS_SECRET`
 * (64 hex digits; else made once and kept in the database), `NODE_ENV`, `CAMPUS_DEMO`,
 * `REDIS_URL` (a bus, where several servers share an installation), `DRAIN_SECONDS` (0: how long a server that is stopped still answers while /readyz already says no),
 * `SSO_PRIVATE_HOSTS` (1: sign-on providers may live at private addresses, and on this machine without https), `WEBHOOK_PRIVATE_HOSTS` (the same of webhooks), `LINK_PREVIEWS` (0: pages that messages name are not fetched),
 * `IMPORT_FOLDER` (a folder from which files of schools are imported as they come).
 */
export const startServer = async (options: {
  env: NodeJS.ProcessEnv;
  log?: (line: string) => void;
  /** Resolves when the web app is built; the server listens after that. */
  webReady?: Promise<void>;
}): Promise<RunningServer> => {
  const { env } = options;
  const say = options.log ?? (() => undefined);
  const url = env['DATABASE_URL'];
  if (url === undefined || url === '') throw new Error('DATABASE_URL is not set.');
  const data = resolve(env['COMMONS_DATA'] ?? '.data');
  const log = openLog(env['LOG_LEVEL'] ?? 'warn');
  await migrate({ url, log: say });
  const callsUrl = env['DATABASE_CALLS_URL'] || undefined;
  const pool = openPool({
    url,
    callsUrl,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  try {
    for (const sentence of await checkLogins(pool, callsUrl !== undefined)) log.warn(sentence);
    const secret = await readSecret(pool, env['COMMONS_SECRET']);
    const files = openFiles(env['FILES_URL'], join(data, 'files'), secret);
    const smtp = env['SMTP_URL'];
    const { version } = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8')) as {
      version: string;
    };
    const tokens = openTokens(secret);
    const { prepareDemo } = await import('./features/demo/demo-campus.ts');
    const banner = await prepareDemo({ pool, files, env, log: say, clock: systemClock, tokens });
    await options.webReady;
    const trustProxy = env['TRUST_PROXY'];
    const app = await createApp({
      pool,
      files,
      log,
      version,
      clock: systemClock,
      mail: smtp ? smtpMail(smtp, env['MAIL_FROM']) : folderMail(join(data, 'mail'), log),
      tokens,
      outbound: openOutbound({ isPrivateAllowed: env['SSO_PRIVATE_HOSTS'] === '1' }),
      hooks: openOutbound({ isPrivateAllowed: env['WEBHOOK_PRIVATE_HOSTS'] === '1' }),
      ...(env['LINK_PREVIEWS'] === '0' && { pages: noOutbound }),
      base: (env['CAMPUS_HOST'] ?? 'localhost').toLowerCase(),
      web: join(projectFolder, 'dist/web'),
      live: true,
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
    // Node writes it when it ends in order, which one that is killed does not.
    flushCompileCache();
    const bound = app.http.server.address();
    return {
      address: `http://localhost:${typeof bound === 'object' && bound !== null ? bound.port : port}`,
      banner,
      close: async () => {
        app.drain();
        await delay(Number(env['DRAIN_SECONDS'] ?? 0) * 1000);
        await app.close();
        await pool.close();
      },
    };
  } catch (error) {
    await pool.close().catch(() => undefined);
    throw error;
  }
};
