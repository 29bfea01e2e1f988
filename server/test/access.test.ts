import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { inWorld, type Answer, type Person } from './world.ts';

const world = inWorld();

/** Input that makes each call meaningful; calls not named here take none. `{other}` is filled with a person's uid. */
const inputs: Record<string, Record<string, unknown>> = {
  'connections.act': { student_uid: '{other}', type: 'request' },
  'people.profile': { uid: '{other}' },
  'directory.filters': { type: 'directory' },
  'directory.config': { type: 'directory' },
  'people.change': { workTitle: 'Tester' },
  'privacy.change': { choices: { phoneHome: 'me' } },
  'privacy.preview': { as: 'stranger' },
  'schools.change-field-rules': { rules: {} },
  'people.change-standing': { uid: '{other}', isAdviser: false },
  'account.erase': { password: 'wrong wrong wrong' },
  'suggestions.dismiss': { uid: '{other}' },
  'suggestions.restore': { uid: '{other}' },
  'safety.block': { uid: '{other}' },
  'safety.unblock': { uid: '{other}' },
  'safety.report': { uid: '{other}', reason: 'spam' },
  'safety.change-report': { id: '1', from: 'open', to: 'reviewing' },
  'sessions.end': { id: '00000000-0000-4000-8000-000000000000' },
  'sessions.end-all': { keepCurrent: true },
  'sessions.login': { email: 'x@y.z', password: 'nothing' },
  'passwords.change': { currentPassword: 'wrong wrong wrong', newPassword: 'something quite new' },
  'passwords.forgot': { email: 'nobody@y.z' },
  'sso.start': { provider: '1' },
  'sso.finish-oidc': { provider: '1', state: 'x' },
  'sso.finish-saml': { provider: '1', SAMLResponse: 'eA==' },
  'sso.metadata': { provider: '1' },
  'sso-setup.add': { kind: 'saml-file', name: 'X', metadata: '<x/>' },
  'sso-setup.change': { provider: '1', name: 'X' },
  'sso-setup.reread': { provider: '1' },
  'sso-setup.test': { provider: '1' },
  'sso-setup.delete': { provider: '1' },
  'sso-setup.require': { isRequired: false },
  'passwords.reset': { token: 'not-a-real-token', newPassword: 'something quite new' },
};

/** Answers a call gives somebody who may make it, where it is not 200: the call was admitted and then found something wrong. */
const admitted: Record<string, number> = {
  'sessions.end': 404,
  'account.erase': 403,
  'safety.change-report': 404,
  // Those who run the campus must see everybody.
  'safety.block as admin': 409,
  'sessions.login': 401,
  'passwords.change': 403,
  'passwords.reset': 410,
  // Sent on to the login page, which says why.
  'sso.start': 303,
  'sso.finish-oidc': 303,
  // It reads forms only.
  'sso.finish-saml': 415,
  'sso.metadata': 404,
  'sso-setup.add': 422,
  'sso-setup.change': 404,
  'sso-setup.reread': 404,
  'sso-setup.test': 404,
  'sso-setup.delete': 404,
};

/** What a visitor gets. */
const forVisitor = (endpoint: Endpoint): number => (endpoint.access === 'visitor' ? (admitted[endpoint.name] ?? 200) : 401);

const ask = (who: Person, endpoint: Endpoint, other: string) => {
  const input = JSON.parse(JSON.stringify(inputs[endpoint.name] ?? {}).replaceAll('{other}', other)) as Record<string, unknown>;
  return who.try(`${endpoint.method} ${endpoint.path}` as never, input);
};

/** A visitor is somebody whose cookies and tokens mean nothing. */
const visitor = (): Person =>
  ({
    ...world.ana,
    try: async (key: string, input: Record<string, unknown> = {}) => {
      const [method = 'GET', template = ''] = key.split(' ');
      const path = template.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
      const inQuery = Object.entries(input).filter(([name]) => !template.includes(`{${name}}`)) as [string, string][];
      const query = method === 'GET' ? `?${new URLSearchParams(inQuery)}` : '';
      return world.visit(path + query, { method: method as 'GET', ...(method !== 'GET' && { body: input }) });
    },
  }) as Person;

