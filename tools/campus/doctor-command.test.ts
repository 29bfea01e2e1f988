import { createServer, type AddressInfo } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inCampus } from './in-campus.ts';

const { campus } = inCampus();

const received: string[] = [];
const smtp = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData: (stream, { envelope }, done) => {
    received.push(...envelope.rcptTo.map(({ address }) => address));
    stream.resume();
    stream.once('end', done);
  },
});
/** A proxy that shows the metrics to everyone. */
const proxy = createHttpServer((request, response) => {
  response.statusCode = request.url === '/readyz' ? 404 : 200;
  response.end();
});
const portOf = (server: { address(): AddressInfo | string | null }): number =>
  (server.address() as AddressInfo).port;

beforeAll(async () => {
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve));
  await new Promise((resolve) => proxy.close(resolve));
});

const errorsIn = (text: string): string[] =>
  text.split('\n').filter((line) => line.startsWith('ERROR'));

test('the doctor reports problems with settings, the database, Redis, mail and the proxy, and confirms what works', async () => {
  await campus(['school', 'add', 'west']);
  const mail = `smtp://127.0.0.1:${portOf(smtp.server)}`;
  const good = await campus(['doctor', '--mail-to', 'it@west.example'], {
    env: {
      CAMPUS_HOST: 'localhost',
      NODE_ENV: 'production',
      TRUST_PROXY: '127.0.0.1',
      SMTP_URL: mail,
      MAIL_FROM: 'Campus <no-reply@west.example>',
    },
  });
  // The database of tests doesn't write to the disk, which the doctor must report.
  expect(errorsIn(good.out)).toEqual([
    'ERROR    database: fsync is off, so a power failure can destroy the database.',
  ]);
  expect(good.out).toContain('ok       mail: Sent to it@west.example.\n');
  expect(good.out).toMatch(/^ok {7}database: PostgreSQL 18\.\d+, \d+ MB\.$/m);
  expect(good.out).toMatch(/^ok {7}files: The folder is writable\.$/m);
  expect(good.out).toMatch(/^ok {7}clock: It agrees with the database’s\.$/m);
  expect(received).toEqual(['it@west.example']);

  const probe = createServer();
  await new Promise<void>((resolve) => void probe.listen(0, '127.0.0.1', resolve));
  const closed = portOf(probe);
  await new Promise((resolve) => probe.close(resolve));
  const bad = await campus(['doctor', '--url', `http://127.0.0.1:${portOf(proxy)}`], {
    env: {
      CAMPUS_HOST: 'https://campus.example.edu',
      SMTP_URL: `smtp://127.0.0.1:${closed}`,
      REDIS_URL: `redis://127.0.0.1:${closed}`,
    },
  });
  expect(bad.code).toBe(1);
  expect(errorsIn(bad.out)).toEqual([
    'ERROR    settings: CAMPUS_HOST is a host name, without https:// or a port.',
    'ERROR    database: fsync is off, so a power failure can destroy the database.',
    expect.stringMatching(/^ERROR {4}bus: REDIS_URL doesn’t respond: .*ECONNREFUSED/),
    expect.stringMatching(/^ERROR {4}mail: The mail server doesn’t accept emails: .*ECONNREFUSED/),
    'ERROR    address: /metrics is public. Block it in the proxy (docs/operate.md).',
    'ERROR    address: /certificate-hosts is public. Block it in the proxy (docs/operate.md).',
  ]);
  expect(bad.out).toMatch(/^warning {2}settings: NODE_ENV is not production/m);
  expect(bad.out).toMatch(/^warning {2}mail: MAIL_FROM is not set/m);
  expect(bad.err).toBe('Found 6 errors. docs/operate.md explains each setting.\n');

  const gone = await campus(['doctor'], {
    env: { DATABASE_URL: `postgres://ada@127.0.0.1:${closed}/commons` },
  });
  expect(gone.out).toContain('ERROR    database: The database at DATABASE_URL does not respond;');
  expect(gone.out).toContain('warning  mail: SMTP_URL is not set');
});
