import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { errors } from '#contract/errors.ts';
import { openCookieJar } from './cookie-jar.ts';
import { sampleOf } from './effort.ts';
import { inWorld, type Answer } from './world.ts';

const world = inWorld();

const snapshot = () =>
  world.sql(`select md5(string_agg(t::text, '|' order by t::text)) as users from users t`);

/** Created once, because one per endpoint would take gigabytes. */
const tenMegabytes = `{"email":"${'x'.repeat(10_000_000)}"}`;

/** Expects an error: a 4xx with a code of the contract, in the transport's format, without internal details. */
const expectError = (answer: Answer, path: string): void => {
  expect([path, answer.status, answer.text]).toEqual([path, answer.status, answer.text]);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  if (path.startsWith('/scim/')) {
    expect(answer.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(answer.status),
    });
    expect(Object.keys(errors)).toContain(answer.headers['x-error-code']);
    expect(answer.headers['content-type']).toContain('application/scim+json');
    expect(answer.text).not.toMatch(/select |insert |at \w+ \(|node_modules|\.ts:/i);
    return;
  }
  const body = answer.body as {
    code?: string;
    status?: number;
    error?: { code: string; status: number };
  };
  const { code, status } = path.startsWith('/mobile_ws/') ? (body.error ?? {}) : body;
  expect(Object.keys(errors)).toContain(code);
  expect(status).toBe(answer.status);
  if (path.startsWith('/mobile_ws/'))
    expect(answer.headers['x-error-status']).toBe(String(answer.status));
  else expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(answer.text).not.toMatch(/select |insert |at \w+ \(|node_modules|\.ts:/i);
};

/** The headers of a signed-in employer. */
let employer: Record<string, string> = {};
beforeAll(async () => {
  await world.admin.call('POST /api/v1/employers', {
    clientId: newClientId(),
    name: 'Reed Analytics',
    website: 'https://reed.example',
    contact: { name: 'Mara', email: 'mara@reed.example' },
  });
  await world.app.jobs.settle();
  const mail = world.mails.findLast(({ to }) => to === 'mara@reed.example');
  const link = /\/employer#link=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const path = '/api/v1/employer/sessions';
  const { headers } = await world.visit(path, { method: 'POST', body: { link } });
  const jar = openCookieJar(world.clock);
  jar.keep(headers['set-cookie']);
  const cookie = jar.header();
  const { body } = await world.visit('/api/v1/employer/account', { headers: { cookie } });
  employer = { cookie, 'x-cg-csrf-token': (body as { csrfToken: string }).csrfToken };
});

/** Makes a call as an employer if only employers can make it, and otherwise as Ana. */
const ask = async (
  endpoint: Endpoint,
  {
    query = '',
    body,
    headers = {},
  }: { query?: string; body?: unknown; headers?: Record<string, string> },
): Promise<Answer> => {
  const path = `${endpoint.path.replace(/\{(\w+)\}/g, 'x')}${query}`;
  const isOfEmployer = endpoint.access === 'employer';
  const who = isOfEmployer
    ? employer
    : {
        'x-cg-csrf-token': world.ana.tokens.csrfToken,
        authorization: `Bearer ${world.ana.tokens.jwt}`,
        'x-xsrf-token': world.ana.cookies.get('XSRF-TOKEN') ?? '',
      };
  const answer = await world.ana.raw(path, {
    method: endpoint.method,
    headers: { ...who, ...headers },
    ...(body !== undefined && { body }),
  });
  // Otherwise, the input wasn't the reason.
  if (isOfEmployer) expect([401, 403]).not.toContain(answer.status);
  return answer;
};

const queries = [
  '?nonsense=1',
  '?uid=%00',
  '?range=%ff',
  '?search_word=%ED%A0%80',
  '?range=-5&limit=-1&pageOffset=-1&type=-',
  '?range=999999999999999999999&pageOffset=1e400&type=x',
  `?${'a'.repeat(3_000)}=1`,
  '?range[]=1&type[]=x&pageSize[x]=1',
  '?__proto__=1',
  '?constructor=1',
];

test.each(
  endpoints
    // This call responds to invalid input with a redirect to an error page.
    .filter(({ query, name }) => query !== undefined && name !== 'courses.lms.receive')
    .map((endpoint) => [endpoint.path, endpoint] as const),
)('%s rejects invalid queries', async (path, endpoint) => {
  for (const query of queries) expectError(await ask(endpoint, { query }), `${path} ${query}`);
});

const bodies: readonly [string, unknown, Record<string, string>?][] = [
  // The limit applies before the body is read.
  ['10 MB announced', '{"email":"x"}', { 'content-length': '10000000' }],
  ['broken UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
  ['broken JSON', '{"email":'],
  ['a list', [1, 2, 3]],
  ['a text', '"text"'],
  ['null', 'null'],
  ['unknown fields', { unknown: true }],
  [
    'wrong types',
    {
      email: 5,
      password: {},
      token: [],
      newPassword: 1,
      currentPassword: null,
      keepCurrent: 'x',
      workTitle: 7,
      interests: 'x',
      isListed: 'yes',
    },
  ],
  [
    'NUL',
    {
      email: 'a\u0000b@c.d',
      password: 'x',
      workTitle: 'a\u0000',
      token: '\u0000',
      newPassword: '\u0000',
    },
  ],
  ['half a surrogate', '{"workTitle":"\\ud800","email":"\\ud800","token":"\\ud800"}'],
  ['deep nesting', `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`],
  ['another media type', 'email=x', { 'content-type': 'text/xml' }],
];

const withBody = endpoints.filter((endpoint) => endpoint.body !== undefined);

test.each(withBody.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s rejects invalid bodies and changes no users',
  async (_, endpoint) => {
    const before = await snapshot();
    for (const [what, body, headers = {}] of bodies)
      expectError(await ask(endpoint, { body, headers }), `${endpoint.path} (${what})`);
    expect(await snapshot()).toEqual(before);
  },
);

test.each(sampleOf(withBody, 12).map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s rejects a 10 MB body',
  async (_, endpoint) => {
    expectError(await ask(endpoint, { body: tenMegabytes }), endpoint.path);
  },
);

test('unknown paths and wrong methods get an error in the format of their API', async () => {
  for (const path of [
    '/api/v1/nothing',
    '/mobile_ws/v18/nothing',
    '/mobile_ws/v99/school',
    '/files/..%2f..%2fetc%2fpasswd',
    '/files/x',
    '/api/v1/%zz',
    '/scim/v2/nothing',
  ]) {
    expectError(await world.visit(path), path);
  }
  const wrong = await world.visit('/api/v1/login');
  expect([wrong.status, wrong.body]).toMatchObject([405, { code: 'method_not_allowed' }]);
});

test('[AUTH-09] a mobile web service error has X-Error-Status, X-Error-Message and an error body', async () => {
  const answer = await world.visit('/mobile_ws/v18/mobile_people');
  expect(answer).toMatchObject({
    status: 401,
    headers: { 'x-error-status': '401', 'x-error-message': 'user not logged in' },
    body: { error: { status: 401, code: 'not_logged_in', message: 'user not logged in' } },
  });
});

test('an unexpected error returns the request ID without details', async () => {
  await world.sql('alter table facet_counts rename to hidden_away');
  try {
    const answer = await world.ana.try('GET /mobile_ws/v18/mobile_people', {});
    expect([answer.status, answer.body]).toMatchObject([500, { error: { code: 'internal' } }]);
    expect(answer.text).toContain(String(answer.headers['x-request-id']));
    expect(answer.text).not.toContain('facet_counts');
  } finally {
    await world.sql('alter table hidden_away rename to facet_counts');
  }
});
