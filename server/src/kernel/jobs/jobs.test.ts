import { expect, onTestFinished, test } from 'vitest';
import { inWorld } from '../../../test/world.ts';
import type { Scope } from '../context.ts';
import { inTransaction } from '../database/database.ts';
import { waitingSql } from './event-store.ts';
import { openJobs } from './jobs.ts';
import { openLog } from '../log.ts';
import { relayRole } from '../database/row-security.ts';
import { insertEvent } from './outbox.ts';
import { onEvent, type EventHandler } from './event-handler.ts';

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

test('tasks of a queue follow each other without a pause, one at a time', async () => {
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

test('a slow task does not delay others', async () => {
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

test('a failing task does not affect others', async () => {
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

test('a stop aborts the signal of running tasks, and waits for them', async () => {
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

test('due tasks are read from an index, regardless of the number of other tasks', async () => {
  await world.sql(
    `insert into outbox (school_id, kind, payload, due_at) select $1, 'import_stored', '{"import": 1}', now() + n * interval '1 hour'
      from generate_series(1, 5000) as n`,
    [world.school],
  );
  await world.sql('analyze outbox');
  const { sql: text, parameters } = waitingSql(world.clock.now()).compile(world.pool.kysely);
  const client = await world.pool.raw.connect();
  try {
    await client.query(`begin; set local role ${relayRole}`);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, timing off, summary off) ${text}`,
      [...parameters],
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using outbox_waiting .*\n\s+Index Cond: \(COALESCE\(due_at/);
    expect(plan).not.toMatch(/Rows Removed|Sort/);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
