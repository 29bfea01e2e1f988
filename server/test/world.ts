import { hash } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { checkRowTypes, takeDifferences } from './checked-rows.ts';
import type { CallKey, InputOf, ReplyOf } from '#contract/endpoints.ts';
import { createApp, type App, type AppParts } from '#server/app.ts';
import { upsertPassword } from '#server/features/passwords/passwords.queries.ts';
import { insertPeople, type NewPerson } from '#server/features/people/people.queries.ts';
import { insertSchool } from '#server/features/schools/schools.queries.ts';
import type { Clock } from '#server/kernel/clock.ts';
import { inTransaction, type Pool } from '#server/kernel/database/database.ts';
import { folderFiles, type Files } from '#server/kernel/files/files.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { openLog } from '#server/kernel/log.ts';
import type { Message } from '#server/kernel/outbound/mail.ts';
import { openOutbound } from '#server/kernel/outbound/outbound.ts';
import { selectSchools } from '#server/kernel/jobs/maintenance.ts';
import { openTokens, type Tokens } from '#server/kernel/security/tokens.ts';
import { openCookieJar } from './cookie-jar.ts';
import { connectWorld, type Addresses } from './world-database.ts';

/** The password of everyone in a test world. */
export const worldPassword = 'correct horse battery';

// The lowest possible cost, because tests sign in thousands of times. A hash contains its cost.
const passwordHash = hash(worldPassword, {
  algorithm: 2,
  memoryCost: 8,
  timeCost: 1,
  parallelism: 1,
});

/** A response: status, headers, and the body, which is parsed if it is JSON. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: unknown;
  text: string;
}

/** Changes to a plain signed-out request. */
export interface Request {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: unknown;
  host?: string;
  /** The client's address; this machine by default. */
  from?: string;
}

/** A person with a browser, which keeps cookies and tokens like the web app. */
export interface Person {
  readonly uid: string;
  readonly id: number;
  readonly email: string;
  readonly cookies: Map<string, string>;
  tokens: { csrfToken: string; jwt: string };
  /** Makes a call as the web app does, and expects success. */
  call<K extends CallKey>(key: K, input?: InputOf<K>): Promise<ReplyOf<K>>;
  /** Makes a call, and returns the response. */
  try<K extends CallKey>(key: K, input?: Record<string, unknown>): Promise<Answer>;
  /** Makes any request with this person's cookies. */
  raw(path: string, request?: Request): Promise<Answer>;
}

/** Two schools. The first has Ana, Ben, Cy (without connections) and an admin, the other has Eve. */
export interface World {
  readonly app: App;
  readonly pool: Pool;
  readonly files: Files;
  readonly tokens: Tokens;
  /** Settings with which another process starts a server of this world. */
  readonly settings: {
    readonly url: string;
    readonly callsUrl?: string;
    readonly secret: string;
    readonly folder: string;
  };
  readonly mails: Message[];
  /** The mail sender, which a test can replace. */
  readonly mail: { send(message: Message): Promise<void> };
  readonly school: SchoolId;
  readonly otherSchool: SchoolId;
  readonly clock: { now(): Date; advance(ms: number): void };
  readonly ana: Person;
  readonly ben: Person;
  readonly cy: Person;
  readonly admin: Person;
  readonly eve: Person;
  /** Adds a person to the first school and signs them in. */
  join(person: Partial<NewPerson> & { username: string }): Promise<Person>;
  /** Signs a person in again, as on another device. */
  signInAgain(person: Person): Promise<Person>;
  /** Starts another server of this world with some different parts. The caller closes it. */
  startAnother(parts: Partial<AppParts>): Promise<App>;
  visit(path: string, request?: Request): Promise<Answer>;
  /** Runs SQL as the database's owner in one school, the first by default. Row-level security applies. */
  sql<T extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: unknown[],
    at?: SchoolId,
  ): Promise<T[]>;
  /** Runs SQL as the unprivileged role in one school, as a request does. */
  as(school: SchoolId): (text: string, values?: unknown[]) => Promise<pg.QueryResultRow[]>;
  close(): Promise<void>;
}

const hostOf = { north: 'north.localhost', demo: 'localhost' } as const;

/**
 * Retires the schools of a finished world: without hosts, they are no longer reached or maintained, and their codes are free again. Their
 * pending events won't run in the next world.
 */
const leaveSchools = async (pool: Pool): Promise<void> => {
  const client = await pool.raw.connect();
  try {
    for (const school of await selectSchools(pool)) {
      await client.query(`begin; set local commons.school_id = '${school}'; delete from school_hosts where school_id = ${school};
        update schools set code = 'over-${school}' where school_id = ${school};
        delete from outbox where school_id = ${school}; commit`);
    }
  } finally {
    client.release();
  }
};

