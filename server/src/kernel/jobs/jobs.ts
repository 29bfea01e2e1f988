import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Clock } from '../clock.ts';
import type { Scope } from '../context.ts';
import type { Pool } from '../database/database.ts';
import { schoolId, type SchoolId } from '../ids.ts';
import type { Log } from '../log.ts';
import { relayRole } from '../database/migrate.ts';
import type { EventKind, OutboxEvent } from './outbox.ts';
import type { EventHandler } from './event-handler.ts';

/** Outbox relay and job workers of one process. */
export interface Jobs {
  /** An event of this kind will be waiting in the outbox soon. */
  nudge(kind: EventKind): void;
  /** Relays and runs everything that waits, here and now; for tests and for an orderly stop. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

interface Task {
  readonly schoolId: number;
  readonly id: number;
  readonly kind: EventKind;
  /** Instant, ISO 8601. */
  readonly at: string;
  readonly payload: unknown;
  /** Missing in tasks of before. */
  readonly origin?: string | null;
}

/** How often the outbox and an empty queue are looked at when nobody has nudged: another process may have written. */
const pollMs = 2_000;
/** A nudge comes before the commit it announces; this is how long the relay gives it. */
const nudgeMs = 20;
/** The same where nobody waits: no reaction, or only those that gather, which rest anyway. A relay costs as much as a message. */
const unhurriedMs = 1_000;
/** How often one of several workers of a queue looks by itself: the first of them looks as often as the relay. */
const spareMs = 10_000;
const batch = 100;

/** The product's own pool, so that one process has one set of connections. */
const poolForBoss = (pool: Pool) => ({
  // As it comes: for several statements in one text that is a list of results, which pg-boss unwraps itself.
  executeSql: (text: string, values?: unknown[]) => pool.raw.query(text, values),
});

/** What is due and waits: what was due always first, then by when it was due, which is how the index has it. */
export const waitingSql = (now: Date) => sql`select school_id, id from outbox
  where delivered_at is null and coalesce(due_at, '-infinity'::timestamptz) <= ${now}
  order by coalesce(due_at, '-infinity'::timestamptz), id limit ${batch} for update skip locked`;

/** For reactions that gather: for which schools a task of theirs waits, as far as this process knows. */
interface Batching {
  /** Seconds after which a task for an event starts; null: one that waits will find the event. */
  readonly wait: (name: string, school: number, seconds: number | undefined) => number | null;
  /** What was sent is not there. */
  readonly forget: () => void;
}

/**
 * A task is forgotten well before it starts: whatever the relay moves until then has been committed by the time it runs. Several
 * processes may each send one.
 */
const openBatching = (): Batching => {
  const until = new Map<string, number>();
  return {
    wait: (name, school, seconds) => {
      if (seconds === undefined) return 0;
      const key = `${name} ${school}`;
      const now = performance.now();
      if ((until.get(key) ?? 0) > now) return null;
      until.set(key, now + (seconds * 1000) / 2);
      return seconds;
    },
    forget: () => until.clear(),
  };
};
/** Tests run everything at once. */
const noBatching: Batching = { wait: () => 0, forget: () => undefined };

/** Moves waiting events into the queues of their reactions, in one transaction; answers how many, and how many tasks each queue has more. */
const relayOnce = (
  pool: Pool,
  boss: PgBoss,
  now: Date,
  byKind: ReadonlyMap<EventKind, readonly EventHandler[]>,
  batching: Batching,
): Promise<{ moved: number; sent: ReadonlyMap<string, number> }> =>
  pool.kysely.connection().execute(async (db) => {
    await sql.raw(`begin; set local role ${relayRole}`).execute(db);
    try {
      const { rows } = await sql<{
        school_id: number;
        id: number;
        kind: EventKind;
        created_at: Date;
        payload: unknown;
        origin: string | null;
      }>`
        update outbox o set delivered_at = now() from (${waitingSql(now)}) as waiting
        where o.school_id = waiting.school_id and o.id = waiting.id
        returning o.school_id, o.id, o.kind, o.created_at, o.payload, o.origin`.execute(db);
      await sql.raw('reset role').execute(db);
      const sent = new Map<string, number>();
      for (const event of rows.toSorted((a, b) => a.id - b.id)) {
        for (const { name, seconds, batchSeconds } of byKind.get(event.kind) ?? []) {
          const wait = batching.wait(name, event.school_id, batchSeconds);
          if (wait === null) continue;
          const { school_id: school, id, kind, created_at: at, payload, origin } = event;
          const task = {
            schoolId: school,
            id,
            kind,
            at: at.toISOString(),
            payload,
            origin,
          } satisfies Task;
          await boss.send(name, task, {
            db: fromKysely(db),
            ...(seconds !== undefined && { expireInSeconds: seconds }),
            ...(wait > 0 && { startAfter: wait }),
          });
          sent.set(name, (sent.get(name) ?? 0) + 1);
        }
      }
      await sql.raw('commit').execute(db);
      return { moved: rows.length, sent };
    } catch (error) {
      batching.forget();
      await sql
        .raw('rollback')
        .execute(db)
        .catch(() => undefined);
      throw error;
    }
  });

/**
 * Workers of this process. Each takes one task after another, so that a slow one holds up nobody else's; pg-boss's own
 * `localConcurrency` does the same, but wakes only the first of them, and each would rest between two tasks.
 */
