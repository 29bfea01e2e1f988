import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { insertKey } from '#server/features/scim/keys/keys.queries.ts';
import { newKey } from '#server/features/scim/keys/keys.rules.ts';
import { inTransaction } from '#server/kernel/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
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
  'saved-searches.save': { name: 'Physicists', params: { major: 'Physics' } },
  'saved-searches.change': { id: '999', name: 'Chemists' },
  'saved-searches.order': { ids: ['999'] },
  'saved-searches.delete': { id: '999' },
  'hubs.choose': { hub: null },
  'hubs.make': { name: 'Arts', description: '', icon: null, isForEveryone: false, accountTypes: ['Student'], majors: [] },
  'hubs.change': { id: '999', name: 'Letters' },
  'hubs.order': { ids: ['999'] },
  'hubs.members': { id: '999' },
  'hubs.add-member': { id: '999', uid: '{other}' },
  'hubs.remove-member': { id: '999', uid: '{other}' },
  'menus.read': { hub: '_' },
  'menus.change': { hub: '_', version: 0, document: { bar: [{ id: 'home', type: 'home' }], sections: [] } },
  'schools.change-layout': { topBar: false, slideOut: 'framed' },
  'pictures.upload': { kind: 'photo' },
  'pictures.crop': { kind: 'photo', x: 0.5, y: 0.5, zoom: 1 },
  'pictures.remove': { kind: 'photo' },
  'pictures.restore': { kind: 'photo' },
  'safety.block': { uid: '{other}' },
  'safety.unblock': { uid: '{other}' },
  'safety.report': { uid: '{other}', reason: 'spam' },
  'safety.change-report': { id: '1', from: 'open', to: 'reviewing' },
  'provisioning.make-key': { name: 'Test' },
  'provisioning.end-key': { id: '999' },
  'scim.create-user': { userName: 'made-by-key' },
  'scim.read-user': { id: '{other}' },
  'scim.replace-user': { id: '{other}', userName: 'cy' },
  'scim.patch-user': { id: '{other}', Operations: [{ op: 'replace', path: 'title', value: 'Dean' }] },
  'scim.delete-user': { id: '{other}' },
  'scim.create-group': { displayName: 'Group' },
  'scim.read-group': { id: '1' },
  'scim.replace-group': { id: '1' },
  'scim.patch-group': { id: '1', Operations: [{ op: 'remove', path: 'members' }] },
  'scim.delete-group': { id: '1' },
  'scim.resource-type': { id: 'User' },
  'scim.schema': { id: 'urn:ietf:params:scim:schemas:core:2.0:User' },
  'import-runs.begin': { source: 'autumn.zip' },
  'import-runs.upload': { id: '1', name: 'people.csv' },
  'import-runs.check': { id: '1' },
  'import-runs.confirm': { id: '1' },
  'import-runs.cancel': { id: '1' },
  'imports.undo': { id: '1' },
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
  // The one just begun has no files.
  'import-runs.confirm': 409,
  'imports.undo': 404,
  'provisioning.end-key': 404,
  'scim.create-user': 201,
  'scim.delete-user': 204,
  'scim.create-group': 201,
  'scim.read-group': 404,
  'scim.replace-group': 404,
  'scim.patch-group': 404,
  'scim.delete-group': 404,
  'account.erase': 403,
  // What comes is no picture; and nobody has one.
  'pictures.upload': 422,
  'pictures.crop': 404,
  'pictures.restore': 404,
  'safety.change-report': 404,
  'saved-searches.change': 404,
  'hubs.change': 404,
  'hubs.members': 404,
  'hubs.add-member': 404,
  'hubs.remove-member': 404,
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

/** Provisioning keys of the two schools. */
const keys = { own: '', north: '' };
beforeAll(async () => {
  const make = async (school: SchoolId) => {
    const { token, hash } = newKey();
    await inTransaction(world.pool, { school }, (db) =>
      insertKey(db, school, { name: 'Test', tokenHash: hash, by: null, now: world.clock.now() }),
    );
    return token;
  };
  keys.own = await make(world.school);
  keys.north = await make(world.otherSchool);
});

/** Words that only the first school's people have. */
const ofFirstSchool = () => ['Silva', 'Okafor', 'Young', '@demo.test', world.ana.uid, world.ben.uid, world.cy.uid, world.admin.uid];

/** A problem names the address that was asked, and with it the uid the asker put there. */
const withoutEcho = (text: string): string => text.replaceAll(/"instance":"[^"]*"/g, '');

type Described = { paths: Record<string, Record<string, { responses: Record<string, { 'x-codes'?: string[] }> }>> };
let described: Described | undefined;

const codeOf = ({ body, headers }: Answer): string | undefined => {
  // A SCIM error has no place for our code in its body.
  if (typeof headers['x-error-code'] === 'string') return headers['x-error-code'];
  const { code, error } = body as { code?: string; error?: { code: string } };
  return code ?? error?.code;
};

/** What was answered, and what the API's description says of that status: a refusal's code must be among its codes. */
const expectDescribed = async (endpoint: Endpoint, answer: Answer): Promise<void> => {
  const { status } = answer;
  if (status < 300) return;
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
      const isRefused = endpoint.access === 'key' || (endpoint.access === 'admin' && role !== 'admin');
      test(`${name}: ${role} is ${isRefused ? 'refused' : 'served'}`, async () => {
        const who = await world.again(world[role]);
        const answer = await ask(who, endpoint, world.cy.uid);
        expect([answer.status, answer.text]).toEqual([
          isRefused ? (endpoint.access === 'key' ? 401 : 403) : (admitted[`${endpoint.name} as ${role}`] ?? admitted[endpoint.name] ?? 200),
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
      // A file may hold anything: its handler judges it.
      const isWrite = endpoint.method !== 'GET' && endpoint.upload === undefined;
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

  for (const endpoint of endpoints.filter(({ access }) => access === 'key')) {
    test(`${endpoint.name}: a key of the school is served, one of the other school is refused and changes nothing`, async () => {
      const input = JSON.parse(JSON.stringify(inputs[endpoint.name] ?? {}).replaceAll('{other}', world.cy.uid)) as Record<string, unknown>;
      const path = endpoint.path.replace('{id}', String(input['id']));
      const asKey = (token: string) =>
        world.visit(path, {
          method: endpoint.method,
          headers: { authorization: `Bearer ${token}` },
          ...(endpoint.body !== undefined && { body: input }),
        });
      const before = await everythingStored(endpoint);
      const across = await asKey(keys.north);
      expect([across.status, codeOf(across)]).toEqual([401, 'invalid_token']);
      expect(await everythingStored(endpoint)).toEqual(before);
      const answer = await asKey(keys.own);
      expect([answer.status, answer.text]).toEqual([admitted[endpoint.name] ?? 200, answer.text]);
      await expectDescribed(endpoint, answer);
    });
  }
});
