import { expect, onTestFinished, test } from 'vitest';
import { inWorld } from '../../../test/world.ts';
import type { Scope } from '../context.ts';
import { inTransaction } from '../database/database.ts';
import { dueTasksSql, waitingSql } from './event-store.ts';
import { openJobs } from './jobs.ts';
import type { SchoolId } from '../ids.ts';
import { insertSchool } from '../../features/schools/schools.queries.ts';
import { openLog } from '../log.ts';
import { relayRole } from '../database/row-security.ts';
import { insertEvent } from './outbox.ts';
import { onEvent, onEventWithNumber, type EventHandler } from './event-handler.ts';

const world = inWorld({ ownDatabase: true });

/** Starts live jobs with one handler, whose tasks are numbers. */
const working = async (
  name: string,
  atOnce: number | undefined,
  run: (task: number, signal: AbortSignal) => Promise<void>,
) => {
  const one: EventHandler = onEvent(
    name,
    'import_stored',
    (_, payload, signal) => run(payload.import, signal),
    {
      ...(atOnce !== undefined && { concurrency: atOnce }),
    },
  );
  // The handlers of these tests need no scope.
  const scopeOf = async () => ({}) as Scope;
  const jobs = await openJobs({
    pool: world.pool,
    log: openLog('silent'),
    clock: world.clock,
    handlers: [one],
    scopeOf,
    live: true,
  });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= jobs.stop());
  onTestFinished(stop);
  const send = async (tasks: readonly number[]) => {
    await inTransaction(world.pool, { school: world.school }, async (db) => {
      for (const task of tasks)
        await insertEvent(db, world.school, null, 'import_stored', { import: task });
    });
    jobs.nudge('import_stored');
  };
  return { send, stop };
};

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

test("a handler's tasks run one at a time, without waiting for the next poll", async () => {
  const done: number[] = [];
  let [busy, busiest] = [0, 0];
  const { send } = await working('test.in-turn', undefined, async (task) => {
    busiest = Math.max(busiest, (busy += 1));
    await new Promise((resolve) => setTimeout(resolve, 1));
    busy -= 1;
    done.push(task);
  });
  await send(numbers(60));
  // One per second would take a minute.
  await expect.poll(() => done.length, { timeout: 60_000 }).toBe(60);
  expect(busiest).toBe(1);
});

test("slow tasks do not delay a handler's other tasks", async () => {
  const done: number[] = [];
  let answer: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  const { send } = await working('test.at-once', 3, async (task) => {
    if (task < 2) await isAnswered;
    done.push(task);
  });
  await send(numbers(40));
  await expect.poll(() => done.length, { timeout: 60_000 }).toBe(38);
  answer();
  await expect.poll(() => done.length, { timeout: 60_000 }).toBe(40);
});

test("a handler's other tasks run although one fails", async () => {
  const done: number[] = [];
  const { send } = await working('test.failing', 2, async (task) => {
    if (task === 1) throw new Error('Not this one.');
    done.push(task);
  });
  await send(numbers(10));
  await expect
    .poll(() => done.toSorted((a, b) => a - b), { timeout: 60_000 })
    .toEqual(numbers(10).filter((task) => task !== 1));
});

test('stop() aborts the signal of running tasks and waits for them', async () => {
  const done: string[] = [];
  const { send, stop } = await working('test.stopping', undefined, async (_, signal) => {
    done.push('begun');
    await new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => setTimeout(resolve, 50)),
    );
    done.push('ended');
  });
  await send([1]);
  await expect.poll(() => done, { timeout: 60_000 }).toEqual(['begun']);
  await stop();
  expect(done).toEqual(['begun', 'ended']);
});