/** Every row of the first school, table by table, as a hash; the tables are the catalogue's, so that none is forgotten. */
const everythingStored = async (endpoint: Endpoint): Promise<Record<string, unknown>> => {
  const tables = await world.sql<{ name: string }>(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'school_id' order by 1`);
  expect(tables.length).toBeGreaterThan(10);
  // What everybody may call counts its uses, and a wish for a reset link is one for whoever asks.
  const open = endpoint.access === 'visitor' ? ['limits', 'outbox'] : [];
  const hashes = tables
    .filter(({ name }) => !open.includes(name))
    .map(
      ({ name }) =>
        `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${name} t where school_id = ${world.school}) as ${name}`,
    );
  return (await world.sql(`select ${hashes.join(', ')}`))[0] ?? {};
};

/** Words that only the first school's people have. */
const ofFirstSchool = () => ['Silva', 'Okafor', 'Young', '@demo.test', world.ana.uid, world.ben.uid, world.cy.uid, world.admin.uid];

/** A problem names the address that was asked, and with it the uid the asker put there. */
const withoutEcho = (text: string): string => text.replaceAll(/"instance":"[^"]*"/g, '');

type Described = { paths: Record<string, Record<string, { responses: Record<string, { 'x-codes'?: string[] }> }>> };
let described: Described | undefined;

const codeOf = ({ body }: Answer): string | undefined => {
  const { code, error } = body as { code?: string; error?: { code: string } };
  return code ?? error?.code;
};

/** What was answered, and what the API's description says of that status: a refusal's code must be among its codes. */
const expectDescribed = async (endpoint: Endpoint, answer: Answer): Promise<void> => {
  const { status } = answer;
  if (status === 200) return;
  described ??= (await world.visit('/api/v1/openapi.json')).body as Described;
  const responses = described.paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.responses;
  if (status === 303)
    return expect([endpoint.name, Object.keys(responses ?? {})]).toEqual([endpoint.name, expect.arrayContaining(['303'])]);
  const codes = responses?.[status]?.['x-codes'] ?? [];
  expect([endpoint.name, status, codes]).toEqual([endpoint.name, status, expect.arrayContaining([codeOf(answer)])]);
};

describe('access matrix', () => {
  test('every mounted route is in the contract, and every endpoint is mounted', () => {
    for (const { method, path } of endpoints) {
      expect([path, world.app.http.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') })]).toEqual([path, true]);
    }
    const { mounted } = world.app;
    const infrastructure = ['GET /healthz', 'GET /readyz', 'GET /metrics', 'GET /api/v1/openapi.json', 'GET /files/:name'];
    const declared = new Set([...infrastructure, ...endpoints.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)]);
    expect(mounted.filter((one) => !declared.has(one))).toEqual([]);
    expect(mounted.length).toBeGreaterThanOrEqual(endpoints.length);
  });

  for (const endpoint of endpoints) {
    const name = `${endpoint.name} (${endpoint.access})`;
    test(`${name}: a visitor is ${endpoint.access === 'visitor' ? 'served' : 'refused'} and told nothing`, async () => {
      const answer = await ask(visitor(), endpoint, world.ben.uid);
      expect([answer.status, answer.text]).toEqual([forVisitor(endpoint), answer.text]);
      await expectDescribed(endpoint, answer);
      for (const word of ofFirstSchool()) expect(withoutEcho(answer.text)).not.toContain(word);
    });

    test(`[SCH-03] ${name}: eve of the other school reads and changes nothing here`, async () => {
      const before = await everythingStored(endpoint);
      const eve = await world.again(world.eve);
      const answer = await ask(eve, endpoint, world.ana.uid);
      for (const word of ofFirstSchool()) expect(withoutEcho(answer.text).replaceAll(/"uid":"\w+"/g, '')).not.toContain(word);
      // The same call with eve's cookie and tokens at the first school's address.
      const across = await eve.raw(endpoint.path.replace(/\{(\w+)\}/g, 'x'), {
        method: endpoint.method,
        host: 'localhost',
        headers: {
          'x-cg-csrf-token': eve.tokens.csrfToken,
          authorization: `Bearer ${eve.tokens.jwt}`,
          'x-xsrf-token': eve.cookies.get('XSRF-TOKEN') ?? '',
        },
        ...(endpoint.method !== 'GET' && { body: inputs[endpoint.name] ?? {} }),
      });
      if (endpoint.access !== 'visitor') expect(across.status).toBe(401);
      for (const one of [answer, across]) await expectDescribed(endpoint, one);
      for (const word of ofFirstSchool()) expect(across.text).not.toContain(word);
      expect(await everythingStored(endpoint)).toEqual(before);
    });

    for (const role of ['ana', 'ben', 'admin'] as const) {
      test(`${name}: ${role} is ${endpoint.access === 'admin' && role !== 'admin' ? 'refused' : 'served'}`, async () => {
        const who = await world.again(world[role]);
        const answer = await ask(who, endpoint, world.cy.uid);
        const refused = endpoint.access === 'admin' && role !== 'admin';
        expect([answer.status, answer.text]).toEqual([
          refused ? 403 : (admitted[`${endpoint.name} as ${role}`] ?? admitted[endpoint.name] ?? 200),
          answer.text,
        ]);
        await expectDescribed(endpoint, answer);
      });
    }

    test(`${name}: what a broken request is answered stands in the API’s description`, async () => {
      const ana = await world.again(world.ana);
      const path = endpoint.path.replace(/\{(\w+)\}/g, 'x');
      const proofs = { 'x-cg-csrf-token': ana.tokens.csrfToken, authorization: `Bearer ${ana.tokens.jwt}` };
      const whole = { ...proofs, 'x-xsrf-token': ana.cookies.get('XSRF-TOKEN') ?? '' };
      const send = async (headers: Record<string, string>, body?: unknown) => {
        const answer = await ana.raw(path, { method: endpoint.method, headers, ...(body !== undefined && { body }) });
        await expectDescribed(endpoint, answer);
        return codeOf(answer);
      };
      const body = endpoint.method === 'GET' ? undefined : (inputs[endpoint.name] ?? {});
      const isWrite = endpoint.method !== 'GET';
      // Asked before a sign-out may end the session.
      if (isWrite) expect(await send(whole, '{')).toBe(endpoint.takes === 'form' ? 'unsupported_media_type' : 'bad_json');
      if (isWrite) expect(await send({ ...whole, 'content-type': 'text/xml' }, '<a/>')).toBe('unsupported_media_type');
      if (endpoint.credential === 'csrf') expect(await send({}, body)).toBe('csrf_failed');
      if (endpoint.credential === 'cookie' && isWrite && endpoint.name !== 'sessions.login')
        expect(await send({}, body)).toBe('csrf_failed');
      if (endpoint.credential === 'bearer') expect(await send({ authorization: `Bearer ${ana.tokens.jwt}x` }, body)).toBe('invalid_token');
      if (endpoint.credential === 'cookie' && isWrite)
        expect(await send({ ...whole, 'sec-fetch-site': 'cross-site' }, body)).toBe('cross_site_refused');
      if (endpoint.changesState) expect(await send({ ...whole, 'sec-fetch-site': 'cross-site' })).toBe('cross_site_refused');
    });
  }
});