const openWorkers = (boss: PgBoss) => {
  const byQueue = new Map<string, { id: string; isBusy: boolean }[]>();
  return {
    start: async (
      name: string,
      many: number,
      work: (task: Task) => Promise<void>,
    ): Promise<void> => {
      const started: { id: string; isBusy: boolean }[] = [];
      byQueue.set(name, started);
      for (let n = 0; n < many; n += 1) {
        const me = { id: '', isBusy: false };
        me.id = await boss.work<Task>(
          name,
          { pollingIntervalSeconds: (n === 0 ? pollMs : spareMs) / 1000 },
          async (jobs) => {
            me.isBusy = true;
            try {
              for (const { data } of jobs) await work(data);
            } finally {
              me.isBusy = false;
              // Where one waited another may wait: it looks again without a rest.
              boss.notifyWorker(me.id);
            }
          },
        );
        started.push(me);
      }
    },
    /** So many tasks have come: as many of those at rest look at once. */
    wake: (name: string, count: number): void => {
      const atRest = (byQueue.get(name) ?? []).filter(({ isBusy }) => !isBusy);
      for (const { id } of atRest.slice(0, count)) boss.notifyWorker(id);
    },
  };
};

/**
 * Starts relay and workers. `live: false` starts neither: work then runs in `settle()` only.
 * A failed job is tried again 5 times with growing pauses (30 s, 1 min, …).
 */
export const openJobs = async (options: {
  pool: Pool;
  log: Log;
  clock: Clock;
  handlers: readonly EventHandler[];
  scopeOf: (school: SchoolId, origin: string) => Promise<Scope>;
  live: boolean;
}): Promise<Jobs> => {
  const { pool, log, clock, handlers, scopeOf, live } = options;
  const boss = new PgBoss({
    db: poolForBoss(pool),
    supervise: live,
    schedule: false,
    useListenNotify: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  await boss.start();
  const byKind = new Map<EventKind, EventHandler[]>();
  for (const one of handlers)
    for (const kind of one.on) byKind.set(kind, [...(byKind.get(kind) ?? []), one]);
  const made = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const { name } of handlers) {
    if (!made.has(name))
      await boss.createQueue(name, { retryLimit: 5, retryDelay: 30, retryBackoff: true });
  }
  const stopping = new AbortController();
  const batching = live ? openBatching() : noBatching;
  const run = async (one: EventHandler, task: Task): Promise<void> => {
    const origin = task.origin ?? null;
    const scope = await scopeOf(schoolId(task.schoolId), origin ?? '');
    // The task was made of an event that emit() has written.
    await one.run(
      scope,
      { ...task, origin, at: new Date(task.at) } as OutboxEvent,
      stopping.signal,
    );
  };
  /** One after another, or side by side; all have ended when the first failure is told. */
  const runAll = async (one: EventHandler, tasks: readonly Task[]): Promise<void> => {
    if (one.atOnce === undefined) {
      for (const task of tasks) await run(one, task);
      return;
    }
    const ended = await Promise.allSettled(tasks.map((task) => run(one, task)));
    for (const result of ended) if (result.status === 'rejected') throw result.reason;
  };

  const workers = openWorkers(boss);
  let relaying: Promise<void> = Promise.resolve();
  const relay = (): Promise<void> => {
    relaying = relaying
      .then(async () => {
        for (;;) {
          const { moved, sent } = await relayOnce(pool, boss, clock.now(), byKind, batching);
          for (const [name, count] of sent) workers.wake(name, count);
          if (moved < batch) return;
        }
      })
      .catch((error: unknown) => log.error({ err: error }, 'outbox relay'));
    return relaying;
  };
  const isAwaited = (kind: EventKind): boolean =>
    byKind.get(kind)?.some(({ batchSeconds }) => batchSeconds === undefined) ?? false;
  let nudged: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;
  const poll = live ? setInterval(() => void relay(), pollMs) : undefined;
  if (live)
    for (const one of handlers)
      await workers.start(one.name, one.atOnce ?? 1, (task) => run(one, task));

  /** Names of the queues in which something waits, in one statement: most of them are empty. */
  const selectWaiting = async (): Promise<ReadonlySet<string>> => {
    const { rows } = await pool.raw.query<{ name: string }>(
      "select distinct name from pgboss.job where state in ('created', 'retry')",
    );
    return new Set(rows.map(({ name }) => name));
  };
  const settle = async (): Promise<void> => {
    for (;;) {
      await relay();
      let worked = 0;
      const waiting = await selectWaiting();
      for (const one of handlers.filter(({ name }) => waiting.has(name))) {
        const jobs = await boss.fetch<Task>(one.name, { batchSize: batch });
        if (jobs.length === 0) continue;
        worked += jobs.length;
        await runAll(
          one,
          jobs.map(({ data }) => data),
        );
        await boss.complete(
          one.name,
          jobs.map(({ id }) => id),
        );
      }
      if (worked === 0) return;
    }
  };
  return {
    nudge: (kind) => {
      if (!live) return;
      const wait = isAwaited(kind) ? nudgeMs : unhurriedMs;
      const at = performance.now() + wait;
      if (nudged !== undefined && nudged.at <= at) return;
      clearTimeout(nudged?.timer);
      const timer = setTimeout(() => {
        nudged = undefined;
        void relay();
      }, wait);
      nudged = { at, timer };
    },
    settle,
    stop: async () => {
      stopping.abort(new Error('The server has stopped.'));
      clearInterval(poll);
      clearTimeout(nudged?.timer);
      await relaying;
      await boss.stop({ graceful: true, timeout: 5_000, close: false });
    },
  };
};
