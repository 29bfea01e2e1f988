import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp, type App } from '#server/app.ts';
import { openLog } from '#server/kernel/log.ts';
import { inWorld, type Person } from './world.ts';

const world = inWorld();
let folder = '';
let app: App;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commons-first-'));
  await writeFile(join(folder, 'index.html'), '<html><head></head><body><div id="root"></div></body></html>');
  app = await createApp({
    pool: world.pool,
    clock: world.clock,
    mail: { send: async () => undefined },
    files: world.files,
    tickets: world.tickets,
    log: openLog('silent'),
    base: 'localhost',
    live: false,
    version: 'test',
    web: folder,
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const open = async (
  url: string,
  person: Person | null,
  { headers = visit, host = 'localhost' }: { headers?: object; host?: string } = {},
) => {
  const cookie = [...(person?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await app.http.inject({ url, headers: { host, ...(cookie && { cookie }), ...headers } });
  const block = /<script type="application\/json" id="first-answers">([\s\S]*?)<\/script>/.exec(answer.payload)?.[1];
  const handed = JSON.parse(block ?? '[]') as { key: string; input: object; answer: unknown }[];
  return { answer, handed, of: (key: string) => handed.find((one) => one.key.endsWith(key))?.answer };
};

const unmasked = (text: unknown): { csrfToken: string; jwt: string } => {
  const bytes = Buffer.from(String(text), 'base64');
  const half = bytes.length / 2;
  return JSON.parse(
    bytes
      .subarray(half)
      .map((byte, place) => byte ^ (bytes[place] ?? 0))
      .toString(),
  ) as never;
};

test('the page is compressed, and never with the tokens as they are', async () => {
  const { answer, of } = await open('/directory', world.ana);
  const { csrfToken, jwt } = unmasked(of('auth_tokens'));
  for (const token of [csrfToken, jwt]) expect(answer.payload).not.toContain(token);
  expect((await open('/directory', world.ana)).of('auth_tokens')).not.toBe(of('auth_tokens'));
  const packed = await open('/directory', world.ana, { headers: { ...visit, 'accept-encoding': 'gzip' } });
  expect([packed.answer.headers['content-encoding'], packed.answer.headers['cache-control']]).toEqual(['gzip', 'no-store']);
  expect(gunzipSync(packed.answer.rawPayload).toString()).toContain('first-answers');
});

test('the page of a signed-in person has the answers that their calls would get, and nobody keeps it', async () => {
  const { answer, handed, of } = await open(`/student_profile?uid=${world.ben.uid}`, world.ana);
  expect(handed.map(({ key }) => key)).toEqual([
    'GET /mobile_ws/v18/school',
    'GET /mobile_ws/v18/authentication',
    'GET /mobile_ws/v18/auth_tokens',
    'GET /api/v1/menu',
    'GET /mobile_ws/v18/user_profile',
  ]);
  expect(of('school')).toEqual(await world.ana.call('GET /mobile_ws/v18/school'));
  expect(of('authentication')).toEqual(await world.ana.call('GET /mobile_ws/v18/authentication', { source: 'sep' }));
  expect(of('user_profile')).toEqual(await world.ana.call('GET /mobile_ws/v18/user_profile', { uid: world.ben.uid, view: 'full' }));
  const { jwt } = unmasked(of('auth_tokens'));
  const own = await app.http.inject({ url: '/api/v1/account/data', headers: { host: 'localhost', authorization: `Bearer ${jwt}` } });
  expect(own.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
});

test.each([
  ['/', ['menu', 'mobile_people', 'connections', 'suggestions']],
  ['/directory?search_word=ben&layout=list', ['menu', 'mobile_people', 'listing_filters', 'listing_config']],
  ['/embed/profile', ['user_profile']],
  ['/settings/profile', ['menu']],
])('the page at %s comes with %j', async (url, names) => {
  const { handed } = await open(url, world.ana);
  expect(handed.slice(3).map(({ key }) => key.split('/').at(-1))).toEqual(names);
});

test('a list under filters is the list of these filters', async () => {
  const { of } = await open('/directory?search_word=ben&uid=1', world.ana);
  const asked = { search_word: 'ben', range: '0', limit: '20' };
  expect(of('mobile_people')).toEqual(await world.ana.call('GET /mobile_ws/v18/mobile_people', asked));
});

test('a visitor gets the school and that nobody is signed in; the login its providers; other pages nothing', async () => {
  const { handed, of } = await open('/directory', null);
  expect(handed.map(({ key }) => key.split('/').at(-1))).toEqual(['school', 'authentication']);
  expect(of('authentication')).toEqual([{ logout: true }]);
  expect((await open('/login', null)).of('sso')).toEqual({ isRequired: false, items: [] });
});

test('eve of the other school is nobody here, and at hers she reads nobody of ours', async () => {
  const here = await open(`/student_profile?uid=${world.ana.uid}`, world.eve);
  expect(here.handed.map(({ key }) => key.split('/').at(-1))).toEqual(['school', 'authentication']);
  const there = await open(`/student_profile?uid=${world.ana.uid}`, world.eve, { host: 'north.localhost' });
  expect(there.of('auth_tokens')).toBeDefined();
  expect(JSON.stringify(there.handed)).not.toContain(world.ana.email);
  expect(there.of('user_profile')).toEqual(await world.eve.call('GET /mobile_ws/v18/user_profile', { uid: world.ana.uid, view: 'full' }));
});

test.each([
  ['a picture', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
  ['a script', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ['a script that names a document', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'document' }],
  ['an object', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'object' }],
  ['a prefetch', { ...visit, 'sec-purpose': 'prefetch;prerender' }],
  ['a browser that does not say', {}],
])('%s gets the page alone', async (_, headers) => {
  const { answer, handed } = await open('/directory', world.ana, { headers });
  expect([answer.statusCode, answer.headers['cache-control'], handed]).toEqual([200, 'no-cache', []]);
  expect(answer.payload).not.toContain('first-answers');
});

test('what a person writes cannot end the block', async () => {
  const firstName = '</script><script>alert(1)</script>';
  await world.sql('update users set first_name = $1 where id = $2', [firstName, world.cy.id]);
  const { answer, of } = await open(`/student_profile?uid=${world.cy.uid}`, world.cy);
  expect(answer.payload.match(/<script/g)).toHaveLength(1);
  expect(of('user_profile')).toMatchObject({ data: { firstName } });
});

test('a school that nobody knows gets the page alone', async () => {
  const { answer, handed } = await open('/', null, { host: 'unknown.localhost' });
  expect([answer.statusCode, handed]).toEqual([200, []]);
});

test('a browser that lost its anti-forgery cookie gets it back with the page', async () => {
  const session = [...world.ben.cookies].find(([name]) => name !== 'XSRF-TOKEN');
  const { answer } = await open('/', { ...world.ben, cookies: new Map(session ? [session] : []) });
  expect(String(answer.headers['set-cookie'])).toContain('XSRF-TOKEN=');
});
