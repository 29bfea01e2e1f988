import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { liveCalls } from '#contract/live.ts';
import { personalScopes, schoolScopes } from '#contract/api-keys/scopes.ts';
import type { App } from '#server/app.ts';
import { insertKey } from '#server/features/api-keys/api-keys.queries.ts';
import { newKey } from '#server/features/api-keys/api-keys.rules.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import { openOutbound, OutboundError } from '#server/kernel/outbound/outbound.ts';
import { inputs } from './access-inputs.ts';
import { effort, sampleOf, seed } from './effort.ts';
import { injected, injections, partsOf, wholeOf, type Parts } from './fuzz-inputs.ts';
import { openLive } from './live-client.ts';
import { inWorld, send, type Answer, type Person } from './world.ts';

const world = inWorld();
/** The app without outbound calls, because generated inputs must not reach other servers. */
let app: App;
/** Two people whose data the calls can change. */
let dora: Person;
let finn: Person;
const keys = { school: '', own: '' };
const keyIds: string[] = [];
/** Ids from responses by feature, so that calls refer to existing rows. */
const seen = new Map<string, string[]>();
/** Features that share ids. */
const sameAs: Record<string, string> = {
  inbox: 'newsletters',
  'import-runs': 'imports',
  sso: 'sso-setup',
};
const featureOf = ({ name }: Endpoint): string => {
  const [feature = ''] = name.split('.');
  return sameAs[feature] ?? feature;
};

/** Checks addresses as usual, and then fails every call. */
const noWay = Object.assign(() => Promise.reject(new OutboundError('unreachable')), {
  check: openOutbound().check,
});

type Role = 'visitor' | 'ana' | 'admin' | 'key';

/** Maximum seconds of a response. A slower one waited for something. Statements of calls time out after 15 seconds. */
const secondsMax = 8;

/** Messages of PostgreSQL or a stack trace. None of the inputs contains them. */
const inside =
  /syntax error at or near|unterminated (?:quoted|dollar)|invalid input syntax for|violates (?:unique|foreign|check|not-null)|value too long for type|out of range for type|(?:relation|column) "[^"]*" (?:does not exist|of relation)|SQLSTATE|node_modules|\.ts:\d+/;

const everythingOfNorth = async (): Promise<unknown> => {
  const tables = await world.sql<{
    name: string;
  }>(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'school_id' order by 1`);
  const hashes = tables.map(
    ({ name }) =>
      `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${name} t where school_id = ${world.otherSchool}) as ${name}`,
  );
  return (await world.sql(`select ${hashes.join(', ')}`, [], world.otherSchool))[0];
};

/** Creates a key of the school and a personal key of Ana with all scopes. Calls such as signing out everywhere revoke them. */
const createKeys = async (): Promise<void> => {
  const make = async (scopes: readonly string[], person: number | null) => {
    const { token, hash: tokenHash, hint } = newKey();
    const now = world.clock.now();
    const expiresAt = person === null ? null : new Date(now.getTime() + 300 * 86_400_000);
    const key = { name: 'Fuzz', tokenHash, hint, scopes, person, by: person, now, expiresAt };
    keyIds.push(
      String(
        await inTransaction(world.pool, { school: world.school }, (db) =>
          insertKey(db, world.school, key as never),
        ),
      ),
    );
    return token;
  };
  keys.school = await make(schoolScopes, null);
  keys.own = await make(personalScopes, world.ana.id);
};

beforeAll(async () => {
  app = await world.startAnother({ outbound: noWay, hooks: noWay, pages: noWay });
  dora = await world.join({ username: 'dora', first_name: 'Dora', last_name: 'Quist' });
  finn = await world.join({ username: 'finn', first_name: 'Finn', last_name: 'Quist' });
  await createKeys();
  await world.admin.call('PUT /api/v1/school/messaging', { messageStandalone: true });
  await world.admin.call('PUT /api/v1/chat/policy', {
    who: 'anyone',
    requests: true,
    keepDays: null,
  });
  const group = await world.ana.call('POST /api/v1/chat/conversations', {
    kind: 'group',
    clientId: randomUUID(),
    name: 'All',
    uids: [dora.uid, world.admin.uid],
  });
  const pair = await world.ana.call('POST /api/v1/chat/conversations', {
    kind: 'direct',
    uid: finn.uid,
  });
  for (const { id: conversation } of [group, pair])
    await world.ana.call('POST /api/v1/chat/conversations/{conversation}/messages', {
      conversation,
      clientId: randomUUID(),
      text: 'Hello',
    });
  seen.set('chat', [group.id, pair.id]);
});

const encoded = (value: unknown): string => {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
};

const addressOf = (endpoint: Endpoint, { params, query }: Parts): string => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encoded(params[name] ?? 'x'),
  );
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${encoded(name)}=${encoded(one)}`),
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
};

