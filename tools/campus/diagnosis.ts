import { lookup } from 'node:dns/promises';
import { statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { connect } from 'node:tls';
import { selectHosts } from '#server/features/schools/schools.queries.ts';
import { checkLogins } from '#server/kernel/database/logins.ts';
import { openReplicas, replicaUrls } from '#server/kernel/database/replicas.ts';
import { withRelay } from '#server/kernel/jobs/event-store.ts';
import { selectQueueFigures } from '#server/kernel/jobs/task-list.ts';
import { checkMail } from '#server/kernel/outbound/mail.ts';
import { dataFolder } from '#postgres/private-folder.ts';
import { sentenceFor } from './command-errors.ts';
import { withCampus, type Campus } from './open-campus.ts';
import { amount } from './transfer-report.ts';

/** The result of one check. A warning is fine for a trial, but not for a school. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'error';
  readonly about: string;
  readonly sentence: string;
}

interface DoctorOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Where to send a test email. */
  readonly mailTo: string | undefined;
  /** The public address, through the proxy. */
  readonly url: string | undefined;
}

/** Database connections that one server opens at most (docs/operate.md). */
const connectionsPerServer = 34;
/** Milliseconds by which the clocks of this machine and of the database can differ. Tokens are valid for ten minutes. */
const clockMs = 5_000;
/** Share of a disk below which we warn. */
const diskShare = 0.1;
/** Share of the memory below which we warn. */
const memoryShare = 0.05;
/** Seconds that an event can wait before we warn. */
const queueSeconds = 60;
/** Days before the end of a certificate from which we warn. Let's Encrypt's are renewed 30 days before. */
const certificateDays = 14;
const timeoutMs = 10_000;

const ok = (about: string, sentence: string): Finding => ({ state: 'ok', about, sentence });
const warning = (about: string, sentence: string): Finding => ({
  state: 'warning',
  about,
  sentence,
});
const error = (about: string, sentence: string): Finding => ({ state: 'error', about, sentence });

/** Returns why a system other than the database failed. */
const reasonOf = (failure: unknown): string => {
  const { message, code } = (failure ?? {}) as { message?: string; code?: string };
  return `${message || code || String(failure)}`.replace(/[.\n]?$/, '.');
};

const isSet = (env: NodeJS.ProcessEnv, name: string): boolean => (env[name] ?? '') !== '';

function* checkSettings(env: NodeJS.ProcessEnv): Generator<Finding> {
  const about = 'settings';
  const host = env['CAMPUS_HOST'] ?? '';
  if (host === '' || host === 'localhost')
    yield warning(about, 'CAMPUS_HOST is not set, so links lead to localhost.');
  else if (/[:/]/.test(host))
    yield error(about, 'CAMPUS_HOST is a host name, without https:// or a port.');
  else yield ok(about, `Schools are at ${host} and its subdomains.`);
  if (env['NODE_ENV'] !== 'production')
    yield warning(about, 'NODE_ENV is not production, so an empty database gets demo schools.');
  if (!isSet(env, 'TRUST_PROXY'))
    yield warning(
      about,
      'TRUST_PROXY is not set. Behind a proxy, all people would share its rate limits.',
    );
  if (!isSet(env, 'COMMONS_SECRET'))
    yield ok(about, 'COMMONS_SECRET is not set; the database has a secret.');
}

async function* checkDatabase({ pool }: Campus, env: NodeJS.ProcessEnv): AsyncGenerator<Finding> {
  const about = 'database';
  const before = Date.now();
  const { rows } = await pool.raw.query<{
    version: string;
    at: Date;
    connections: number;
    fsync: string;
    autovacuum: string;
    standby: boolean;
    size: string;
  }>(`select current_setting('server_version') as version, clock_timestamp() as at,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
      current_setting('fsync') as fsync, current_setting('autovacuum') as autovacuum, pg_is_in_recovery() as standby,
      pg_size_pretty(pg_database_size(current_database())) as size`);
  const found = rows[0];
  if (found === undefined) throw new Error('The settings of the database returned no row.');
  yield isSet(env, 'DATABASE_URL')
    ? ok(about, `PostgreSQL ${found.version}, ${found.size}.`)
    : warning(
        about,
        'This is the packaged database, which is for trials. Set DATABASE_URL to a PostgreSQL of your own.',
      );
  if (found.standby) yield error(about, 'DATABASE_URL leads to a read-only standby.');
  if (found.fsync !== 'on')
    yield error(about, 'fsync is off, so a power failure can destroy the database.');
  if (found.autovacuum !== 'on')
    yield error(about, 'autovacuum is off, so tables grow and queries get slow.');
  const servers = Math.floor(found.connections / connectionsPerServer);
  yield servers < 1
    ? error(
        about,
        `max_connections allows ${found.connections} connections; a server opens up to ${connectionsPerServer}.`,
      )
    : ok(
        about,
        `max_connections is enough for ${servers} ${servers === 1 ? 'server' : 'servers'}.`,
      );
  for (const sentence of await checkLogins(pool, isSet(env, 'DATABASE_CALLS_URL')))
    yield warning(about, sentence);
  if (isSet(env, 'DATABASE_URL') && !isSet(env, 'DATABASE_CALLS_URL'))
    yield warning(about, 'DATABASE_CALLS_URL is not set, so requests use the owner’s login.');
  const apart = Math.abs((before + Date.now()) / 2 - found.at.getTime());
  yield apart > clockMs
    ? error('clock', `It differs from the database’s by ${(apart / 1000).toFixed(0)} s.`)
    : ok('clock', 'It agrees with the database’s.');
}

