import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { folderFiles } from '#server/kernel/files/files.ts';
import { openBytesMax } from '#server/kernel/http/response-budget.ts';
import { inWorld } from './world.ts';

const world = inWorld();
const token = 'a token for the one who watches';
const largeBytes = 50_000_000;
let folder = '';
let app: App;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commons-web-'));
  await mkdir(join(folder, 'assets'));
  for (const name of ['index.html', 'index.html.gz', 'theme.js', 'assets/app-1.js'])
    await writeFile(join(folder, name), '<p>page</p>');
  for (const end of ['br', 'gz'])
    await writeFile(join(folder, `assets/app-1.js.${end}`), `packed ${end}`);
  await writeFile(join(folder, 'assets/large.js'), '');
  await truncate(join(folder, 'assets/large.js'), largeBytes);
  app = await world.startAnother({ web: folder, metricsToken: token });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test.each([
  '/',
  '/index.html',
  '/index.html?x=1',
  '/%69ndex.html',
  '/index.html.gz',
  '/directory',
  '/no/such/page',
])(
  'the page at %s has a security policy that prevents other sites from framing it',
  async (url) => {
    const answer = await app.http.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(answer.headers['cache-control']).toBe('no-cache');
  },
);

test('the server sends a file in a compressed format that the browser accepts', async () => {
  const ask = (accepted: string) =>
    app.http.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': accepted } });
  const [brotli, gzip, plain] = [
    await ask('gzip, deflate, br'),
    await ask('gzip'),
    await ask('identity'),
  ];
  expect([brotli, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual([
    'br',
    'gzip',
    undefined,
  ]);
  expect([brotli, gzip, plain].map(({ payload }) => payload)).toEqual([
    'packed br',
    'packed gz',
    '<p>page</p>',
  ]);
  for (const { headers } of [brotli, gzip, plain]) {
    expect(headers['content-type']).toContain('javascript');
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['vary']?.toLowerCase()).toContain('accept-encoding');
  }
});

test('the server sends scripts as JavaScript', async () => {
  for (const url of ['/theme.js', '/assets/app-1.js'])
    expect((await app.http.inject({ url })).headers['content-type']).toContain('javascript');
});

test('only this machine and requests with the token can read metrics', async () => {
  const status = async (request: { remoteAddress?: string; headers?: Record<string, string> }) =>
    (await app.http.inject({ url: '/metrics', ...request })).statusCode;
  const far = { remoteAddress: '10.9.8.7' };
  for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect(await status({ remoteAddress })).toBe(200);
  expect(await status({ ...far, headers: { authorization: `Bearer ${token}` } })).toBe(200);
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${token}x`,
    token,
    'Bearer undefined',
  ])
    expect(await status({ ...far, headers: { authorization } })).toBe(403);
  // A request through a proxy on this machine comes from elsewhere.
  for (const name of ['x-forwarded-for', 'forwarded'])
    expect(await status({ headers: { [name]: '10.9.8.7' } })).toBe(403);
  const open = await world.app.http.inject({
    url: '/metrics',
    ...far,
    headers: { authorization: 'Bearer undefined' },
  });
  expect(open.statusCode).toBe(403);
});

test('clients get the API document compressed and cacheable, and 304 if they already have it', async () => {
  const ask = (headers: Record<string, string> = {}) =>
    app.http.inject({ url: '/api/v1/openapi.json', headers });
  const [plain, packed] = [await ask(), await ask({ 'accept-encoding': 'br, gzip' })];
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=3600',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(plain.rawPayload.length),
  });
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-length': String(packed.rawPayload.length),
  });
  expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
  const etag = String(plain.headers.etag);
  for (const held of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const { statusCode, payload } = await ask({ 'if-none-match': held });
    expect([held, statusCode, payload]).toEqual([held, 304, '']);
  }
  expect((await ask({ 'if-none-match': '"other"' })).statusCode).toBe(200);
});

test(
  'an address that downloads too much gets 429 for files and pages, but can still make calls',
  { tags: 'soak' },
  async () => {
    const ask = (url: string, remoteAddress: string) =>
      app.http.inject({ url, remoteAddress, headers: { 'accept-encoding': 'identity' } });
    const greedy = '198.51.100.7';
    for (let taken = 0; taken < openBytesMax; taken += largeBytes) {
      const answer = await app.http.inject({
        url: '/assets/large.js',
        remoteAddress: greedy,
        headers: { 'accept-encoding': 'identity' },
        payloadAsStream: true,
      });
      expect(answer.statusCode).toBe(200);
      // As a string, it would take seconds.
      await finished(answer.stream().resume());
    }
    for (const url of [
      '/api/v1/openapi.json',
      '/assets/app-1.js',
      '/theme.js',
      '/directory',
      '/icon-512.png',
    ]) {
      const { statusCode, headers } = await ask(url, greedy);
      expect([url, statusCode, Number(headers['retry-after']) > 0]).toEqual([url, 429, true]);
      expect([url, (await ask(url, '198.51.100.8')).statusCode]).toEqual([url, 200]);
    }
    expect((await ask('/healthz', greedy)).statusCode).toBe(200);
    expect((await ask('/mobile_ws/v18/school', greedy)).statusCode).toBe(200);
    world.clock.advance(60_001);
    expect((await ask('/directory', greedy)).statusCode).toBe(200);
  },
);

test("a server that can't write to its database or files is not ready and reports which", async () => {
  const full = () =>
    Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  const { raw } = world.pool;
  const query = (...given: unknown[]) =>
    String(given[0]).includes('pg_logical_emit_message')
      ? full()
      : (Reflect.apply(raw.query, raw, given) as Promise<unknown>);
  const fullDatabase = new Proxy(raw, {
    get: (pool, name) => (name === 'query' ? query : Reflect.get(pool, name, pool)) as unknown,
  });
  const disks = [
    [{ files: { ...world.files, probe: full } }, { files: 'not_writable' }],
    [{ pool: { ...world.pool, raw: fullDatabase } }, { database: 'not_writable' }],
  ] as const;
  for (const [parts, wrong] of disks) {
    const beside = await world.startAnother(parts);
    const answer = await beside.http.inject({ url: '/readyz' });
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { status: 'unavailable', database: 'ok', ...wrong },
    ]);
    expect((await beside.http.inject({ url: '/healthz' })).statusCode).toBe(200);
    await beside.close();
  }
  expect((await app.http.inject({ url: '/readyz' })).statusCode).toBe(200);
  // The system's error for a folder that can't store files.
  await expect(folderFiles('/dev/null/commons', Buffer.alloc(32)).probe()).rejects.toMatchObject({
    code: 'ENOTDIR',
  });
});
