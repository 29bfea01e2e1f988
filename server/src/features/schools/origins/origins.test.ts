import { describe, expect, test } from 'vitest';
import { embedOrigin } from '#contract/embedding/origin.ts';
import { inWorld, type Answer } from '../../../../test/world.ts';

const world = inWorld();
const code = (answer: Answer) => (answer.body as { code?: string }).code;
const add = (origin: string) => world.admin.try('POST /api/v1/school/embed-origins', { origin });
const remove = (origin: string) =>
  world.admin.try('DELETE /api/v1/school/embed-origins', { origin });
const listed = async () => (await world.admin.call('GET /api/v1/school/embed-origins')).origins;

describe('valid origins', () => {
  test.each([
    ['https://portal.example.edu', 'https://portal.example.edu'],
    [' HTTPS://Portal.Example.edu/ ', 'https://portal.example.edu'],
    ['https://portal.example.edu:8443', 'https://portal.example.edu:8443'],
    ['https://portal.example.edu:443', 'https://portal.example.edu'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://host.localhost:4100', 'http://host.localhost:4100'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('%s is %s', (text, origin) => expect(embedOrigin(text)).toBe(origin));

  test.each([
    '',
    '*',
    'https://*.example.edu',
    'https://*',
    'http://portal.example.edu',
    'http://localhost.evil.example',
    'portal.example.edu',
    '//portal.example.edu',
    'https://',
    'https:portal.example.edu',
    'https://portal.example.edu/app',
    'https://portal.example.edu/?x',
    'https://portal.example.edu/#x',
    'https://user@portal.example.edu',
    'https://user:pw@portal.example.edu',
    "https://a;script-src'unsafe-inline'.example",
    'https://a,b.example',
    'https://a b.example',
    'https://a.example https://b.example',
    'https://a.example\nX: y',
    'https://a.example;',
    'https://[::1]',
    'https://-a.example',
    'https://a..example',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    'ftp://a.example',
    'null',
    `https://${'a'.repeat(250)}.example`,
  ])('%j is invalid', (text) => expect(embedOrigin(text)).toBeNull());
});

describe('the list of origins', () => {
  test('[EMBED-01] can be changed by admins, and the activity log records each change', async () => {
    const added = await world.admin.call('POST /api/v1/school/embed-origins', {
      origin: 'https://Portal.example.edu/',
    });
    expect(added).toEqual({ origins: ['https://portal.example.edu'], address: 'http://localhost' });
    await add('https://portal.example.edu');
    await add('https://second.example.edu');
    expect(await listed()).toEqual(['https://portal.example.edu', 'https://second.example.edu']);
    expect((await remove('https://portal.example.edu')).body).toMatchObject({
      origins: ['https://second.example.edu'],
    });
    expect(code(await remove('https://portal.example.edu'))).toBe('not_found');
    const log = await world.admin.call('GET /api/v1/audit');
    expect(
      log.entries
        .filter(({ kind }) => kind === 'embed_origins_changed')
        .map(({ detail }) => detail),
    ).toEqual([
      { removed: 'https://portal.example.edu' },
      { added: 'https://second.example.edu' },
      { added: 'https://portal.example.edu' },
    ]);
  });

  test('rejects invalid origins with a reason, and the twenty-first one', async () => {
    const wrong = await add('https://*.example.edu');
    expect([wrong.status, code(wrong)]).toEqual([422, 'not_an_origin']);
    for (let n = 0; n < 19; n += 1)
      expect((await add(`https://host${n}.example`)).status).toBe(200);
    const more = await add('https://more.example');
    expect([more.status, code(more)]).toEqual([409, 'too_many_origins']);
    expect(await listed()).toHaveLength(20);
  });

  test('loses nothing with simultaneous additions', async () => {
    for (const one of await listed()) await remove(one);
    const names = ['a', 'b', 'c', 'd'].map((name) => `https://${name}.example`);
    const answers = await Promise.all(names.map(add));
    // A request that conflicts twice gets an error, and nothing of it is stored.
    const stored = names.filter((_, index) => answers[index]?.status === 200);
    expect(answers.map(({ status }) => status)).toEqual(expect.not.arrayContaining([500]));
    expect((await listed()).toSorted()).toEqual(stored);
    expect(stored.length).toBeGreaterThan(0);
  });

  test('contains no invalid origins, which the database also rejects', async () => {
    for (const bad of [
      "https://a.example; script-src 'unsafe-inline'",
      'https://a.example https://b.example x',
      '*',
      'https://a.example\r\nx: y',
    ])
      await expect(
        world.sql(`update schools set embed_origins = array[$1]`, [bad]),
      ).rejects.toThrow(/check/);
  });
});

describe('scripts of other origins', () => {
  const preflight = (origin: string, host = 'localhost') =>
    world.app.http.inject({
      method: 'OPTIONS',
      url: '/api/v1/users',
      headers: {
        host,
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
  const ask = (origin: string, host = 'localhost') =>
    world.visit('/mobile_ws/v18/school', { host, headers: { origin } });

  test('can call with a bearer token and never with cookies if their origin is listed', async () => {
    await add('https://a.example');
    world.clock.advance(61_000);
    const before = await preflight('https://a.example');
    expect([
      before.statusCode,
      before.headers['access-control-allow-origin'],
      before.headers['access-control-allow-credentials'],
    ]).toEqual([204, 'https://a.example', undefined]);
    expect(before.headers['access-control-allow-headers']).toContain('Authorization');
    expect((await ask('https://a.example')).headers['access-control-allow-origin']).toBe(
      'https://a.example',
    );
    // The only cacheable response says that it depends on the origin.
    expect((await world.visit('/api/v1/openapi.json')).headers['vary']).toContain('Origin');
  });

  test.each([
    'https://evil.example',
    'https://a.example.evil.example',
    'http://a.example',
    'https://a.example:8443',
    'null',
    'https://A.example',
  ])('can’t call from %s', async (origin) => {
    const before = await preflight(origin);
    expect([
      before.headers['access-control-allow-origin'],
      before.headers['access-control-allow-headers'],
    ]).toEqual([undefined, undefined]);
    expect((await ask(origin)).headers['access-control-allow-origin']).toBeUndefined();
  });

  test('[SCH-03] can call only the school that lists their origin', async () => {
    expect(
      (await preflight('https://a.example', 'north.localhost')).headers[
        'access-control-allow-origin'
      ],
    ).toBeUndefined();
    expect(
      (await ask('https://a.example', 'north.localhost')).headers['access-control-allow-origin'],
    ).toBeUndefined();
  });

  test('can read in every response which origins are allowed', async () => {
    for (const path of [
      '/healthz',
      '/mobile_ws/v18/school',
      '/api/v1/openapi.json',
      '/no/such',
      '/files/none.webp',
    ]) {
      const { headers } = await world.visit(path);
      expect([
        path,
        headers['x-content-type-options'],
        headers['cross-origin-resource-policy'],
        headers['referrer-policy'],
      ]).toEqual([path, 'nosniff', 'same-origin', 'same-origin']);
    }
  });
});