async function* checkReplicas({ pool }: Campus, env: NodeJS.ProcessEnv): AsyncGenerator<Finding> {
  const urls = replicaUrls(env['DATABASE_READ_URL']);
  if (urls.length === 0) return;
  const replicas = openReplicas(pool, urls, () => undefined);
  try {
    await replicas.check();
    for (const [nth, bytes] of replicas.lag().entries()) {
      const about = `replica ${nth + 1}`;
      yield bytes === null
        ? error(about, 'It doesn’t respond, or is behind.')
        : ok(about, `It is ${amount(bytes)} bytes behind.`);
    }
  } finally {
    await replicas.close();
  }
}

async function* checkFiles({ files }: Campus, env: NodeJS.ProcessEnv): AsyncGenerator<Finding> {
  const store = isSet(env, 'FILES_URL') ? 'bucket' : 'folder';
  yield await files.probe().then(
    () => ok('files', `The ${store} is writable.`),
    (failure: unknown) => error('files', `The ${store} can’t be written: ${reasonOf(failure)}`),
  );
}

async function* checkMachine(env: NodeJS.ProcessEnv): AsyncGenerator<Finding> {
  const folder = dataFolder(env['COMMONS_DATA'] ?? '.data');
  const disk = await statfs(folder).catch(() => undefined);
  if (disk !== undefined) {
    const share = disk.bavail / disk.blocks;
    const gigabytes = ((disk.bavail * disk.bsize) / 1e9).toFixed(1);
    const sentence = `${gigabytes} GB (${(share * 100).toFixed(0)} %) are free in ${folder}.`;
    yield share < diskShare ? warning('disk', sentence) : ok('disk', sentence);
  }
  const memory = freemem() / totalmem();
  if (memory < memoryShare) yield warning('memory', `${(memory * 100).toFixed(0)} % is free.`);
}

async function* checkBus(url: string | undefined): AsyncGenerator<Finding> {
  if (url === undefined || url === '') {
    yield ok('bus', 'REDIS_URL is not set, which is right for one server.');
    return;
  }
  const { createClient } = await import('redis');
  const client = createClient({
    url,
    socket: { connectTimeout: timeoutMs, reconnectStrategy: false },
  });
  // Without a listener, a lost connection would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    yield ok('bus', 'Redis or Valkey responds.');
  } catch (failure) {
    yield error('bus', `REDIS_URL doesn’t respond: ${reasonOf(failure)}`);
  } finally {
    client.destroy();
  }
}

async function* checkOutgoingMail(
  env: NodeJS.ProcessEnv,
  mailTo: string | undefined,
): AsyncGenerator<Finding> {
  const url = env['SMTP_URL'] ?? '';
  if (url === '') {
    yield warning('mail', 'SMTP_URL is not set, so emails are stored as files and not sent.');
    return;
  }
  if (!isSet(env, 'MAIL_FROM'))
    yield warning('mail', 'MAIL_FROM is not set, so many servers will reject the emails.');
  yield await checkMail(url, env['MAIL_FROM'], mailTo).then(
    () =>
      ok('mail', mailTo === undefined ? 'The server accepts the sign-in.' : `Sent to ${mailTo}.`),
    (failure: unknown) =>
      error('mail', `The mail server doesn’t accept emails: ${reasonOf(failure)}`),
  );
}

