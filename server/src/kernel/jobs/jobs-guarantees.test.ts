import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { inWorld } from '../../../test/world.ts';
import { systemClock } from '../clock.ts';
import type { Scope } from '../context.ts';
import { inTransaction } from '../database/database.ts';
import type { SchoolId } from '../ids.ts';
import { openLog } from '../log.ts';
import {
  onEvent,
  onEventsTogether,
  onEventWithNumber,
  type EventHandler,
} from './event-handler.ts';
import { openJobs, type Jobs, type RunOutcome } from './jobs.ts';
import { insertEvent } from './outbox.ts';

const world = inWorld({ ownDatabase: true });

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const sorted = (tasks: readonly number[]): number[] => tasks.toSorted((a, b) => a - b);

/** Starts the event handlers of one server. They need no scope. */
const server = async (
  handlers: readonly EventHandler[],
  { live = true, clock = systemClock as typeof world.clock | typeof systemClock } = {},
): Promise<Jobs & { readonly outcomes: [string, RunOutcome][] }> => {
  const outcomes: [string, RunOutcome][] = [];
  const jobs = await openJobs({
    pool: world.pool,
    log: openLog('silent'),
    clock,
    handlers,
    scopeOf: async () => ({}) as Scope,
    live,
    observe: (...outcome) => void outcomes.push(outcome),
  });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= jobs.stop());
  onTestFinished(stop);
  return { ...jobs, stop, outcomes };
};
const send = (
  tasks: readonly number[],
  dueAt: Date | null = null,
  school: SchoolId = world.school,
): Promise<void> =>
  inTransaction(world.pool, { school }, async (db) => {
    for (const task of tasks)
      await insertEvent(db, school, null, 'import_stored', { import: task }, dueAt);
  });
interface TaskState {
  handler: string;
  attempts: number;
  seconds: number;
  failed: boolean;
  error: string | null;
}
const tasks = (): Promise<TaskState[]> =>
  world.sql<TaskState>(`select handler, attempts, round(extract(epoch from run_at - now()))::int as seconds,
    failed_at is not null as failed, error from event_tasks order by handler, event_id`);
const waiting = async (): Promise<number> =>
  (await world.sql('select from outbox where delivered_at is null')).length;
/** Makes all waiting tasks due. */
const makeDue = () => world.sql(`update event_tasks set run_at = now() where failed_at is null`);

afterEach(async () => {
  await world.sql('delete from outbox');
  await world.sql('delete from outbox', [], world.otherSchool);
});

