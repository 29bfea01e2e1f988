import { mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { App } from '#server/app.ts';
import { connect, direct, readMessages, trySendMessage } from '../../../../test/chat-world.ts';
import { openLive } from '../../../../test/live-client.ts';
import { startTwoCells, type TwoCells } from '../../../../test/two-cells.ts';
import { inWorld, send, type Person } from '../../../../test/world.ts';
import { openPool, type Pool } from '../../../kernel/database/database.ts';
import { folderFiles } from '../../../kernel/files/files.ts';
import { runMaintenance } from '../../../kernel/jobs/maintenance.ts';
import { insertSchool } from '../../schools/schools.queries.ts';
import { compareCells, giveUpMove, moveSchool, selectMoveStatus, type Move } from './move.ts';
import { selectSchoolTables } from './moving.queries.ts';
import { freezeSchool, selectState, thawSchool } from '../states/states.queries.ts';

/* Schools move from one cell to another while people write (decision 081). */

let cells: TwoCells;
const world = inWorld({
  database: async () => {
    cells = await startTwoCells();
    const { url, callsUrl } = cells.source;
    return { url, callsUrl, directUrl: url };
  },
});
/** A cell whose PostgreSQL has the default `wal_level`. */
const plain = inWorld();
let pool: Pool;
let app: App;
let folder: string;
let superClient: pg.Client;
const secret = () => Buffer.from(world.settings.secret, 'hex');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commons-cell-b-'));
  const { url, callsUrl, superUrl } = cells.target;
  pool = openPool({ url, callsUrl, max: 8 });
  app = await world.startAnother({ pool, files: folderFiles(folder, secret()) });
  await insertSchool(pool, { id: 1_000, code: 'west', name: 'West', isDefault: true });
  superClient = new pg.Client({ connectionString: superUrl });
  await superClient.connect();
});
afterEach(async () => {
  // A failed test must not leave a frozen school to the next.
  const { state } = await selectState(world.pool, world.school);
  if (state === 'frozen') await thawSchool(world.pool, world.school);
});
afterAll(async () => {
  await superClient.end();
  await app.close();
  await pool.close();
  await cells.stop();
  await rm(folder, { recursive: true, force: true });
});

const moveOf = (more: Partial<Move> = {}): Move => ({
  school: world.school,
  source: { name: 'cell-a', pool: world.pool, files: world.files, secret: secret() },
  target: { name: 'cell-b', pool, files: folderFiles(folder, secret()), secret: secret() },
  publisherUrl: cells.source.superUrl,
  subscriberUrl: cells.target.superUrl,
  signal: new AbortController().signal,
  log: () => undefined,
  ...more,
});
/** Ends a move at a step, as if the command was stopped. */
const stoppedAt = (step: string): Pick<Move, 'onStep'> => ({
  onStep: (reached) => {
    if (reached === step) throw new Error(`stopped at ${step}`);
  },
});
/** The number of a school's rows in all tables of the target. */
const rowsInTarget = async (school: number): Promise<number> => {
  let sum = 0;
  for (const { name } of await selectSchoolTables(pool)) {
    const { rows } = await superClient.query<{ n: number }>(
      `select count(*)::int as n from "${name}" where school_id = $1`,
      [school],
    );
    sum += rows[0]?.n ?? 0;
  }
  return sum;
};
/** Makes a call that needs no session. */
const visit = (at: App, host: string) => send(at, '/api/v1/sso', { host });
const unknown = expect.objectContaining({ code: 'unknown_school' });
const northTable = () =>
  world.sql<{ n: number }>('select count(*)::int as n from users', [], world.otherSchool);

test('a frozen school can be read, and refuses writes with Retry-After; other schools notice nothing', async () => {
  await connect(world.ana, world.ben);
  const { id } = await direct(world.ana, world.ben);
  expect((await trySendMessage(world.ana, id, 'First')).status).toBe(200);
  await freezeSchool(world.pool, world.school);
  const refused = await trySendMessage(world.ana, id, 'Too early');
  expect([refused.status, refused.headers['retry-after'], refused.body]).toEqual([
    503,
    '5',
    expect.objectContaining({ code: 'school_frozen', retryAfter: 5 }),
  ]);
  // Sign-in opens its own transactions, without a session that the database confirms.
  const signIn = await send(world.app, '/api/v1/login', {
    method: 'POST',
    body: { email: world.ana.email, password: 'wrong' },
  });
  expect(signIn.status).toBe(503);
  expect((await readMessages(world.ben, id)).map(({ text }) => text)).toEqual(['First']);
  await world.eve.call('PATCH /api/v1/profile', { bio: '<p>Still here.</p>' } as never);
  expect(await runMaintenance(world.pool, [async (_, __, school) => school], new Date())).toBe(
    world.otherSchool,
  );
  await thawSchool(world.pool, world.school);
  expect((await trySendMessage(world.ana, id, 'Now')).status).toBe(200);
});

