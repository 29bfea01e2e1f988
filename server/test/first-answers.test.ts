import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { firstCalls } from '#contract/first-calls.ts';
import type { App } from '#server/app.ts';
import { newStem } from '#server/kernel/files/files.ts';
import { inWorld, type Person } from './world.ts';

const world = inWorld();
let folder = '';
let app: App;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commons-first-'));
  await writeFile(
    join(folder, 'index.html'),
    '<html><head></head><body><div id="root"></div></body></html>',
  );
  app = await world.startAnother({ web: folder });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** The first calls of every page with the bars. */
const everywhere = firstCalls('/nowhere', new URLSearchParams()).map(({ key }) => key);
const last = (key: string): string => key.split('/').at(-1) ?? '';

const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const open = async (
  url: string,
  person: Person | null,
  { headers = visit, host = 'localhost' }: { headers?: object; host?: string } = {},
) => {
  const cookie = [...(person?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await app.http.inject({
    url,
    headers: { host, ...(cookie && { cookie }), ...headers },
  });
  const block = /<script type="application\/json" id="first-answers">([\s\S]*?)<\/script>/.exec(
    answer.payload,
  )?.[1];
  const handed = JSON.parse(block ?? '[]') as { key: string; input: object; answer: unknown }[];
  return {
    answer,
    handed,
    of: (key: string) => handed.find((one) => one.key.endsWith(key))?.answer,
  };
};

const unmasked = (text: unknown): { csrfToken: string; jwt: string } => {
  const bytes = Buffer.from(String(text), 'base64');
  const half = bytes.length / 2;
  return JSON.parse(
    bytes
      .subarray(half)
      .map((byte, index) => byte ^ (bytes[index] ?? 0))
      .toString(),
  ) as never;
};

test('the server compresses the page and masks the tokens in it', async () => {
  const { answer, of } = await open('/directory', world.ana);
  const { csrfToken, jwt } = unmasked(of('auth_tokens'));
  for (const token of [csrfToken, jwt]) expect(answer.payload).not.toContain(token);
  expect((await open('/directory', world.ana)).of('auth_tokens')).not.toBe(of('auth_tokens'));
  const packed = await open('/directory', world.ana, {
    headers: { ...visit, 'accept-encoding': 'gzip' },
  });
  expect([
    packed.answer.headers['content-encoding'],
    packed.answer.headers['cache-control'],
  ]).toEqual(['gzip', 'no-store']);
  expect(gunzipSync(packed.answer.rawPayload).toString()).toContain('first-answers');
});

test("a signed-in person's page contains the replies to its first calls, and browsers do not cache it", async () => {
  const { answer, handed, of } = await open(`/student_profile?uid=${world.ben.uid}`, world.ana);
  expect(handed.map(({ key }) => key)).toEqual([
    'GET /mobile_ws/v18/school',
    'GET /mobile_ws/v18/authentication',
    'GET /mobile_ws/v18/auth_tokens',
    ...everywhere,
    'GET /mobile_ws/v18/user_profile',
  ]);
  expect(of('school')).toEqual(await world.ana.call('GET /mobile_ws/v18/school'));
  expect(of('authentication')).toEqual(
    await world.ana.call('GET /mobile_ws/v18/authentication', { source: 'sep' }),
  );
  expect(of('user_profile')).toEqual(
    await world.ana.call('GET /mobile_ws/v18/user_profile', { uid: world.ben.uid, view: 'full' }),
  );
  const { jwt } = unmasked(of('auth_tokens'));
  const own = await app.http.inject({
    url: '/api/v1/account/data',
    headers: { host: 'localhost', authorization: `Bearer ${jwt}` },
  });
  expect(own.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['content-security-policy']).toMatch(
    /script-src 'nonce-[\w-]{22}' 'strict-dynamic' 'self';/,
  );
});

test.each([
  ['/', true, ['feed', 'mobile_people', 'connections', 'suggestions', 'first-run']],
  [
    '/directory?search_word=ben&layout=list',
    true,
    ['mobile_people', 'listing_filters', 'listing_config'],
  ],
  ['/embed/profile', false, ['user_profile']],
  ['/settings/profile', true, []],
])(
  'the page at %s contains the replies for the navigation bars (%j) and for %j',
  async (url, hasBars, names) => {
    const { handed } = await open(url, world.ana);
    expect(everywhere.map(last)).toEqual(expect.arrayContaining(['menu', 'unread-count']));
    expect(handed.slice(3).map(({ key }) => last(key))).toEqual([
      ...(hasBars ? everywhere.map(last) : []),
      ...names,
    ]);
  },
);

test('the page of a filtered directory contains the filtered people', async () => {
  const { of } = await open('/directory?search_word=ben&uid=1', world.ana);
  const asked = { search_word: 'ben', range: '0', limit: '20' };
  expect(of('mobile_people')).toEqual(
    await world.ana.call('GET /mobile_ws/v18/mobile_people', asked),
  );
});

test("a visitor's page contains the school and the signed-out state, and the sign-in page adds the SSO providers", async () => {
  const { handed, of } = await open('/directory', null);
  expect(handed.map(({ key }) => key.split('/').at(-1))).toEqual(['school', 'authentication']);
  expect(of('authentication')).toEqual([{ logout: true }]);
  expect((await open('/login', null)).of('sso')).toEqual({ isRequired: false, items: [] });
});

test("Eve from the other school gets a visitor's page here, and no one from this school on her own school's page", async () => {
  const here = await open(`/student_profile?uid=${world.ana.uid}`, world.eve);
  expect(here.handed.map(({ key }) => key.split('/').at(-1))).toEqual(['school', 'authentication']);
  const there = await open(`/student_profile?uid=${world.ana.uid}`, world.eve, {
    host: 'north.localhost',
  });
  expect(there.of('auth_tokens')).toBeDefined();
  expect(JSON.stringify(there.handed)).not.toContain(world.ana.email);
  expect(there.of('user_profile')).toEqual(
    await world.eve.call('GET /mobile_ws/v18/user_profile', { uid: world.ana.uid, view: 'full' }),
  );
});

test.each([
  ['a picture', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
  ['a script', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  [
    'a script that claims to load a document',
    { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'document' },
  ],
  ['an object', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'object' }],
  ['a prefetch', { ...visit, 'sec-purpose': 'prefetch;prerender' }],
  ['a browser without fetch metadata', {}],
])('%s gets the page without replies', async (_, headers) => {
  const { answer, handed } = await open('/directory', world.ana, { headers });
  expect([answer.statusCode, answer.headers['cache-control'], handed]).toEqual([
    200,
    'no-cache',
    [],
  ]);
  expect(answer.payload).not.toContain('first-answers');
});

test("text from people can't end the script block", async () => {
  const firstName = '</script><script>alert(1)</script>';
  await world.sql('update users set first_name = $1 where id = $2', [firstName, world.cy.id]);
  const { answer, of } = await open(`/student_profile?uid=${world.cy.uid}`, world.cy);
  expect(answer.payload.match(/<script/g)).toHaveLength(1);
  expect(of('user_profile')).toMatchObject({ data: { firstName } });
});

test('a page at an unknown school contains no replies', async () => {
  const { answer, handed } = await open('/', null, { host: 'unknown.localhost' });
  expect([answer.statusCode, handed]).toEqual([200, []]);
});

test('a browser without its CSRF cookie gets one with the page', async () => {
  const session = [...world.ben.cookies].find(([name]) => name !== 'XSRF-TOKEN');
  const { answer } = await open('/', { ...world.ben, cookies: new Map(session ? [session] : []) });
  expect(String(answer.headers['set-cookie'])).toContain('XSRF-TOKEN=');
});

describe('[AUTH-04] a public profile', () => {
  const address = (more = '') => `/student_profile?uid=${world.ana.uid}&share=1${more}`;
  const meta = (html: string, name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];

  test('everyone gets the replies for visitors without tokens, and link previews work without a browser', async () => {
    await world.ana.call('PATCH /api/v1/sharing', { isPublic: true });
    for (const who of [null, world.ben, world.ana])
      for (const headers of [visit, {}]) {
        const { answer, handed } = await open(address(), who, { headers });
        expect(handed.map(({ key }) => key)).toEqual([
          'GET /mobile_ws/v18/school',
          'GET /api/v1/public/profile',
        ]);
        expect([answer.headers['set-cookie'], answer.headers['x-robots-tag']]).toEqual([
          undefined,
          'noindex',
        ]);
        expect(meta(answer.payload, 'og:title')).toBe('Ana Silva · Demo University');
        expect(meta(answer.payload, 'og:url')).toBe(
          `http://localhost/student_profile?uid=${world.ana.uid}&#38;share=1`,
        );
        expect(meta(answer.payload, 'og:description')).toContain('Student');
      }
  });

  test("other sites can load the profile's preview picture, but no other picture of the person", async () => {
    const stem = newStem();
    for (const size of ['s', 'm', 'l'])
      await world.files.putAs(world.school, `${stem}-${size}.webp`, Buffer.from(size));
    await world.sql('update users set photo = $2 where id = $1', [world.ana.id, `${stem}-m.webp`]);
    await world.ana.call('PATCH /api/v1/sharing', { isPublic: true, fields: ['picture'] });
    const picture = meta((await open(address(), null)).answer.payload, 'og:image') ?? '';
    expect(picture).toMatch(
      new RegExp(`^http://localhost/files/${stem}-m\\.webp\\?preview=[\\w-]{43}$`),
    );
    const newsletter = await world.files.put(world.school, Buffer.from('picture'), 'jpg');
    const corp = async (url: string) => {
      const answer = await app.http.inject({ url, headers: { host: 'localhost' } });
      return [answer.statusCode, answer.headers['cross-origin-resource-policy']];
    };
    const { pathname, search } = new URL(picture);
    expect(await corp(pathname + search)).toEqual([200, 'cross-origin']);
    expect(await corp(`/files/${newsletter}`)).toEqual([200, 'cross-origin']);
    for (const other of [
      pathname,
      `${pathname}?preview=`,
      `${pathname}?preview=x`,
      `${pathname.replace('-m.', '-l.')}${search}`,
    ])
      expect([other, ...(await corp(other))]).toEqual([other, 200, 'same-origin']);
    expect(await corp(`/files/${newStem()}.webp${search}`)).toEqual([404, 'same-origin']);
    await world.sql('update users set photo = null where id = $1', [world.ana.id]);
  });

  test("the page's address uses the school's host, even if the client sends another host", async () => {
    await world.ana.call('PATCH /api/v1/sharing', { isPublic: true });
    for (const host of ['localhost.', '203.0.113.7', 'LOCALHOST'])
      expect(meta((await open(address(), null, { host })).answer.payload, 'og:url')).toMatch(
        /^http:\/\/localhost\/student_profile/,
      );
  });

  test("the page reveals nothing about the person without share=1, on another route, or if they don't share it", async () => {
    for (const url of [
      address().replace('&share=1', ''),
      address().replace('share=1', 'share=2'),
      `/directory?share=1`,
    ])
      expect((await open(url, null)).answer.payload).not.toContain('og:');
    await world.ana.call('PATCH /api/v1/sharing', { isPublic: false });
    const { answer, handed } = await open(address(), null);
    expect(handed.map(({ key }) => key)).toEqual(['GET /mobile_ws/v18/school']);
    expect([
      meta(answer.payload, 'og:title'),
      meta(answer.payload, 'og:url'),
      answer.headers['x-robots-tag'],
    ]).toEqual(['Demo University', undefined, 'noindex']);
  });

  test('search engines can index a public profile if the school allows that, but not a share link; the page escapes names', async () => {
    await world.sql(`update users set first_name = '"><script>alert(1)</script>' where id = $1`, [
      world.ana.id,
    ]);
    await world.ana.call('PATCH /api/v1/sharing', { isPublic: true });
    const { url } = await world.ana.call('POST /api/v1/sharing/links', { days: 7 });
    await world.admin.call('PUT /api/v1/school/sharing', { isOn: true, isIndexed: true });
    const { answer } = await open(address(), null);
    expect(answer.headers['x-robots-tag']).toBeUndefined();
    expect(answer.payload).not.toContain('<script>alert');
    const link = new URL(url);
    const behind = await open(link.pathname + link.search, null);
    expect(behind.answer.headers['x-robots-tag']).toBe('noindex');
    expect(meta(behind.answer.payload, 'og:url')).not.toContain('link');
    await world.sql(`update users set first_name = 'Ana' where id = $1`, [world.ana.id]);
  });
});

describe('[CLUB-02] the preview of a public club', () => {
  const meta = (text: string, key: string) =>
    new RegExp(`<meta (?:property|name)="${key}" content="([^"]*)"`).exec(text)?.[1];

  test("the page has the club's name, escaped description and address only while the school shares clubs", async () => {
    const { id } = await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Chess',
      membership: 'open',
      isPublic: true,
      description: '"><script>alert(1)</script>',
    });
    const url = `/clubs/${id}?share=1`;
    const put = (areClubsOn: boolean) =>
      world.admin.call('PUT /api/v1/school/sharing', { isOn: true, isIndexed: true, areClubsOn });
    const closed = await open(url, null);
    expect(meta(closed.answer.payload, 'og:title')).toBe('Demo University');
    expect(meta(closed.answer.payload, 'og:url')).toBeUndefined();
    await put(true);
    // As a link preview bot, and as someone who is signed in. Both count as visitors there.
    for (const { answer, handed } of [
      await open(url, null, { headers: {} }),
      await open(url, world.ana),
    ]) {
      expect(meta(answer.payload, 'og:title')).toBe('Chess · Demo University');
      expect(meta(answer.payload, 'og:url')).toBe(`http://localhost${url}`);
      expect(meta(answer.payload, 'og:description')).toMatch(/^&#34;&#62;/);
      expect(answer.payload).not.toContain('<script>alert');
      expect(answer.headers['x-robots-tag']).toBeUndefined();
      expect(handed.map(({ key }) => key)).toEqual([
        'GET /mobile_ws/v18/school',
        'GET /api/v1/public/club',
      ]);
    }
    for (const elsewhere of [`/clubs/${id}`, `/clubs/${id}/manage?share=1`, '/clubs/join?share=1'])
      expect((await open(elsewhere, null)).answer.payload).not.toContain('og:');
    await put(false);
    expect((await open(url, null)).answer.payload).not.toContain('Chess');
  });
});

describe('[ANALYT-01] usage analytics', () => {
  const settings = {
    address: 'https://cdn.test/{key}/a.js?a=1&b="',
    key: 'K',
    object: 'counter',
    origins: ['https://data.test'],
    requiresConsent: true,
  };
  const put = (who: Person, given: object | null) =>
    who.try('PUT /api/v1/school/analytics', { settings: given });
  const page = async () => {
    const { answer } = await open('/', world.ana);
    return {
      policy: String(answer.headers['content-security-policy']),
      meta: /<meta name="analytics" content="([^"]*)"/.exec(answer.payload)?.[1],
    };
  };

  test('the page has no analytics by default; after setup, it contains their script and its policy allows their origins', async () => {
    const before = await page();
    expect([before.meta, before.policy.includes('campus-analytics')]).toEqual([undefined, false]);
    const safe = { ...settings, address: 'https://cdn.test/{key}/a.js?a=1&b=2' };
    expect((await put(world.admin, safe)).status).toBe(200);
    const { policy, meta } = await page();
    expect(JSON.parse(meta?.replaceAll('&#34;', '"').replaceAll('&#38;', '&') ?? '')).toEqual({
      address: safe.address,
      key: 'K',
      object: 'counter',
    });
    expect(policy).toContain("connect-src 'self' https://cdn.test https://data.test;");
    expect(policy).toContain(
      'trusted-types default campus-html campus-worker dompurify campus-analytics',
    );
    const other = await open('/', null, { host: 'north.localhost' });
    expect(other.answer.payload).not.toContain('cdn.test');
    expect((await put(world.admin, null)).status).toBe(200);
    expect(await page()).toEqual({ ...before, policy: expect.any(String) });
  });

  test.each([
    ['an address without TLS', { address: 'http://cdn.test/{key}' }],
    ['an address without the key', { address: 'https://cdn.test/a.js' }],
    ['quotes in the address', { address: settings.address }],
    ['an invalid port', { address: 'https://stats.test:99999/{key}.js' }],
    ['a policy directive in the address', { address: 'https://a;frame-ancestors{key}/' }],
    ['the key in the host', { address: 'https://{key}.test/a.js' }],
    ['an origin with an invalid port', { origins: ['https://data.test:99999'] }],
    ['an origin with a path', { origins: ['https://data.test/x'] }],
    ['a wildcard', { origins: ['*'] }],
    ['a key with a path', { key: 'a/../b' }],
    ['an object with a function call', { object: 'a.b()' }],
  ])('the server rejects analytics settings with %s', async (_, part) => {
    expect(
      (await put(world.admin, { ...settings, address: 'https://cdn.test/{key}', ...part })).status,
    ).toBe(400);
  });

  test('only admins can set up analytics, and each person can opt in or out', async () => {
    for (const who of [world.ana, world.ben]) expect((await put(who, null)).status).toBe(403);
    const isCounted = async () => {
      const [self] = await world.ana.call('GET /mobile_ws/v18/authentication', {});
      return self !== undefined && 'isCounted' in self && self.isCounted;
    };
    const safe = { ...settings, address: 'https://cdn.test/{key}' };
    const reported = [await isCounted()];
    for (const requiresConsent of [true, false]) {
      await put(world.admin, { ...safe, requiresConsent });
      reported.push(await isCounted());
    }
    await world.ana.call('PATCH /api/v1/profile', { isCounted: false });
    reported.push(await isCounted());
    await put(world.admin, { ...safe, requiresConsent: true });
    await world.ana.call('PATCH /api/v1/profile', { isCounted: true });
    reported.push(await isCounted());
    await put(world.admin, null);
    reported.push(await isCounted());
    expect(reported).toEqual([false, false, true, false, true, false]);
  });
});
