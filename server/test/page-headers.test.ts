import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { inWorld } from './world.ts';

const world = inWorld();
let folder = '';
let app: App;

const place = 'NONCE-OF-THE-ANSWER';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commons-headers-'));
  await writeFile(
    join(folder, 'index.html'),
    `<html><head><script nonce="${place}" src="/a.js"></script></head><body><div id="root"><output></output></div></body></html>`,
  );
  await writeFile(join(folder, 'embed.js'), '/* the SDK */');
  await writeFile(join(folder, 'worker.js'), '/* the worker */');
  await writeFile(join(folder, 'worker.js.br'), brotliCompressSync('/* the worker */'));
  await writeFile(join(folder, 'offline-worker.js'), '/* removes the worker */');
  app = await world.startAnother({ web: folder, trustProxy: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const open = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await app.http.inject({
    url,
    headers: {
      host: 'localhost',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      ...headers,
    },
  });
  const policy = new Map(
    String(answer.headers['content-security-policy'])
      .split('; ')
      .map((line) => {
        const [name = '', ...values] = line.split(' ');
        return [name, values] as const;
      }),
  );
  return {
    answer,
    policy,
    nonce: /'nonce-([\w-]+)'/.exec(policy.get('script-src')?.join(' ') ?? '')?.[1],
  };
};

describe('the page', () => {
  test("each response has a new script nonce, and text from people can't contain it", async () => {
    await world.sql('update schools set name = $1', [place]);
    const [first, second] = [await open('/'), await open('/')];
    expect(first.nonce).toMatch(/^[\w-]{22}$/);
    expect(second.nonce).not.toBe(first.nonce);
    expect(first.answer.payload).toContain(`<script nonce="${first.nonce}" src="/a.js">`);
    // The school's name, and its reply in the page.
    expect(first.answer.payload.split(first.nonce ?? '')).toHaveLength(2);
    expect(first.answer.payload).toContain(`<em data-school="${place}"></em>`);
    expect(first.policy.get('script-src')).toEqual([
      `'nonce-${first.nonce}'`,
      "'strict-dynamic'",
      "'self'",
    ]);
    expect(first.policy.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(first.policy.get('object-src')).toEqual(["'none'"]);
    await world.sql(`update schools set name = 'Demo University'`);
  });

  test("[EMBED-01] a site can frame the page only while it is on the school's list", async () => {
    const host = 'https://portal.example.edu';
    const ancestors = async (path = '/', at = 'localhost') =>
      (await open(path, { host: at })).policy.get('frame-ancestors');
    expect(await ancestors()).toEqual(["'self'"]);
    await world.admin.call('POST /api/v1/school/embed-origins', { origin: host });
    for (const path of ['/', '/embed/profile', '/login', '/no/such/page', '/index.html'])
      expect(await ancestors(path)).toEqual(["'self'", host]);
    expect((await open('/')).answer.payload).toContain(
      `<meta name="embed-origins" content="${host}">`,
    );
    // Pages of the other school and of an unknown host don't allow it.
    expect(await ancestors('/', 'north.localhost')).toEqual(["'self'"]);
    expect(await ancestors('/', 'nosuch.localhost')).toEqual(["'self'"]);
    await world.admin.call('DELETE /api/v1/school/embed-origins', { origin: host });
    expect(await ancestors()).toEqual(["'self'"]);
    expect((await open('/')).answer.payload).not.toContain('embed-origins');
    expect((await open('/')).answer.headers['x-frame-options']).toBeUndefined();
  });

  test.each([
    ['/', 'same-origin-allow-popups'],
    ['/login', 'same-origin-allow-popups'],
    ['/login?redirect=/directory', 'same-origin-allow-popups'],
    ['/login?redirect=/embed/signed-in/x', 'same-origin-allow-popups'],
    ['/embed/profile', 'same-origin-allow-popups'],
    ['/login?redirect=%2Fembed%2Fsigned-in', 'unsafe-none'],
    ['/login?sso_error=cancelled&redirect=%2Fembed%2Fsigned-in', 'unsafe-none'],
    ['/embed/signed-in', 'unsafe-none'],
  ])('the opener policy of %s is %s', async (path, value) => {
    expect((await open(path)).answer.headers['cross-origin-opener-policy']).toBe(value);
  });

  test('the page denies camera, location and microphone, and requires HTTPS after a visit over HTTPS', async () => {
    const { answer } = await open('/');
    expect(answer.headers['permissions-policy']).toMatch(
      /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
    );
    expect(answer.headers['strict-transport-security']).toBeUndefined();
    const secure = await open('/', { 'x-forwarded-proto': 'https' });
    expect(secure.answer.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test('other sites can load the SDK, but not the page', async () => {
    const corp = async (url: string) =>
      (await open(url)).answer.headers['cross-origin-resource-policy'];
    expect([
      await corp('/embed.js'),
      await corp('/embed.js?v=1'),
      await corp('/embed.jsx'),
      await corp('/'),
    ]).toEqual(['cross-origin', 'cross-origin', 'same-origin', 'same-origin']);
  });

  test('when the operator turns off the service worker, its URL serves the script that removes it, and pages don’t register it', async () => {
    const worker = await open('/worker.js');
    expect([worker.answer.payload, worker.answer.headers['cache-control']]).toEqual([
      '/* the worker */',
      'no-cache',
    ]);
    const compressed = (await open('/worker.js', { 'accept-encoding': 'br' })).answer.headers;
    expect([compressed['content-encoding'], compressed['cache-control']]).toEqual([
      'br',
      'no-cache',
    ]);
    expect((await open('/')).answer.payload).not.toContain('<meta name="worker"');
    // Browsers that an earlier release registered it in.
    expect((await open('/offline-worker.js')).answer.payload).toBe('/* removes the worker */');
    const off = await world.startAnother({ web: folder, hasWorker: false });
    const from = async (url: string) =>
      off.http.inject({ url, headers: { host: 'localhost', 'sec-fetch-mode': 'navigate' } });
    const removed = await from('/worker.js');
    expect([removed.statusCode, removed.payload, removed.headers['cache-control']]).toEqual([
      200,
      '/* removes the worker */',
      'no-cache',
    ]);
    expect(removed.headers['content-type']).toContain('javascript');
    expect((await from('/')).payload).toContain('<meta name="worker" content="off"></head>');
    await off.close();
  });
});