test('queries for waiting events and due tasks use an index and read at most a batch per scan', async () => {
  const schools: SchoolId[] = [];
  for (let n = 0; n < 50; n += 1)
    schools.push(await insertSchool(world.pool, { code: `full-${n}`, name: `Full ${n}` }));
  for (const id of schools) {
    await world.sql(
      `insert into outbox (school_id, kind, payload, due_at) select $1, 'import_stored', '{"import": 1}',
        case when n % 2 = 0 then now() + n * interval '1 hour' end from generate_series(1, 4000) as n`,
      [id],
      id,
    );
    await world.sql(
      `insert into event_tasks (school_id, event_id, handler, run_at)
        select school_id, id, 'test.plan', now() from outbox where school_id = $1 order by id limit 500`,
      [id],
      id,
    );
  }
  await world.pool.raw.query('analyze outbox, event_tasks');
  const client = await world.pool.raw.connect();
  const planOf = async (text: string, parameters: readonly unknown[]): Promise<string> => {
    await client.query(`begin; set local role ${relayRole}`);
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, timing off, summary off) ${text}`,
        [...parameters],
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    } finally {
      await client.query('rollback');
    }
  };
  try {
    const waiting = waitingSql(world.clock.now(), 0).compile(world.pool.kysely);
    const events = await planOf(waiting.sql, waiting.parameters);
    const due = dueTasksSql([
      { name: 'test.plan', free: 4, seconds: 1, after: schools[20] ?? 0 },
    ]).compile(world.pool.kysely);
    const tasks = await planOf(due.sql, due.parameters);
    for (const plan of [events, tasks]) {
      // Only schools that this cell doesn't serve have a row in school_states.
      expect(plan.replaceAll('Seq Scan on school_states', '')).not.toMatch(
        /Seq Scan|Rows Removed by Filter/,
      );
      // A school's events aren't sorted, and no scan reads more than a batch.
      for (const [, rows = ''] of plan.matchAll(
        /Index[^\n]* on (?:outbox|event_tasks)[^\n]*actual rows=([\d.]+)/g,
      ))
        expect(Number(rows)).toBeLessThanOrEqual(100);
    }
    expect(events).toMatch(/Index (?:Only )?Scan using outbox_waiting_by_school/);
    expect(tasks).toMatch(/Index (?:Only )?Scan using event_tasks_by_school/);
  } finally {
    client.release();
    for (const id of schools) await world.sql('delete from outbox', [], id);
  }
});

test("a server handles a school's event early even if another school has thousands", async () => {
  const order: string[] = [];
  const handler: EventHandler = onEventWithNumber(
    'test.fair',
    'import_stored',
    async (_, { schoolId: school }) => void order.push(school === world.school ? 'many' : 'one'),
  );
  const jobs = await openJobs({
    pool: world.pool,
    log: openLog('silent'),
    clock: world.clock,
    handlers: [handler],
    scopeOf: async () => ({}) as Scope,
    live: false,
  });
  await world.sql(
    `insert into outbox (school_id, kind, payload) select $1, 'import_stored', '{"import": 1}' from generate_series(1, 3000)`,
    [world.school],
  );
  await inTransaction(world.pool, { school: world.otherSchool }, (db) =>
    insertEvent(db, world.otherSchool, null, 'import_stored', { import: 2 }),
  );
  await jobs.settle();
  expect(order).toHaveLength(3_001);
  // In the order of their numbers, it would be the last one.
  expect(order.indexOf('one')).toBeLessThan(200);
});

test("one school's scheduled events don't make a batch skip other schools", async () => {
  const order: number[] = [];
  const jobs = await openJobs({
    pool: world.pool,
    log: openLog('silent'),
    clock: world.clock,
    handlers: [
      onEventWithNumber(
        'test.many',
        'import_stored',
        async (_, { payload }) => void order.push(payload.import),
      ),
    ],
    scopeOf: async () => ({}) as Scope,
    live: false,
  });
  const schools: SchoolId[] = [];
  for (let n = 0; n < 121; n += 1)
    schools.push(await insertSchool(world.pool, { code: `turn-${n}`, name: `Turn ${n}` }));
  const last = schools.length - 1;
  for (const [place, id] of schools.entries())
    await world.sql(
      `insert into outbox (school_id, kind, payload, due_at) select $1, 'import_stored', jsonb_build_object('import', $2::int),
        case when $3 then $4::timestamptz end from generate_series(1, $5)`,
      [
        id,
        place,
        place === last,
        new Date(world.clock.now().getTime() - 1_000),
        place === last ? 200 : 5,
      ],
      id,
    );
  await jobs.settle();
  expect(order).toHaveLength(120 * 5 + 200);
  // The first batch has the first hundred schools, and the second one those behind it.
  expect(order.indexOf(110)).toBeLessThan(300);
  await jobs.stop();
});

test('schools take turns when a handler runs stored tasks', async () => {
  const order: number[] = [];
  const { stop } = await working('test.turns', undefined, async (task) => void order.push(task));
  await stop();
  for (const [school, count] of [
    [world.school, 20],
    [world.otherSchool, 2],
  ] as const) {
    await world.sql(
      `insert into outbox (school_id, kind, payload, delivered_at)
        select $1, 'import_stored', jsonb_build_object('import', $1::int, 'inTurn', true), now() from generate_series(1, $2)`,
      [school, count],
      school,
    );
    await world.sql(
      `insert into event_tasks (school_id, event_id, handler, run_at)
        select school_id, id, 'test.turns', now() - interval '1 minute' from outbox o where payload = jsonb_build_object('import', $1::int, 'inTurn', true)`,
      [school],
      school,
    );
  }
  await working('test.turns', undefined, async (task) => void order.push(task));
  await expect.poll(() => order.length, { timeout: 60_000 }).toBe(22);
  expect(order.slice(0, 4).filter((school) => school === world.otherSchool)).toHaveLength(2);
});