const credentialsOf = (endpoint: Endpoint, role: Role): Record<string, string> => {
  if (role === 'visitor') return {};
  if (role === 'key')
    return { authorization: `Bearer ${endpoint.access === 'key' ? keys.school : keys.own}` };
  const { cookies, tokens } = world[role];
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    cookie,
    authorization: `Bearer ${tokens.jwt}`,
    'x-cg-csrf-token': tokens.csrfToken,
    'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
  };
};

const bodyOf = (
  endpoint: Endpoint,
  body: unknown,
  n: number,
): { body?: unknown; headers?: Record<string, string> } => {
  if (endpoint.upload !== undefined) {
    const files = [
      Buffer.alloc(0),
      randomBytes(64),
      Buffer.from('PK\u0003\u0004'),
      Buffer.from('username,firstName\n"a'),
    ];
    return {
      body: files[n % files.length],
      headers: { 'content-type': 'application/octet-stream' },
    };
  }
  if (endpoint.method === 'GET') return {};
  if (endpoint.takes === 'form') {
    const pairs = Object.entries((body ?? {}) as object).map(
      ([name, value]) => `${encoded(name)}=${encoded(value)}`,
    );
    return {
      body: pairs.join('&'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
  }
  return { body: JSON.stringify(body) ?? '{}', headers: { 'content-type': 'application/json' } };
};

/**
 * Returns ids for an input: people for inputs about people, otherwise ids from the feature's responses, and also those of the other school
 * and unknown ones.
 */
const idsFor = (endpoint: Endpoint) => (input: string) => {
  const people = [dora.uid, finn.uid, dora.uid, world.eve.uid];
  const known =
    /uid/i.test(input) || endpoint.path.startsWith('/scim/v2/Users')
      ? people
      : (seen.get(featureOf(endpoint)) ?? []);
  return [...known, ...known, '999', '0', '_'];
};

/** Remembers the ids in a response, newest first, except those of the callers and their keys, which must stay. */
const learn = (endpoint: Endpoint, { body, status }: Answer): void => {
  // The chats exist already, among people who stay in them.
  if (status >= 300 || typeof body !== 'object' || featureOf(endpoint) === 'chat') return;
  const found = [...JSON.stringify(body).matchAll(/"(?:id|conversation)":"?([\w-]{1,40})"?/g)].map(
    ([, id = '']) => id,
  );
  const own = new Set([world.ana.uid, world.admin.uid, ...keyIds]);
  const all = [...found.filter((id) => !own.has(id)), ...(seen.get(featureOf(endpoint)) ?? [])];
  seen.set(featureOf(endpoint), [...new Set(all)].slice(0, 6));
};

/** Failed expectations with the call that shows them. */
const wrong: string[] = [];

/** Makes a call, and checks what must be true of every response. */
const ask = async (endpoint: Endpoint, role: Role, parts: Parts, n: number): Promise<Answer> => {
  const address = addressOf(endpoint, parts);
  const { body, headers } = bodyOf(endpoint, parts.body, n);
  const startedAt = performance.now();
  const answer = await send(app, address, {
    method: endpoint.method,
    headers: { ...credentialsOf(endpoint, role), ...headers },
    ...(body !== undefined && { body }),
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const said = `${role}: ${endpoint.method} ${address.slice(0, 600)} ${String(body ?? '').slice(0, 900)}\n→ ${answer.text.slice(0, 300)}`;
  const found = inside.exec(answer.text)?.[0];
  if (answer.status >= 500) wrong.push(`${answer.status}: ${said}`);
  else if (found !== undefined) wrong.push(`shows “${found}”: ${said}`);
  if (seconds > secondsMax) wrong.push(`took ${seconds.toFixed(1)} s: ${said}`);
  if (/Stranger|eve@north\.test/.test(answer.text)) wrong.push(`tells of another school: ${said}`);
  learn(endpoint, answer);
  return answer;
};

/** Returns the input of `access-inputs.ts` for a call, about Dora and about ids from the feature's responses. */
const givenFor = (endpoint: Endpoint, n: number): Record<string, unknown> => {
  const known = seen.get(featureOf(endpoint)) ?? [];
  const id = known[n % Math.max(1, known.length)] ?? '999';
  const text = JSON.stringify(inputs[endpoint.name] ?? {}).replaceAll('{other}', dora.uid);
  const { upload: _, ...given } = JSON.parse(
    text.replaceAll('"999"', JSON.stringify(id)),
  ) as Record<string, unknown>;
  return given;
};

/** Returns the callers to try, mostly permitted ones. */
const rolesOf = ({ access, scope }: Endpoint): readonly Role[] => {
  if (access === 'key') return ['key', 'key', 'key', 'ana'];
  if (access === 'staff') return ['admin', 'admin', 'admin', 'admin', 'ana', 'visitor', 'key'];
  if (access === 'visitor') return ['visitor', 'ana', 'visitor', 'admin'];
  return scope === undefined
    ? ['ana', 'admin', 'ana', 'key', 'visitor']
    : ['ana', 'key', 'admin', 'key', 'ana', 'visitor'];
};

/** Signs both people in again, because generated calls may have signed them out and time has passed. */
const signInAgain = async (): Promise<void> => {
  for (const role of ['ana', 'admin'] as const) {
    const again = await world.signInAgain(world[role]);
    world[role].tokens = again.tokens;
    for (const [name, value] of again.cookies) world[role].cookies.set(name, value);
  }
};

describe('calls with generated inputs', () => {
  test('the realtime hub answers any call with success or a known code, and keeps the socket open', async () => {
    await signInAgain();
    const names = [
      ...Object.keys(liveCalls),
      'nonsense',
      '',
      'toString',
      'constructor',
      '__proto__',
    ];
    const values = [
      null,
      'x',
      5,
      [],
      [[]],
      {},
      { token: '\u0000' },
      { token: 'x'.repeat(3_000) },
      { conversation: "' or 1=1" },
      { conversation: ['1'] },
      { uids: ['999', '-1', 'x'] },
      { uids: { length: 3 } },
      { conversation: '99999999999999999999', seq: 1 },
      { conversation: '1', seq: -1 },
      { conversation: '1', seq: 2_147_483_648 },
    ];
    // Alternate between people, because each can make forty calls in a burst.
    const people = [world.ana, world.ben, world.cy, world.admin, await world.signInAgain(dora)];
    for (const [at, name] of names.entries()) {
      const person = people[at % people.length];
      if (person === undefined) throw new Error('there is nobody');
      const socket = await openLive(world.app, await world.signInAgain(person));
      for (const value of values) {
        const answer = await socket.call(name as never, value as never);
        const said = `${name} ${JSON.stringify(value)} → ${JSON.stringify(answer)}`;
        const isKnown =
          answer.ok ||
          !['internal', 'unavailable', 'too_many_requests', undefined].includes(answer.code);
        expect({ said, isKnown }).toEqual({ said, isKnown: true });
      }
      expect(socket.socket.connected).toBe(true);
      socket.close();
    }
  });

  test('endpoints respond quickly without server errors, reveal no internals, and leave another school unchanged', async () => {
    const before = await everythingOfNorth();
    const statuses = new Map<number, number>();
    const count = ({ status }: Answer) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
    let n = seed % 10_007;
    // First make the calls with valid inputs, to create rows that other calls can reach.
    const made = endpoints.filter(
      ({ method, name }) => method !== 'DELETE' && !/^(?:sessions|account|passwords)\./.test(name),
    );
    await signInAgain();
    for (const endpoint of made)
      for (const role of rolesOf(endpoint).slice(0, 2))
        count(await ask(endpoint, role, wholeOf(endpoint, givenFor(endpoint, n)), n));
    // `npm test` sends generated inputs to another third of the endpoints in each run.
    for (const [at, endpoint] of sampleOf(endpoints, Math.ceil(endpoints.length / 3)).entries()) {
      // This starts new windows of limits per second.
      world.clock.advance(31_000);
      if (at % 15 === 0) await signInAgain();
      const cases = [
        ...Array.from({ length: effort({ quick: 1, full: injections.length }) }, (_, round) =>
          injected(
            endpoint,
            givenFor(endpoint, n + round),
            (place) => injections[(n + place + round) % injections.length] ?? '',
          ),
        )
          .flat()
          .map((parts) => ({ parts, roles: rolesOf(endpoint).slice(0, 1) })),
        ...partsOf(
          endpoint,
          { idsFor: idsFor(endpoint) },
          effort({ quick: 2, full: 60 }),
          seed + at,
        ).map((parts) => ({
          parts,
          roles: rolesOf(endpoint),
        })),
      ];
      for (const { parts, roles } of cases) {
        n += 1;
        const role = roles[n % roles.length] ?? 'visitor';
        const answer = await ask(endpoint, role, parts, n);
        count(answer);
        if (answer.status !== 401) continue;
        if (role === 'key' && endpoint.scope !== undefined) await createKeys();
        else if (
          (role === 'ana' || role === 'admin') &&
          endpoint.access !== 'key' &&
          // These reject everyone at the school.
          endpoint.access !== 'employer' &&
          endpoint.access !== 'visitor'
        )
          await signInAgain();
      }
    }
    console.log(`seed ${seed}:`, Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)));
    expect(wrong).toEqual([]);
    // If all calls were rejected, they would test nothing.
    expect(statuses.get(200)).toBeGreaterThan(50);
    expect(await everythingOfNorth()).toEqual(before);
    expect(
      await world.sql('select username from users where is_admin and not is_disabled', []),
    ).toContainEqual({ username: 'admin' });
  });
});