async function* checkQueue({ pool }: Campus): AsyncGenerator<Finding> {
  const { events, eventsAge, retrying, failed } = await withRelay(pool, selectQueueFigures);
  yield eventsAge > queueSeconds
    ? warning(
        'jobs',
        `${amount(events)} events wait, the oldest for ${amount(Math.round(eventsAge))} s. Does a server run?`,
      )
    : ok('jobs', `${amount(events)} new events, ${amount(retrying)} jobs to retry.`);
  if (failed > 0)
    yield warning('jobs', `${amount(failed)} failed; "jobs list --failed" shows them.`);
}

async function* checkHosts({ pool }: Campus, env: NodeJS.ProcessEnv): AsyncGenerator<Finding> {
  const base = env['CAMPUS_HOST'] ?? '';
  const schools = await selectHosts(pool);
  if (schools.length === 0) {
    yield warning('schools', 'There is none yet; add one with "school add".');
    return;
  }
  if (base === '' || base === 'localhost') return;
  // The default school is at the base domain.
  const names = schools.flatMap(({ hosts, isDefault }) =>
    hosts.flatMap((host) => (host.includes('.') ? [host] : isDefault ? [] : [`${host}.${base}`])),
  );
  const missing: string[] = [];
  for (const name of [base, ...names]) await lookup(name).catch(() => missing.push(name));
  yield missing.length === 0
    ? ok('schools', `The names of ${schools.length} schools resolve.`)
    : warning('schools', `These names don’t resolve: ${missing.join(', ')}.`);
}

/** Returns the days until the certificate of an https address ends. */
const daysOfCertificate = (host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: timeoutMs }, () => {
      const ends = new Date(socket.getPeerCertificate().valid_to).getTime();
      socket.end();
      resolve((ends - Date.now()) / 86_400_000);
    });
    socket.once('error', reject);
    socket.once('timeout', () => socket.destroy(new Error('It does not respond.')));
  });

async function* checkAddress(url: string): AsyncGenerator<Finding> {
  const about = 'address';
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    yield error(about, `${url} is not an address; write it as https://campus.example.edu.`);
    return;
  }
  const ask = (path: string) =>
    fetch(new URL(path, url), { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  try {
    const health = await ask('/healthz');
    yield health.status === 200
      ? ok(about, 'It leads to Commons.')
      : error(about, `/healthz answers with status ${health.status} instead of 200.`);
    for (const path of ['/metrics', '/readyz', '/certificate-hosts?domain=localhost']) {
      const { status } = await ask(path);
      if (status === 200)
        yield error(
          about,
          `${path.split('?')[0]} is public. Block it in the proxy (docs/operate.md).`,
        );
    }
    const { protocol, hostname, port } = new URL(url);
    if (protocol !== 'https:') {
      yield warning(about, 'It has no https, so embedding and push notifications don’t work.');
      return;
    }
    if (!health.headers.has('strict-transport-security'))
      yield error(about, 'The proxy does not send X-Forwarded-Proto, or is not in TRUST_PROXY.');
    const days = await daysOfCertificate(hostname, Number(port || 443));
    yield days < certificateDays
      ? warning(about, `Its certificate ends in ${Math.floor(days)} days.`)
      : ok(about, `Its certificate is valid for ${Math.floor(days)} days.`);
  } catch (failure) {
    const cause = failure instanceof Error && failure.cause !== undefined ? failure.cause : failure;
    // A container or a network may not route its own public address back.
    yield warning(about, `It can’t be reached from here: ${reasonOf(cause)}`);
  }
}

/** Checks the database and what is in it. Migrates nothing, so it works next to servers of another version. */
const checkStored = async (
  signal: AbortSignal,
  env: NodeJS.ProcessEnv,
): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  const checks = [checkDatabase, checkReplicas, checkFiles, checkQueue, checkHosts];
  try {
    await withCampus(
      signal,
      async (campus) => {
        for (const check of checks)
          for await (const finding of check(campus, env)) findings.push(finding);
      },
      { isNew: true },
    );
  } catch (failure) {
    findings.push(error('database', sentenceFor(failure)));
  }
  return findings;
};

/** Checks an installation, and returns each finding as soon as it is known. It writes one test file and deletes it. */
export async function* diagnose(
  signal: AbortSignal,
  { env, mailTo, url }: DoctorOptions,
): AsyncGenerator<Finding> {
  yield* checkSettings(env);
  yield* await checkStored(signal, env);
  yield* checkMachine(env);
  yield* checkBus(env['REDIS_URL']);
  yield* checkOutgoingMail(env, mailTo);
  if (url !== undefined) yield* checkAddress(url);
}