/** Sends a request through the whole HTTP stack, without a socket. */
export const send = async (
  app: App,
  path: string,
  { method = 'GET', headers = {}, body, host = hostOf.demo, from }: Request = {},
): Promise<Answer> => {
  const raw = typeof body === 'string' || Buffer.isBuffer(body);
  const response = await app.http.inject({
    method,
    url: path,
    ...(from !== undefined && { remoteAddress: from }),
    headers: {
      host,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: raw ? body : JSON.stringify(body) }),
  });
  const text = response.body;
  // JSON lines are text.
  const isJson = /[/+]json\b/.test(String(response.headers['content-type'] ?? ''));
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : text,
  };
};

const pathOf = (
  key: string,
  input: Record<string, unknown>,
): { method: NonNullable<Request['method']>; path: string; rest: Record<string, unknown> } => {
  const [method = 'GET', template = '/'] = key.split(' ');
  const rest = { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  // Each CallKey starts with one of the five methods.
  return { method: method as NonNullable<Request['method']>, path, rest };
};

const signIn = async (
  app: App,
  clock: Clock,
  host: string,
  who: { id: number; email: string },
): Promise<Person> => {
  const jar = openCookieJar(clock);
  const person: Person = {
    uid: String(who.id),
    id: who.id,
    email: who.email,
    cookies: jar.values,
    tokens: { csrfToken: '', jwt: '' },
    raw: async (path, request = {}) => {
      const answer = await send(app, path, {
        host,
        ...request,
        headers: { cookie: jar.header(), ...request.headers },
      });
      jar.keep(answer.headers['set-cookie']);
      return answer;
    },
    try: async (key, input = {}) => {
      const { method, path, rest: given } = pathOf(key, input);
      // `upload` has the bytes of a file, which are the body. The other inputs are in the address.
      const { upload, ...rest } = given;
      const query =
        method === 'GET' || method === 'DELETE' || upload !== undefined
          ? new URLSearchParams(
              Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
            ).toString()
          : '';
      return person.raw(query === '' ? path : `${path}?${query}`, {
        method,
        headers: {
          'x-cg-csrf-token': person.tokens.csrfToken,
          authorization: `Bearer ${person.tokens.jwt}`,
          ...(method !== 'GET' && { 'x-xsrf-token': jar.values.get('XSRF-TOKEN') ?? '' }),
        },
        ...(method !== 'GET' && { body: upload ?? rest }),
      });
    },
    call: async (key, input) => {
      const answer = await person.try(key, (input ?? {}) as Record<string, unknown>);
      if (answer.status !== 200 || answer.headers['x-error-status'] !== undefined)
        throw new Error(`${key} answered ${answer.status}: ${answer.text}`);
      // The server serialized the reply with the endpoint's schema.
      return answer.body as never;
    },
  };
  const answer = await person.raw('/api/v1/login', {
    method: 'POST',
    body: { email: who.email, password: worldPassword },
  });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`);
  person.tokens = answer.body as Person['tokens'];
  return person;
};

const people: readonly (Partial<NewPerson> & { username: string })[] = [
  {
    username: 'ana',
    first_name: 'Ana',
    last_name: 'Silva',
    year_of_graduation: 2027,
    major: 'History',
    languages: ['English', 'Portuguese'],
    interests: ['Chess', 'Hiking'],
    sports: ['Rowing'],
    bio: '<p>Hello.</p>',
    phone_work: '+1 555 0100',
    city: 'Porto',
    country: 'Portugal',
    current_address: '1 Main St[[SEP]] Porto',
  },
  {
    username: 'ben',
    first_name: 'Ben',
    last_name: 'Okafor',
    year_of_graduation: 2026,
    major: 'Physics',
    languages: ['English'],
    interests: ['Chess'],
  },
  {
    username: 'cy',
    first_name: 'Cy',
    last_name: 'Young',
    account_type: 'Faculty',
    major: 'Physics',
    is_listed: false,
    interests: ['Secrets'],
    city: 'Hidden',
    bio: '<p>Private.</p>',
    phone_home: '+1 555 0199',
  },
  { username: 'admin', first_name: 'Ada', last_name: 'Min', account_type: 'Staff', is_admin: true },
];

/** Options of a world. */
export interface WorldOptions {
  /** Uses a separate database, for tests that change the database itself, or examine its plans and counters. */
  ownDatabase?: boolean;
  /** Creates the world's own database, with all migrations, somewhere else than in the PostgreSQL of all tests. */
  database?: () => Promise<Addresses>;
  /** Additional kinds of submissions. */
  approvalKinds?: AppParts['approvalKinds'];
  /** Receives each line that the server logs. */
  onLogLine?: (line: string) => void;
}

/** Makes a world. Use `inWorld()` in tests. */
export const openWorld = async ({
  database,
  ownDatabase = database !== undefined,
  approvalKinds = [],
  onLogLine,
}: WorldOptions = {}): Promise<World> => {
  const folder = await mkdtemp(join(tmpdir(), 'commons-world-'));
  const connections = await connectWorld({ ownDatabase, database });
  const { addresses, direct } = connections;
  // Each world has its own object, because caches and limits in memory belong to the object.
  const pool = { ...connections.pool };
  const secret = randomBytes(32);
  const files = folderFiles(folder, secret);
  const tokens = openTokens(secret);
  const mails: Message[] = [];
  const mail = {
    send: async (message: Message) => {
      mails.push(message);
    },
  };
  let time = Date.now();
  const clock = {
    now: () => new Date(time),
    advance: (ms: number) => {
      time += ms;
    },
  };
  const parts: AppParts = {
    pool,
    files,
    tokens,
    // Test providers run on this machine.
    outbound: openOutbound({ isPrivateAllowed: true }),
    hooks: openOutbound({ isPrivateAllowed: true }),
    pages: openOutbound({ isPrivateAllowed: true }),
    clock,
    mail,
    log:
      onLogLine === undefined
        ? openLog(process.env['LOG_LEVEL'] ?? 'silent')
        : openLog('trace', { write: onLogLine }),
    base: 'localhost',
    wait: () => Promise.resolve(),
    approvalKinds,
    live: false,
    version: 'test',
  };
  const app = await createApp(parts);
  const school = await insertSchool(pool, {
    code: 'demo',
    name: 'Demo University',
    isDefault: true,
  });
  const otherSchool = await insertSchool(pool, {
    code: 'north',
    name: 'Northern College',
    color: '9a3324',
  });

  const add = async (
    to: SchoolId,
    domain: string,
    person: Partial<NewPerson> & { username: string },
  ) => {
    const email = person.email ?? `${person.username}@${domain}`;
    const hash = await passwordHash;
    const id = await inTransaction(pool, { school: to }, async (db) => {
      const [made = 0] = await insertPeople(db, to, [
        { first_name: person.username, last_name: '', ...person, email },
      ]);
      await upsertPassword(db, to, made, hash, clock.now());
      return made;
    });
    return { id, email };
  };
  const made: { id: number; email: string }[] = [];
  for (const person of people) made.push(await add(school, 'demo.test', person));
  const stranger = await add(otherSchool, 'north.test', {
    username: 'eve',
    first_name: 'Eve',
    last_name: 'Stranger',
    interests: ['Chess'],
  });
  const [ana, ben, cy, admin] = await Promise.all(
    made.map((one) => signIn(app, clock, hostOf.demo, one)),
  );
  const eve = await signIn(app, clock, hostOf.north, stranger);
  if (!ana || !ben || !cy || !admin) throw new Error('the world has fewer people than it should');

  return {
    app,
    pool,
    files,
    tokens,
    settings: { ...addresses, secret: secret.toString('hex'), folder },
    mails,
    mail,
    school,
    otherSchool,
    clock,
    ana,
    ben,
    cy,
    admin,
    eve,
    join: async (person) => signIn(app, clock, hostOf.demo, await add(school, 'demo.test', person)),
    startAnother: (different) => createApp({ ...parts, ...different }),
    signInAgain: (person) =>
      signIn(app, clock, person === eve ? hostOf.north : hostOf.demo, person),
    visit: (path, request) => send(app, path, request),
    sql: async (text, values, at = school) => {
      const client = await direct.connect();
      try {
        await client.query(`set commons.school_id = '${at}'`);
        return (await client.query(text, values)).rows;
      } finally {
        await client.query('reset commons.school_id').catch(() => undefined);
        client.release();
      }
    },
    as: (id) => async (text, values) => {
      const client = await direct.connect();
      try {
        await client.query(
          `begin; set local role commons_app; set local commons.school_id = '${id}'`,
        );
        return (await client.query(text, values)).rows as pg.QueryResultRow[];
      } finally {
        await client.query('rollback');
        client.release();
      }
    },
    close: async () => {
      await app.close();
      await (ownDatabase ? connections.close() : leaveSchools(pool));
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Creates a world for a test file before its tests, and removes it afterward. */
export const inWorld = (options: WorldOptions = {}): World => {
  let world: World | undefined;
  checkRowTypes();
  beforeAll(async () => {
    world = await openWorld(options);
  });
  afterAll(async () => {
    await world?.close();
    const wrong = takeDifferences();
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  });
  return new Proxy({} as World, {
    get: (_, name) => {
      if (world === undefined) throw new Error('the world exists only inside tests');
      return world[name as keyof World];
    },
  });
};