describe('several servers', () => {
  test('two servers handle 200 events exactly once', { tags: ['soak'] }, async () => {
    const done: number[] = [];
    const handler = onEvent(
      'test.shared',
      'import_stored',
      async (_, { import: task }) => {
        await delay(5);
        done.push(task);
      },
      { concurrency: 2 },
    );
    const servers = await Promise.all([1, 2].map(() => server([handler])));
    await Promise.all(
      numbers(20).map(async (part) => {
        await send(numbers(10).map((n) => part * 10 + n));
        servers[part % 2]?.nudge('import_stored');
      }),
    );
    await expect.poll(() => done.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(200);
    await delay(2_500);
    expect(sorted(done)).toEqual(numbers(200));
    expect([await waiting(), await tasks()]).toEqual([0, []]);
  });

  test(
    'two servers each run one event of the same handler at the same time',
    { tags: ['soak'] },
    async () => {
      let end: () => void = () => undefined;
      const isOver = new Promise<void>((resolve) => (end = resolve));
      const begun: [number, number][] = [];
      const handler = (who: number): EventHandler =>
        onEvent('test.slowly-shared', 'import_stored', async (_, { import: task }) => {
          begun.push([task, who]);
          await isOver;
        });
      await Promise.all([0, 1].map((who) => server([handler(who)])));
      await send([0, 1, 2]);
      await expect.poll(() => begun.length, { timeout: 60_000 }).toBe(2);
      expect(begun.map(([, who]) => who).toSorted()).toEqual([0, 1]);
      end();
      await expect.poll(tasks, { timeout: 60_000 }).toEqual([]);
      expect(sorted(begun.map(([task]) => task))).toEqual([0, 1, 2]);
    },
  );

  const children: ChildProcess[] = [];
  const start = async (...args: readonly (string | number)[]): Promise<ChildProcess> => {
    // Every world creates its pool from an address.
    const url = String((world.pool.raw.options as { connectionString?: string }).connectionString);
    const script = join(import.meta.dirname, '../../../test/killed-handlers.ts');
    const child = spawn(process.execPath, [script, url, ...args.map(String)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await once(child.stdout ?? child, 'data');
    return child;
  };
  const kill = async (child: ChildProcess): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const handled = async (where: string): Promise<number[]> =>
    (
      await world.sql<{ task: number }>(`select distinct task from handled where how = $1`, [where])
    ).map(({ task }) => task);
  const noting = (name: string, options: Pick<EventHandler, 'concurrency' | 'timeoutSeconds'>) =>
    onEvent(
      name,
      'import_stored',
      async (_, { import: task }) => {
        await world.pool.raw.query('insert into handled values ($1, $2)', [task, 'here']);
      },
      options,
    );
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await world.sql('drop table if exists handled');
  });

  test('another server handles all events that a killed server left', async () => {
    await world.pool.raw.query('create table handled (task int, how text)');
    const child = await start('test.killed', 2, 20);
    await send(numbers(200));
    await expect
      .poll(async () => (await handled('there')).length, { timeout: 60_000 })
      .toBeGreaterThan(20);
    await kill(child);
    expect((await handled('there')).length).toBeLessThan(200);
    await server([noting('test.killed', { concurrency: 2 })]);
    const all = async () => new Set([...(await handled('there')), ...(await handled('here'))]).size;
    // Without this, tasks that the killed process held for more than a moment would stay taken for 15 minutes.
    await expect.poll(async () => (await makeDue(), await all()), { timeout: 60_000 }).toBe(200);
  });

  test("another server runs a killed server's task after the handler's time limit", async () => {
    await world.pool.raw.query('create table handled (task int, how text)');
    const child = await start('test.lost', 1, 60_000, 4);
    await send([1]);
    await expect.poll(() => handled('begun'), { timeout: 60_000 }).toEqual([1]);
    await expect.poll(tasks, { timeout: 60_000 }).toMatchObject([{ attempts: 1, error: null }]);
    const since = performance.now();
    await kill(child);
    await server([noting('test.lost', { timeoutSeconds: 4 })]);
    await delay(1_500);
    expect(await handled('here')).toEqual([]);
    await expect.poll(() => handled('here'), { timeout: 60_000 }).toEqual([1]);
    expect(performance.now() - since).toBeGreaterThan(1_500);
    await expect.poll(tasks).toEqual([]);
  });
});

describe('a failing handler', () => {
  test("a failed task stores a cleaned error text if PostgreSQL would reject the original; other events don't wait", async () => {
    const done: number[] = [];
    const jobs = await server(
      [
        onEvent('test.refused', 'import_stored', async (_, { import: task }) => {
          if (task !== 1) return void done.push(task);
          throw new Error(`\0 \ud83d ${'a'.repeat(486)}😀 and more`);
        }),
      ],
      { live: false },
    );
    const stored = `Error:  \ufffd ${'a'.repeat(486)}😀 and more`.slice(0, 500);
    await send([0, 1, 2]);
    // The first run stores a batch, the second a separate task.
    for (const attempts of [1, 2]) {
      await expect(jobs.settle()).rejects.toThrow('and more');
      expect(await tasks()).toMatchObject([{ attempts, error: stored.toWellFormed() }]);
      await makeDue();
    }
    expect(await waiting()).toBe(0);
    expect(sorted(done)).toEqual([0, 2]);
  });

  test("a task retries 5 times with growing delays, then fails for good; other events don't wait for it", async () => {
    const runs = { failing: 0, other: 0 };
    const jobs = await server(
      [
        onEvent('test.failing', 'import_stored', async (_, { import: task }) => {
          if (task !== 1) return;
          runs.failing += 1;
          throw new Error(`No. ${runs.failing}`);
        }),
        onEvent('test.other', 'import_stored', async () => {
          runs.other += 1;
        }),
      ],
      { live: false },
    );
    await send([0, 1, 2]);
    for (const [at, seconds] of [30, 60, 120, 240, 480].entries()) {
      await expect(jobs.settle()).rejects.toThrow(`No. ${at + 1}`);
      const [left, ...more] = await tasks();
      expect(left).toMatchObject({
        handler: 'test.failing',
        attempts: at + 1,
        failed: false,
        error: `Error: No. ${at + 1}`,
      });
      expect(Math.abs((left?.seconds ?? 0) - seconds)).toBeLessThan(5);
      expect([more, await waiting(), runs]).toEqual([[], 0, { failing: at + 1, other: 3 }]);
      // The task isn't due yet.
      await jobs.settle();
      await makeDue();
    }
    await expect(jobs.settle()).rejects.toThrow('No. 6');
    expect(await tasks()).toMatchObject([{ attempts: 6, failed: true, error: 'Error: No. 6' }]);
    await world.sql('update event_tasks set run_at = now()');
    await jobs.settle();
    expect(runs).toEqual({ failing: 6, other: 3 });
    const failing = jobs.outcomes.filter(([name]) => name === 'test.failing');
    expect(failing.map(([, outcome]) => outcome).toSorted()).toEqual([
      'done',
      'done',
      'failed',
      ...numbers(5).map(() => 'retried'),
    ]);
  });

  test('a server deletes a task that succeeds on its first retry', async () => {
    let runs = 0;
    const jobs = await server(
      [
        onEvent('test.second', 'import_stored', async () => {
          if ((runs += 1) === 1) throw new Error('Not yet.');
        }),
      ],
      { live: false },
    );
    await send([1]);
    await expect(jobs.settle()).rejects.toThrow('Not yet.');
    await makeDue();
    await jobs.settle();
    expect([runs, await tasks()]).toEqual([2, []]);
  });

  test('a failed batch runs again one event at a time, so only the failing event stays', async () => {
    const runs: number[][] = [];
    const jobs = await server(
      [
        onEventsTogether('test.together', 'import_stored', async (_, events) => {
          const several = events.map(({ payload }) => payload.import);
          runs.push(several);
          if (several.includes(1)) throw new Error('Not this one.');
        }),
      ],
      { live: false },
    );
    await send([0, 1, 2]);
    await send([7], null, world.otherSchool);
    await expect(jobs.settle()).rejects.toThrow('Not this one.');
    expect(runs.slice(0, 2)).toEqual([[0, 1, 2], [7]]);
    expect(runs.slice(2)).toEqual([[0], [1], [2]]);
    expect(await tasks()).toMatchObject([{ attempts: 1, error: 'Error: Not this one.' }]);
  });

  test("a task fails for good if its last run didn't end", async () => {
    const jobs = await server([onEvent('test.endless', 'import_stored', async () => undefined)], {
      live: false,
    });
    await send([1]);
    await world.sql(`with given as (update outbox set delivered_at = now() returning school_id, id)
      insert into event_tasks (school_id, event_id, handler, run_at, attempts) select school_id, id, 'test.endless', now(), 6 from given`);
    await expect(jobs.settle()).rejects.toThrow('did not end');
    expect(await tasks()).toMatchObject([{ failed: true }]);
  });
});

test('a slow handler delays no other handler and still gets all its events', async () => {
  const done: string[] = [];
  let end: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => (end = resolve));
  const jobs = await server([
    onEvent('test.slow', 'import_stored', async (_, { import: task }) => {
      await isOver;
      done.push(`slow ${task}`);
    }),
    onEvent('test.quick', 'import_stored', async (_, { import: task }) => {
      done.push(`quick ${task}`);
    }),
  ]);
  await send([0, 1]);
  jobs.nudge('import_stored');
  await expect.poll(() => done, { timeout: 60_000 }).toEqual(['quick 0', 'quick 1']);
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
  expect(await tasks()).toMatchObject([
    { handler: 'test.slow', attempts: 1 },
    { handler: 'test.slow', attempts: 0 },
  ]);
  await send([2]);
  jobs.nudge('import_stored');
  await expect.poll(() => done, { timeout: 60_000 }).toContain('quick 2');
  end();
  await expect
    .poll(() => done.filter((one) => one.startsWith('slow')), { timeout: 60_000 })
    .toEqual(['slow 0', 'slow 1', 'slow 2']);
  await expect.poll(tasks, { timeout: 60_000 }).toEqual([]);
});

