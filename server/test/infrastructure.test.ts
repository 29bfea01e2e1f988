import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { inWorld } from './world.ts';

const world = inWorld();
const token = 'a token for the one who watches';
let folder = '';
let app: App;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commons-web-'));
  await mkdir(join(folder, 'assets'));
  for (const name of ['index.html', 'index.html.gz', 'theme.js', 'assets/app-1.js']) await writeFile(join(folder, name), '<p>page</p>');
  for (const end of ['br', 'gz']) await writeFile(join(folder, `assets/app-1.js.${end}`), `packed ${end}`);
  app = await world.beside({ web: folder, metricsToken: token });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test.each(['/', '/index.html', '/index.html?x=1', '/%69ndex.html', '/index.html.gz', '/directory', '/no/such/page'])(
  'the page carries its policy at %s, and nobody else may frame it',
  async (url) => {
    const answer = await app.http.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(answer.headers['cache-control']).toBe('no-cache');
  },
);

test('a file is sent in the packed form that the browser takes', async () => {
  const ask = (accepted: string) => app.http.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': accepted } });
  const [brotli, gzip, plain] = [await ask('gzip, deflate, br'), await ask('gzip'), await ask('identity')];
  expect([brotli, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
  expect([brotli, gzip, plain].map(({ payload }) => payload)).toEqual(['packed br', 'packed gz', '<p>page</p>']);
  for (const { headers } of [brotli, gzip, plain]) {
    expect(headers['content-type']).toContain('javascript');
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['vary']?.toLowerCase()).toContain('accept-encoding');
  }
});

test('scripts are served as files', async () => {
  for (const url of ['/theme.js', '/assets/app-1.js'])
    expect((await app.http.inject({ url })).headers['content-type']).toContain('javascript');
});

test('figures are told to this machine and to whoever shows the token, to nobody else', async () => {
  const status = async (request: { remoteAddress?: string; headers?: Record<string, string> }) =>
    (await app.http.inject({ url: '/metrics', ...request })).statusCode;
  const far = { remoteAddress: '10.9.8.7' };
  for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await status({ remoteAddress })).toBe(200);
  expect(await status({ ...far, headers: { authorization: `Bearer ${token}` } })).toBe(200);
  for (const authorization of ['', 'Bearer', 'Bearer ', `Bearer ${token}x`, token, 'Bearer undefined'])
    expect(await status({ ...far, headers: { authorization } })).toBe(403);
  // What a proxy on this machine passes on comes from elsewhere.
  for (const name of ['x-forwarded-for', 'forwarded']) expect(await status({ headers: { [name]: '10.9.8.7' } })).toBe(403);
  const open = await world.app.http.inject({ url: '/metrics', ...far, headers: { authorization: 'Bearer undefined' } });
  expect(open.statusCode).toBe(403);
});