test('jobs of a frozen school wait until it is active again', async () => {
  await world.app.jobs.settle();
  const waiting = async () =>
    (
      await world.sql<{ n: number }>(
        'select count(*)::int as n from outbox where delivered_at is null and due_at is null',
      )
    )[0]?.n;
  const { id } = await direct(world.ana, world.ben);
  await trySendMessage(world.ana, id, 'Tell Ben');
  const before = await waiting();
  expect(before).toBeGreaterThan(0);
  await freezeSchool(world.pool, world.school);
  await world.app.jobs.settle();
  expect(await waiting()).toBe(before);
  await thawSchool(world.pool, world.school);
  await world.app.jobs.settle();
  expect(await waiting()).toBe(0);
});

test('a move to a cell that does not fit is refused before anything changes', async () => {
  const other = { ...moveOf().target, secret: randomBytes(32) };
  await expect(moveSchool(moveOf({ target: other }))).rejects.toThrow(/has another secret/);
  await expect(
    moveSchool(moveOf({ publisherUrl: cells.source.url, subscriberUrl: cells.target.superUrl })),
  ).rejects.toThrow(/commons_owner, which can't replicate/);
  await expect(moveSchool(moveOf({ subscriberUrl: cells.target.url }))).rejects.toThrow(
    /row-level security applies/,
  );
  await expect(
    moveSchool(
      moveOf({
        school: plain.school,
        source: { name: 'plain', pool: plain.pool, files: plain.files, secret: secret() },
      }),
    ),
  ).rejects.toThrow(/wal_level = replica; set wal_level = logical, restart it/);
  await insertSchool(pool, { id: 1_001, code: 'north', name: 'Another one' });
  await expect(moveSchool(moveOf({ school: world.otherSchool }))).rejects.toThrow(
    /has a school with the same id or host \(north\)/,
  );
  await superClient.query(`delete from school_hosts where host = 'north'`);
  await superClient.query(`delete from schools where code = 'north'`);
  expect((await superClient.query('select from school_states')).rowCount).toBe(0);
  expect(await rowsInTarget(world.school)).toBe(0);
});

test('a move that stopped after the copy can be given up', { tags: 'soak' }, async () => {
  const school = world.otherSchool;
  await expect(moveSchool(moveOf({ school, ...stoppedAt('copied') }))).rejects.toThrow(/stopped/);
  expect(await selectMoveStatus(world.pool, school)).toMatchObject({
    state: 'active',
    isCopying: true,
  });
  expect(await rowsInTarget(school)).toBeGreaterThan(0);
  expect((await visit(app, 'north.localhost')).body).toEqual(unknown);
  await giveUpMove(moveOf({ school }));
  expect(await rowsInTarget(school)).toBe(0);
  await expect(giveUpMove(moveOf({ school }))).rejects.toThrow(/isn't moving to cell-b/);
});

test('a move that stopped after the source handed the school over can be given up', async () => {
  const school = world.otherSchool;
  const before = await northTable();
  // A killed command leaves the school frozen.
  await freezeSchool(world.pool, school);
  await expect(moveSchool(moveOf({ school, ...stoppedAt('moved') }))).rejects.toThrow(/stopped/);
  const refused = await world.eve.try('GET /api/v1/chat/conversations');
  expect([refused.status, refused.body]).toEqual([
    421,
    expect.objectContaining({ code: 'school_moved' }),
  ]);
  expect((await visit(app, 'north.localhost')).body).toEqual(unknown);
  await giveUpMove(moveOf({ school }));
  expect(await selectMoveStatus(world.pool, school)).toEqual({
    state: 'active',
    movedTo: null,
    isCopying: false,
    bytesBehind: null,
  });
  await world.eve.call('PATCH /api/v1/profile', { bio: '<p>Stayed.</p>' } as never);
  expect(await northTable()).toEqual(before);
  expect(await rowsInTarget(school)).toBe(0);
});

/** Sends one message after another, each until it is acknowledged, and follows the school to the other cell. */
const openWriter = async (who: Person, conversation: string) => {
  const claims = await world.tokens.readJwt(who.tokens.jwt, world.clock.now());
  if (claims === null) throw new Error('the token has expired');
  const renew = () =>
    world.tokens.jwt(
      { sessionId: claims.sessionId, uid: who.uid, school: claims.school },
      world.clock.now(),
    );
  const acknowledged: string[] = [];
  const odd: string[] = [];
  let [at, isOver] = [world.app, false];
  const writing = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const text = `${who.id} ${n}`;
      const body = { clientId: crypto.randomUUID(), text };
      for (let isStored = false; !isStored && !isOver;) {
        const answer = await send(at, `/api/v1/chat/conversations/${conversation}/messages`, {
          method: 'POST',
          host: 'demo.localhost',
          headers: { authorization: `Bearer ${await renew()}` },
          body,
        });
        if (answer.status === 200) {
          acknowledged.push(text);
          isStored = true;
          world.clock.advance(400);
        } else if (answer.status === 421 || (answer.status === 404 && at === app)) {
          at = at === app ? world.app : app;
          await delay(20);
        } else if (answer.status === 503 && answer.headers['retry-after'] === '5') {
          await delay(20);
        } else if (answer.status === 429) {
          // The rate limit counts by the clock of the test.
          world.clock.advance(1_000);
        } else {
          odd.push(`${answer.status} ${answer.text}`);
          await delay(50);
        }
      }
      await delay(150);
    }
  })();
  const end = async () => {
    isOver = true;
    await writing;
  };
  onTestFinished(end);
  return { acknowledged, odd, renew, end, isInTarget: () => at === app };
};