test("a server stores a task as soon as a slow handler starts, with the handler's time limit", async () => {
  let end: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => (end = resolve));
  const jobs = await server([
    onEvent('test.outside', 'import_stored', () => isOver, { timeoutSeconds: 90 }),
  ]);
  await send([0]);
  jobs.nudge('import_stored');
  await expect.poll(tasks, { interval: 10 }).toMatchObject([{ attempts: 1, failed: false }]);
  const [task] = await tasks();
  expect(Math.abs((task?.seconds ?? 0) - 90)).toBeLessThan(5);
  end();
  await expect.poll(tasks, { timeout: 60_000 }).toEqual([]);
});

test(
  'if a server stops before a handler ends, the task is due again within 35 seconds',
  { tags: ['soak'] },
  async () => {
    const jobs = await server([
      onEvent('test.deaf', 'import_stored', () => delay(20_000, undefined, { ref: false }), {
        timeoutSeconds: 900,
      }),
    ]);
    await send([0]);
    jobs.nudge('import_stored');
    await expect.poll(tasks, { timeout: 60_000 }).toMatchObject([{ attempts: 1 }]);
    await jobs.stop();
    const [task] = await tasks();
    expect(task).toMatchObject({ attempts: 1, error: 'The server has stopped.', failed: false });
    expect(task?.seconds).toBeLessThan(35);
  },
);

