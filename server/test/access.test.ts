import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { permissions, permissionsOf, type PermissionOf } from '#contract/permissions.ts';
import {
  personalScopes,
  schoolScopes,
  type PersonalScope,
  type SchoolScope,
} from '#contract/api-keys/scopes.ts';
import { davDocuments } from '#server/features/calendar/dav/dav-documents.ts';
import { eventDocuments } from '#server/features/events/calendar/event-files.ts';
import { recordDocuments } from '#server/features/record/documents/documents.handlers.ts';
import { ltiDocuments } from '#server/features/lti/feature.ts';
import { uploadPath } from '#server/features/uploads/upload-address.ts';
import { insertKey } from '#server/features/api-keys/api-keys.queries.ts';
import { newKey } from '#server/features/api-keys/api-keys.rules.ts';
import { iconSides } from '#server/kernel/http/app-icon.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { admitted, inputs } from './access-inputs.ts';
import { sampleOf } from './effort.ts';
import { inWorld, type Answer, type Person } from './world.ts';

// Uses a separate database, in which the first import has number 1.
const world = inWorld({ ownDatabase: true });

const turns = Object.keys(inputs);
/** A call uses what earlier calls created, so calls with inputs run in the order of these inputs, after those without. */
const inTurn = endpoints.toSorted(
  (one, other) => turns.indexOf(one.name) - turns.indexOf(other.name),
);

/** Returns the status for a visitor. */
const forVisitor = (endpoint: Endpoint): number =>
  endpoint.access === 'visitor' ? (admitted[endpoint.name] ?? 200) : 401;

/** Calls that can end the caller's session or change their password. */
const endsSession = /^(?:account|passwords|sessions|sso)\./;
const sessions = new Map<Person, Person>();

/** Returns a person with a valid session. Signing in for each of about 4,000 calls would take as long as all calls. */
const signedIn = async (person: Person, endpoint: Endpoint): Promise<Person> => {
  const found = sessions.get(person) ?? (await world.signInAgain(person));
  if (endsSession.test(endpoint.name)) sessions.delete(person);
  else sessions.set(person, found);
  return found;
};

const ask = (who: Person, endpoint: Endpoint, other: string) => {
  const input = JSON.parse(
    JSON.stringify(inputs[endpoint.name] ?? {}).replaceAll('{other}', other),
  ) as Record<string, unknown>;
  return who.try(`${endpoint.method} ${endpoint.path}` as never, input);
};

/** Returns a client without cookies: a visitor, or a program with a key. */
const bare = (headers: Record<string, string>): Person =>
  ({
    ...world.ana,
    try: async (key: string, input: Record<string, unknown> = {}) => {
      const [method = 'GET', template = ''] = key.split(' ');
      const path = template.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
      const rest = Object.entries(input).filter(([name]) => !template.includes(`{${name}}`)) as [
        string,
        string,
      ][];
      const query = method === 'GET' || method === 'DELETE' ? `?${new URLSearchParams(rest)}` : '';
      const isWrite = method !== 'GET';
      return world.visit(path + query, {
        method: method as 'GET',
        headers,
        ...(isWrite && { body: Object.fromEntries(rest) }),
      });
    },
  }) as Person;
const visitor = (): Person => bare({});
const byKey = (token: string): Person => bare({ authorization: `Bearer ${token}` });