test('a school moves while people write: no acknowledged write is lost, and the source answers 421', async () => {
  const { school, ana, ben } = world;
  const { id } = await direct(ana, ben);
  const file = await world.files.put(school, Buffer.from('a picture'), 'png');
  await world.files.putSecret(school, `key-${'a'.repeat(32)}`, Buffer.from('a key'));
  const north = await northTable();
  const socket = await openLive(world.app, ana);
  const writers = await Promise.all([openWriter(ana, id), openWriter(ben, id)]);
  await delay(300);
  // The command is stopped when the school is frozen, and the same command continues the move.
  await expect(moveSchool(moveOf(stoppedAt('frozen')))).rejects.toThrow(/stopped/);
  expect((await selectState(world.pool, school)).state).toBe('active');
  const counts = () => writers.map(({ acknowledged }) => acknowledged.length);
  const between = counts();
  const areWriting = () => counts().every((count, which) => count > (between[which] ?? 0));
  for (let wait = 0; wait < 400 && !areWriting(); wait += 1) await delay(50);
  expect(areWriting()).toBe(true);
  const tables = await selectSchoolTables(world.pool);
  let different: string[] = ['not compared'];
  const report = await moveSchool(
    moveOf({
      onStep: async (step) => {
        if (step === 'frozen') ({ different } = await compareCells(moveOf(), tables));
      },
    }),
  );
  expect(different).toEqual([]);
  expect(report).toMatchObject({ tables: tables.length });
  expect(report.rows).toBeGreaterThan(100);
  await world.app.hub.catchUp();
  await socket.ended;
  const moved = counts();
  const areInTarget = () =>
    writers.every(
      (one, which) => one.isInTarget() && one.acknowledged.length > (moved[which] ?? 0),
    );
  for (let wait = 0; wait < 400 && !areInTarget(); wait += 1) await delay(50);
  expect(areInTarget()).toBe(true);
  await Promise.all(writers.map((one) => one.end()));
  expect(writers.flatMap(({ odd }) => odd)).toEqual([]);

  const stored = (
    await superClient.query<{ text: string }>(
      'select text from messages where school_id = $1 and conversation_id = $2',
      [school, id],
    )
  ).rows.map(({ text }) => text);
  const acknowledged = writers.flatMap((one) => one.acknowledged);
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(stored.filter((text) => acknowledged.includes(text)).toSorted()).toEqual(
    acknowledged.toSorted(),
  );

  // The source answers 421 to pages, calls and sockets. The session of before works in the target.
  const page = await visit(world.app, 'localhost');
  expect([page.status, page.body]).toEqual([
    421,
    expect.objectContaining({ code: 'school_moved' }),
  ]);
  await expect(openLive(world.app, ana)).rejects.toThrow(/school_moved/);
  expect((await visit(app, 'demo.localhost')).status).toBe(200);
  const session = await send(app, '/api/v1/chat/conversations', {
    host: 'demo.localhost',
    headers: { authorization: `Bearer ${await writers[0]?.renew()}` },
  });
  expect(session.status).toBe(200);
  const { stream } = (await moveOf().target.files.get(school, file)) ?? {};
  expect(stream && (await buffer(stream)).toString()).toBe('a picture');
  expect((await moveOf().target.files.getSecret(school, `key-${'a'.repeat(32)}`))?.toString()).toBe(
    'a key',
  );

  // Jobs run in the target only.
  // The owner's login sees the outbox of all schools.
  const waiting = await world.sql(
    `select (select count(*)::int from outbox where school_id = $1 and delivered_at is null) as events,
      (select count(*)::int from event_tasks where school_id = $1) as tasks`,
    [school],
  );
  expect(waiting).toEqual([{ events: 0, tasks: 0 }]);

  // The other school of the source is where it was, and not in the target.
  expect(await northTable()).toEqual(north);
  expect(await rowsInTarget(world.otherSchool)).toBe(0);
  await world.eve.call('PATCH /api/v1/profile', { bio: '<p>Here.</p>' } as never);
  const left = await superClient.query(
    `select from pg_subscription union all select from pg_publication union all select from pg_replication_slots`,
  );
  expect(left.rowCount).toBe(0);
  await expect(moveSchool(moveOf())).rejects.toThrow(/has already moved to cell-b/);
  await expect(giveUpMove(moveOf())).rejects.toThrow(/can't be given up/);
});