test('a due task runs even while new events keep arriving', { tags: ['soak'] }, async () => {
  const runs: number[] = [];
  const jobs = await server([
    onEvent('test.busy', 'import_stored', async (_, { import: task }) => {
      await delay(20);
      if (task === -1 && !runs.includes(-1)) {
        runs.push(-1);
        throw new Error('Once.');
      }
      runs.push(task);
    }),
  ]);
  await send([-1]);
  jobs.nudge('import_stored');
  await expect
    .poll(tasks, { timeout: 60_000 })
    .toMatchObject([{ attempts: 1, error: 'Error: Once.' }]);
  await makeDue();
  for (let n = 0; runs.filter((task) => task === -1).length < 2 && n < 400; n += 1) {
    await send([n, n]);
    jobs.nudge('import_stored');
    await delay(20);
  }
  expect(runs.filter((task) => task === -1)).toHaveLength(2);
});

test('a server handles a scheduled event only when it is due', async () => {
  const done: number[] = [];
  const jobs = await server(
    [onEvent('test.later', 'import_stored', async (_, { import: task }) => void done.push(task))],
    { live: false, clock: world.clock },
  );
  await send([1], new Date(world.clock.now().getTime() + 3_600_000));
  await send([0]);
  await jobs.settle();
  expect([done, await waiting()]).toEqual([[0], 1]);
  world.clock.advance(3_600_000);
  await jobs.settle();
  expect([done, await waiting()]).toEqual([[0, 1], 0]);
});

test(
  "a batching handler waits before it runs, and combines a school's events into one or two runs",
  { tags: ['soak'] },
  async () => {
    const done: [number, number][] = [];
    const jobs = await server([
      onEventWithNumber(
        'test.gathering',
        'import_stored',
        async (_, { schoolId: school, payload }) => void done.push([school, payload.import]),
        { batchSeconds: 2 },
      ),
    ]);
    await send([1, 2]);
    await send([3], null, world.otherSchool);
    jobs.nudge('import_stored');
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
    const written = performance.now();
    await send([4]);
    jobs.nudge('import_stored');
    expect(done).toEqual([]);
    await expect.poll(() => done.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
    expect(performance.now() - written).toBeGreaterThan(500);
    await delay(2_500);
    // An event after half the time gets another run.
    expect(done.filter(([school]) => school === world.otherSchool)).toEqual([
      [world.otherSchool, 3],
    ]);
    expect(done[0]?.[1] === 1 || done[1]?.[1] === 1).toBe(true);
    expect(done.length).toBeLessThanOrEqual(3);
    expect(await tasks()).toEqual([]);
  },
);

test('a server marks an event without a handler as delivered', async () => {
  const jobs = await server([], { live: false });
  await send([1]);
  await jobs.settle();
  expect([await waiting(), jobs.isHandled('import_stored')]).toEqual([0, false]);
});

test('unfinished tasks in the pg-boss queues of an earlier version run', async () => {
  const done: number[] = [];
  await send([0, 1, 2, 3, 4]);
  await world.sql('update outbox set delivered_at = now()');
  await world.pool.raw
    .query(`create schema pgboss; create table pgboss.job (name text, data jsonb, state text,
    start_after timestamptz default now(), started_on timestamptz, expire_seconds int default 900)`);
  onTestFinished(async () => void (await world.pool.raw.query('drop schema pgboss cascade')));
  const events = await world.sql<{ id: number; task: number }>(
    `select id, (payload ->> 'import')::int as task from outbox order by id`,
  );
  const states = ['created', 'retry', 'active', 'active', 'completed'];
  for (const [n, { id, task }] of events.entries())
    await world.pool.raw.query(
      `insert into pgboss.job (name, data, state, started_on) values ('test.former', $1, $2, now() - $3 * interval '1 minute')`,
      [
        JSON.stringify({
          schoolId: world.school,
          id,
          kind: 'import_stored',
          payload: { import: task },
        }),
        states[n],
        // The second running task has exceeded its time limit.
        n === 3 ? 20 : 1,
      ],
    );
  const jobs = await server(
    [onEvent('test.former', 'import_stored', async (_, { import: task }) => void done.push(task))],
    { live: false },
  );
  await jobs.settle();
  expect(sorted(done)).toEqual([0, 1, 3]);
  expect(await tasks()).toEqual([]);
  const { rows } = await world.pool.raw.query('select state from pgboss.job order by state');
  expect(rows).toEqual([{ state: 'active' }, { state: 'completed' }]);
});