/** Returns a hash of every table's rows in the first school. The tables come from the database catalog, so that none is missing. */
const everythingStored = async (endpoint: Endpoint): Promise<Record<string, unknown>> => {
  const tables = await world.sql<{
    name: string;
  }>(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'school_id' order by 1`);
  expect(tables.length).toBeGreaterThan(10);
  // Calls for everyone count their uses, and a request for a reset link emits an event.
  const open = endpoint.access === 'visitor' ? ['rate_limits', 'outbox'] : [];
  const hashes = tables
    .filter(({ name }) => !open.includes(name))
    .map(
      ({ name }) =>
        `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${name} t where school_id = ${world.school}) as ${name}`,
    );
  return (await world.sql(`select ${hashes.join(', ')}`))[0] ?? {};
};

/** Keys of the two schools with every scope, and one of the first school for each scope. */
const keys = { own: '', north: '', of: new Map<string, string>() };
/** Personal keys by scope. Their owner is an admin who makes no other calls, because signing out everywhere revokes them. */
const personal = new Map<PersonalScope, string>();
beforeAll(async () => {
  const make = async (school: SchoolId, scopes: readonly SchoolScope[] = schoolScopes) => {
    const { token, hash, hint } = newKey();
    const now = world.clock.now();
    await inTransaction(world.pool, { school }, (db) =>
      insertKey(db, school, {
        name: 'Test',
        tokenHash: hash,
        hint,
        scopes,
        person: null,
        by: null,
        now,
        expiresAt: null,
      }),
    );
    return token;
  };
  keys.own = await make(world.school);
  keys.north = await make(world.otherSchool);
  for (const scope of schoolScopes) keys.of.set(scope, await make(world.school, [scope]));
  const admin = await world.join({ username: 'keeper', account_type: 'Staff', is_admin: true });
  for (const scope of personalScopes) {
    const wish = { name: 'Test', scopes: [scope], expiresInDays: 1 };
    personal.set(scope, (await admin.call('POST /api/v1/account/api-keys', wish)).token);
  }
});

/** People with a role that has one permission at the first school, by that permission. */
const holders = new Map<PermissionOf<'school'>, Person>();
beforeAll(async () => {
  for (const permission of permissionsOf('school')) {
    const holder = await world.join({ username: permission.replaceAll(/\W/g, '') });
    await world.sql(
      `with role as (insert into roles (school_id, scope, name, permissions, created_at)
         values ($1, 'school', $2, array[$2], now()) returning id)
       insert into role_grants (school_id, role_id, user_id, granted_at) select $1, id, $3, now() from role`,
      [world.school, permission, holder.id],
    );
    holders.set(permission, holder);
  }
});

/** Words that only occur in the data of the first school's people. */
const ofFirstSchool = () => [
  'Silva',
  'Okafor',
  'Young',
  '@demo.test',
  world.ana.uid,
  world.ben.uid,
  world.cy.uid,
  world.admin.uid,
];

/** Removes the requested address from a problem, because it contains the uid that the caller sent. */
const withoutEcho = (text: string): string => text.replaceAll(/"instance":"[^"]*"/g, '');

type DescribedAnswer = { $ref?: string; 'x-codes'?: string[] };
type Described = {
  paths: Record<string, Record<string, { responses: Record<string, DescribedAnswer> }>>;
  components: { responses: Record<string, DescribedAnswer> };
};
let described: Described | undefined;

const codeOf = ({ body, headers }: Answer): string | undefined => {
  // The body of a SCIM error has no field for our code.
  if (typeof headers['x-error-code'] === 'string') return headers['x-error-code'];
  const { code, error } = body as { code?: string; error?: { code: string } };
  return code ?? error?.code;
};

/** Expects that the API description includes the status, and the error's code for it. */
const expectDescribed = async (endpoint: Endpoint, answer: Answer): Promise<void> => {
  const { status } = answer;
  if (status < 300) return;
  described ??= (await world.visit('/api/v1/openapi.json')).body as Described;
  const responses = described.paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.responses;
  if (status === 303)
    return expect([endpoint.name, Object.keys(responses ?? {})]).toEqual([
      endpoint.name,
      expect.arrayContaining(['303']),
    ]);
  const { components } = described;
  // `default` has the errors that follow from the endpoint's credential, access and body.
  const codes = [responses?.[status], responses?.['default']].flatMap((one) => {
    const shared = one?.$ref?.replace('#/components/responses/', '');
    return (shared === undefined ? one : components.responses[shared])?.['x-codes'] ?? [];
  });
  expect([endpoint.name, status, codes]).toEqual([
    endpoint.name,
    status,
    expect.arrayContaining([codeOf(answer)]),
  ]);
};

/** Permissions that mustn't replace the required one: two of them, or all in soak. The seed selects them. */
const tried = new Set(sampleOf(permissionsOf('school'), 2));

describe('access matrix', () => {
  test('every mounted route is in the contract, and every endpoint is mounted', () => {
    for (const { method, path } of endpoints) {
      expect([
        path,
        world.app.http.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') }),
      ]).toEqual([path, true]);
    }
    const { mounted } = world.app;
    const infrastructure = [
      // @fastify/cors handles preflight requests.
      'OPTIONS *',
      'GET /healthz',
      'GET /readyz',
      'GET /metrics',
      'GET /certificate-hosts',
      'GET /cell-hosts',
      'GET /api/v1/openapi.json',
      'GET /files/:name',
      `GET ${uploadPath}`,
      'GET /manifest.webmanifest',
      'GET /calendar/:secret.ics',
      'HEAD /calendar/:secret.ics',
      ...[...davDocuments, ...eventDocuments, ...recordDocuments, ...ltiDocuments].flatMap(
        ({ path, methods }) => methods.map((method) => `${method} ${path}`),
      ),
      ...iconSides.map((side) => `GET /icon-${side}.png`),
    ];
    const declared = new Set([
      ...infrastructure,
      ...endpoints.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    ]);
    expect(mounted.filter((one) => !declared.has(one))).toEqual([]);
    expect(mounted.length).toBeGreaterThanOrEqual(endpoints.length);
  });

  // Public calls have rate limits, so they come last.
  const isOpen = ({ access }: Endpoint) => Number(access === 'visitor');
  const forEve = inTurn.toSorted((one, other) => isOpen(one) - isOpen(other));
  /** Calls between comparisons of all rows, because reading every table takes longer than a call. */
  const comparedAt = 25;
  let before: Record<string, unknown> | undefined;
  for (const [at, endpoint] of forEve.entries()) {
    const name = `${endpoint.name} (${endpoint.access})`;
    test(`[SCH-03] ${name}: Eve from the other school can't read or change anything here`, async () => {
      const isFirstOpen = isOpen(endpoint) === 1 && isOpen(forEve[at - 1] ?? endpoint) === 0;
      if (before === undefined || isFirstOpen) before = await everythingStored(endpoint);
      const eve = await signedIn(world.eve, endpoint);
      const answer = await ask(eve, endpoint, world.ana.uid);
      for (const word of ofFirstSchool())
        expect(withoutEcho(answer.text).replaceAll(/"uid":"\w+"/g, '')).not.toContain(word);
      // The same call with Eve's cookie and tokens at the first school's address.
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
      const next = forEve[at + 1];
      if (at % comparedAt < comparedAt - 1 && next && isOpen(next) === isOpen(endpoint)) return;
      const called = forEve.slice(Math.max(0, at - comparedAt + 1), at + 1).map((one) => one.name);
      expect([called, await everythingStored(endpoint)]).toEqual([called, before]);
    });
  }

  for (const endpoint of inTurn) {
    const name = `${endpoint.name} (${endpoint.access})`;
    test(`${name}: a visitor ${endpoint.access === 'visitor' ? 'can make the call' : 'gets 401'} and sees no one's data`, async () => {
      const answer = await ask(visitor(), endpoint, world.ben.uid);
      expect([answer.status, answer.text]).toEqual([forVisitor(endpoint), answer.text]);
      await expectDescribed(endpoint, answer);
      for (const word of ofFirstSchool()) expect(withoutEcho(answer.text)).not.toContain(word);
    });

    for (const role of ['ana', 'ben', 'admin'] as const) {
      const isRefused =
        endpoint.access === 'key' ||
        endpoint.access === 'employer' ||
        (endpoint.access === 'staff' && role !== 'admin');
      test(`${name}: ${role} ${isRefused ? "can't make the call" : 'can make the call'}`, async () => {
        const who = await signedIn(world[role], endpoint);
        const answer = await ask(who, endpoint, world.cy.uid);
        expect([answer.status, answer.text]).toEqual([
          isRefused
            ? endpoint.access === 'staff'
              ? 403
              : 401
            : (admitted[`${endpoint.name} as ${role}`] ?? admitted[endpoint.name] ?? 200),
          answer.text,
        ]);
        await expectDescribed(endpoint, answer);
      });
    }

    test(`${name}: a broken request gets an error that the API description lists`, async () => {
      // No one here is permitted; employers.test.ts makes these calls as an employer.
      if (endpoint.access === 'employer') return;
      // The caller must be permitted, because everyone else is rejected before the body is read.
      const ana = await signedIn(endpoint.access === 'staff' ? world.admin : world.ana, endpoint);
      const path = endpoint.path.replace(/\{(\w+)\}/g, 'x');
      const proofs = {
        'x-cg-csrf-token': ana.tokens.csrfToken,
        authorization: `Bearer ${ana.tokens.jwt}`,
      };
      const whole = {
        ...proofs,
        'x-xsrf-token': ana.cookies.get('XSRF-TOKEN') ?? '',
        ...(endpoint.access === 'key' && { authorization: `Bearer ${keys.own}` }),
      };
      const send = async (headers: Record<string, string>, body?: unknown) => {
        const answer = await ana.raw(path, {
          method: endpoint.method,
          headers,
          ...(body !== undefined && { body }),
        });
        await expectDescribed(endpoint, answer);
        return codeOf(answer);
      };
      const body = endpoint.method === 'GET' ? undefined : (inputs[endpoint.name] ?? {});
      // A file can contain anything. Its handler checks it.
      const isWrite = endpoint.method !== 'GET' && endpoint.upload === undefined;
      if (isWrite && endpoint.access === 'key')
        expect(await send(proofs, '{')).toBe('invalid_token');
      if (isWrite && endpoint.access === 'staff') {
        const ben = await signedIn(world.ben, endpoint);
        const answer = await ben.raw(path, {
          method: endpoint.method,
          headers: { ...whole, authorization: `Bearer ${ben.tokens.jwt}` },
          body: '{',
        });
        expect(['forbidden', 'csrf_failed']).toContain(codeOf(answer));
      }
      // Do this before a sign-out ends the session.
      if (isWrite)
        expect(await send(whole, '{')).toBe(
          endpoint.takes === 'form' ? 'unsupported_media_type' : 'bad_json',
        );
      if (isWrite)
        expect(await send({ ...whole, 'content-type': 'text/xml' }, '<a/>')).toBe(
          'unsupported_media_type',
        );
      if (endpoint.credential === 'csrf') expect(await send({}, body)).toBe('csrf_failed');
      if (endpoint.credential === 'cookie' && isWrite && endpoint.startsSession !== true)
        expect(await send({}, body)).toBe('csrf_failed');
      if (endpoint.credential === 'bearer')
        expect(await send({ authorization: `Bearer ${ana.tokens.jwt}x` }, body)).toBe(
          'invalid_token',
        );
      if (endpoint.credential === 'cookie' && isWrite)
        expect(await send({ ...whole, 'sec-fetch-site': 'cross-site' }, body)).toBe(
          'cross_site_refused',
        );
      if (endpoint.changesState)
        expect(await send({ ...whole, 'sec-fetch-site': 'cross-site' })).toBe('cross_site_refused');
    });
  }

  for (const endpoint of inTurn) {
    if (endpoint.access !== 'staff') continue;
    const { permission } = endpoint;
    const { adminsOnly } = permissions[permission];
    test(`${endpoint.name}: a role with ${permission} ${adminsOnly ? 'gives no access, because only admins have it' : 'gives access'}; other permissions do not`, async () => {
      for (const [held, person] of holders) {
        if (held !== permission && !tried.has(held)) continue;
        const answer = await ask(await signedIn(person, endpoint), endpoint, world.cy.uid);
        if (held === permission && !adminsOnly)
          expect([answer.status, answer.text]).not.toEqual([403, expect.anything()]);
        else expect([held, answer.status, codeOf(answer)]).toEqual([held, 403, 'forbidden']);
        await expectDescribed(endpoint, answer);
      }
    });
  }

  for (const endpoint of inTurn.filter(({ access }) => access === 'key')) {
    test(`${endpoint.name}: a school key with the scope works, and keys from another school or with other scopes change nothing`, async () => {
      const input = JSON.parse(
        JSON.stringify(inputs[endpoint.name] ?? {}).replaceAll('{other}', world.cy.uid),
      ) as Record<string, unknown>;
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
      const asKey = (token: string) =>
        world.visit(path, {
          method: endpoint.method,
          headers: { authorization: `Bearer ${token}` },
          ...(endpoint.body !== undefined && { body: input }),
        });
      const before = await everythingStored(endpoint);
      const across = await asKey(keys.north);
      expect([across.status, codeOf(across)]).toEqual([401, 'invalid_token']);
      // A key of the school with another scope only counts a use.
      for (const [scope, token] of keys.of) {
        if (scope === endpoint.scope) continue;
        const failure = await asKey(token);
        expect([failure.status, codeOf(failure), failure.text]).toEqual([
          403,
          'missing_scope',
          expect.stringContaining(String(endpoint.scope)),
        ]);
        await expectDescribed(endpoint, failure);
      }
      expect({ ...(await everythingStored(endpoint)), api_keys: '' }).toEqual({
        ...before,
        api_keys: '',
      });
      const answer = await asKey(keys.own);
      expect([answer.status, answer.text]).toEqual([admitted[endpoint.name] ?? 200, answer.text]);
      await expectDescribed(endpoint, answer);
    });
  }

  let asked = 0;
  for (const endpoint of inTurn) {
    if (endpoint.credential !== 'bearer') continue;
    const { scope } = endpoint;
    test(`${endpoint.name}: a personal API key ${scope === undefined ? "can't make the call" : `needs ${scope}`}`, async () => {
      for (const [given, token] of personal) {
        if (given === scope) continue;
        // A key has a limit of 600 calls per minute.
        asked += 1;
        if (asked % 500 === 0) world.clock.advance(61_000);
        const answer = await ask(byKey(token), endpoint, world.ben.uid);
        expect([answer.status, codeOf(answer)]).toEqual([
          403,
          scope === undefined ? 'not_for_keys' : 'missing_scope',
        ]);
        await expectDescribed(endpoint, answer);
      }
      if (scope === undefined) return;
      const answer = await ask(byKey(personal.get(scope) ?? ''), endpoint, world.ben.uid);
      expect([answer.status, answer.text]).toEqual([admitted[endpoint.name] ?? 200, answer.text]);
    });
  }
});
