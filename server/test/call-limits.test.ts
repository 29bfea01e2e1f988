import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { addInMemory } from '#server/kernel/security/rate-limits.ts';
import { visitLimit } from '#server/kernel/security/load-budget.ts';
import { send } from './world.ts';
import { inWorld } from './world.ts';

const world = inWorld();

/** Paths with ids that don't exist. */
const pathOf = (path: string): string => path.replace(/\{\w+\}|:\w+/g, '999').replace('*', 'x');

/** Endpoints and documents for visitors, and other routes that have their own limits. */
const open = endpoints.filter(({ access }) => access === 'visitor');
const apart =
  /^(?:OPTIONS \*|GET \/(?:healthz|readyz|metrics|certificate-hosts|cell-hosts|api\/v1\/openapi\.json|files\/:name|manifest\.webmanifest|icon-.*))$/;

test('every call and document for visitors has a rate limit per network', async () => {
  for (const kind of ['visits', 'writes', 'attachments'])
    addInMemory(world, `${kind}:${world.school}:from:203.0.113.9`, visitLimit, 20_000);
  const ask = async (method: string, path: string) =>
    (
      await world.app.http.inject({
        method: method as 'GET',
        url: pathOf(path),
        remoteAddress: '203.0.113.9',
        headers: { host: 'localhost' },
      })
    ).statusCode;
  const calls = new Set(
    endpoints.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const documents = world.app.mounted.filter((one) => !calls.has(one) && !apart.test(one));
  expect(documents.length).toBeGreaterThan(20);
  const all = [...open.map(({ method, path }) => `${method} ${path}`), ...documents];
  const free: string[] = [];
  for (const one of all) {
    const [method = '', path = ''] = one.split(' ');
    if ((await ask(method, path)) !== 429) free.push(one);
  }
  expect(free).toEqual([]);
});

test('someone who exceeds their processing time per minute gets 429 everywhere, and others do not', async () => {
  const app = await world.startAnother({
    loadBudgets: { person: 60, key: 60, network: 100_000 },
  });
  try {
    const headersOf = (who: typeof world.ana) => ({
      cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      authorization: `Bearer ${who.tokens.jwt}`,
    });
    const { url } = await world.ana.call('POST /api/v1/calendar/feeds', {
      name: 'All',
      kinds: ['own'],
    });
    const read = (who: typeof world.ana) =>
      send(app, '/api/v1/users?pageSize=100', { headers: headersOf(who) });
    let calls = 0;
    let last = await read(world.ana);
    for (; last.status === 200 && calls < 2_000; calls += 1) last = await read(world.ana);
    expect(calls).toBeGreaterThan(1);
    expect([last.status, last.body]).toMatchObject([429, { code: 'too_many_requests' }]);
    expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(60);
    // Another call, and the secret calendar address, whose owner is identified later.
    const feed = new URL(url).pathname;
    expect((await send(app, '/api/v1/session', { headers: headersOf(world.ana) })).status).toBe(
      429,
    );
    expect((await send(app, feed, {})).status).toBe(429);
    expect((await read(world.ben)).status).toBe(200);
    world.clock.advance(61_000);
    expect((await read(world.ana)).status).toBe(200);
    expect((await send(app, feed, {})).status).toBe(200);
  } finally {
    await app.close();
  }
});
