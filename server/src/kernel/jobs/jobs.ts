import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Scope } from '../context.ts';
import type { Db, Pool } from '../database/database.ts';
import { schoolId, type SchoolId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { EventHandler } from './event-handler.ts';
import {
  moveQueuedTasks,
  deleteTask,
  dueTasksSql,
  errorText,
  eventBatchSize,
  inRelayTransaction,
  withRelay,
  selectEvent,
  selectDue,
  updateDelivered,
  updateFailedTask,
  waitingSql,
  type EventRow,
  type WaitingRow,
  type DelayedTask,
  type TaskRow,
} from './event-store.ts';
import {
  freeSlots,
  openHandlerQueue,
  startTask,
  type HandlerQueue,
  type Task,
} from './handler-queues.ts';
import type { EventKind, OutboxEvent } from './outbox.ts';
import { furthestSchool, inTurn } from './school-turns.ts';

/** Event handlers of one process. */
export interface Jobs {
  /** Announces that an event of this kind will be in the outbox soon. */
  nudge(kind: EventKind): void;
  /** Returns whether any handler takes events of this kind. */
  isHandled(kind: EventKind): boolean;
  /** Runs everything that waits, immediately. For tests and for an orderly stop. */
  settle(): Promise<void>;
  /** Runs one handler of an event again, in any state. For tests. */
  repeat(handler: string, school: SchoolId, event: number): Promise<void>;
  stop(): Promise<void>;
}

/** The outcome of a handler's run. */
export type RunOutcome = 'done' | 'retried' | 'failed';

/** Milliseconds between checks for due events without a nudge, because another process can have written events or died. */
const pollMs = 2_000;
/** Milliseconds between a nudge and the check. The nudge precedes its commit. */
const nudgeMs = 20;
/** Milliseconds after a nudge for which only handlers with `batchSeconds` wait. */
const batchNudgeMs = 1_000;
/** Milliseconds that a batch of events waits for its handlers. Longer runs become separate tasks. */
const batchMs = 1_000;
/** Maximum concurrent batches of a process. */
const batchesMax = 2;
/** Time limit of a handler without its own, in seconds. */
const runSeconds = 900;
/** Seconds before each retry of a failed task. */
const retryDelays = [30, 60, 120, 240, 480];
/** Milliseconds between checks for tasks in the queues of an earlier version. */
const moveMs = 60_000;
/** Milliseconds that a stop waits for running tasks. */
const stopTimeoutMs = 5_000;

const eventOf = ({
  school_id: school,
  id,
  kind,
  created_at: at,
  payload,
  origin,
}: EventRow): OutboxEvent =>
  // `emit()` wrote the row.
  ({ schoolId: school, id, kind, at, payload, origin }) as OutboxEvent;

/** For handlers with `batchSeconds`: the schools with a waiting task, as far as this process knows. */
interface Batching {
  /** Returns the seconds after which a task for an event starts, or null if a waiting task will include the event. */
  readonly wait: (name: string, school: number, seconds: number) => number | null;
  /** Forgets everything, because the tasks weren't stored. */
  readonly forget: () => void;
}

/**
 * Forgets each task after half its delay, so that the events it was waiting for are committed before it runs. Several processes can each
 * store one.
 */
const openBatching = (): Batching => {
  const until = new Map<string, number>();
  return {
    wait: (name, school, seconds) => {
      const key = `${name} ${school}`;
      const now = performance.now();
      if ((until.get(key) ?? 0) > now) return null;
      until.set(key, now + (seconds * 1000) / 2);
      return seconds;
    },
    forget: () => until.clear(),
  };
};

/**
 * Starts the event handlers. `live: false` starts nothing, and work runs only in `settle()`. A handler that fails is retried 5 times with
 * growing delays (30 s, 1 min, …).
 *
 * A transaction holds a batch of events while its handlers run, and marks them as delivered at the end. Until then, no other process takes
 * them, and if the process is killed, all of them run again. A run that takes long, fails or has to wait becomes a row of `event_tasks`,
 * which a process takes for a limited time.
 */
export const openJobs = async (options: {
  pool: Pool;
  log: Log;
  clock: Clock;
  handlers: readonly EventHandler[];
  scopeOf: (school: SchoolId, origin: string) => Promise<Scope>;
  live: boolean;
  observe?: (handler: string, outcome: RunOutcome) => void;
}): Promise<Jobs> => {
  const { pool, log, clock, handlers, scopeOf, live, observe = () => undefined } = options;
  const queues = new Map(handlers.map((handler) => [handler.name, openHandlerQueue(handler)]));
  const byKind = new Map<EventKind, HandlerQueue[]>();
  for (const queue of queues.values())
    for (const kind of queue.handler.on) byKind.set(kind, [...(byKind.get(kind) ?? []), queue]);
  const stopping = new AbortController();
  const batching = openBatching();
  /** Running tasks that have a row, with the promise that their result is stored. */
  const working = new Map<Promise<void>, TaskRow>();
  /** Errors since the last `settle()`. */
  const failures: unknown[] = [];

  const noteEnd = (
    name: string,
    event: { id: number; schoolId: number },
    task: Task,
    isLast: boolean,
  ) => {
    const outcome = task.state === 'done' ? 'done' : isLast ? 'failed' : 'retried';
    observe(name, outcome);
    if (outcome === 'done') return;
    if (!live) failures.push(task.error);
    const found = { err: task.error, handler: name, event: event.id, school: event.schoolId };
    if (isLast) log.error(found, 'an event handler has failed permanently');
    else log.warn(found, 'an event handler has failed and will run again');
  };

  /** Reads each school once per batch. */
  const openScopes = () => {
    const schools = new Map<number, Promise<Scope>>();
    return async (school: number, origin: string | null): Promise<Scope> => {
      const found = schools.get(school) ?? scopeOf(schoolId(school), '');
      schools.set(school, found);
      return { ...(await found), origin: origin ?? '' };
    };
  };
  const start = (
    queue: HandlerQueue,
    events: readonly [OutboxEvent, ...OutboxEvent[]],
    scopes: ReturnType<typeof openScopes>,
  ): Task => {
    const [first, ...more] = events;
    const { run, runTogether } = queue.handler;
    const task = startTask(queue, events, async () => {
      const scope = await scopes(first.schoolId, first.origin);
      if (more.length > 0 && runTogether !== undefined) await runTogether(scope, events);
      else await run(scope, first, stopping.signal);
    });
    // Once its queue has a free slot, which is a moment later, stored tasks run before new ones.
    void task.ended.then(() =>
      setImmediate(() => {
        if (queue.hasStoredTasks) takeTasks();
      }),
    );
    return task;
  };

  /** Deletes the task's row when it has finished, or schedules the retry of a failed task. */
  const follow = (task: Task, row: TaskRow): Promise<void> => {
    const write = async () => {
      await task.ended;
      const pause = retryDelays[row.attempts - 1] ?? null;
      noteEnd(row.handler, { id: row.id, schoolId: row.school_id }, task, pause === null);
      await withRelay(pool, (db) =>
        task.state === 'done'
          ? deleteTask(db, row)
          : updateFailedTask(db, row, errorText(task.error), pause),
      );
    };
    const written = write()
      // Another process runs it again after its time limit.
      .catch((error: unknown) => log.error({ err: error, handler: row.handler }, 'event task'))
      .finally(() => working.delete(written));
    working.set(written, row);
    return written;
  };

  const delayedTasksOf = (task: Task): DelayedTask[] => {
    const { queue, events, state, error } = task;
    const { name: handler, timeoutSeconds: seconds = runSeconds } = queue.handler;
    const keep = (kept: Pick<DelayedTask, 'attempts' | 'seconds' | 'error'>): DelayedTask[] =>
      events.map(({ schoolId: school, id: event }) => ({ school, event, handler, ...kept }));
    if (state === 'running') return keep({ attempts: 1, seconds, error: null });
    if (state === 'waiting') return keep({ attempts: 0, seconds: 0, error: null });
    if (state !== 'failed') return [];
    // When a run for several events fails, each event then runs alone, which shows the one that fails.
    if (events.length > 1) return keep({ attempts: 0, seconds: 0, error: null });
    return keep({ attempts: 1, seconds: retryDelays[0] ?? 0, error: errorText(error) });
  };

  /** Starts the handlers of events. Returns the running tasks, and those to store. */
  const startAll = (rows: readonly EventRow[]): { tasks: Task[]; kept: DelayedTask[] } => {
    const scopes = openScopes();
    const tasks: Task[] = [];
    const kept: DelayedTask[] = [];
    const together = new Map<
      string,
      { queue: HandlerQueue; events: [OutboxEvent, ...OutboxEvent[]] }
    >();
    const batched = new Set<string>();
    for (const row of inTurn(rows)) {
      const event = eventOf(row);
      for (const queue of byKind.get(row.kind) ?? []) {
        const { name: handler, batchSeconds, runTogether } = queue.handler;
        const key = `${handler} ${row.school_id} ${row.origin}`;
        const known = together.get(key);
        const keep = (seconds: number) =>
          kept.push({
            school: row.school_id,
            event: row.id,
            handler,
            attempts: 0,
            seconds,
            error: null,
          });
        if (batchSeconds !== undefined && live) {
          const seconds = batching.wait(handler, row.school_id, batchSeconds);
          if (seconds !== null) keep(seconds);
        } else if (batchSeconds !== undefined) {
          // One run covers all events of a batch, as it covers those within `batchSeconds`.
          if (!batched.has(key)) tasks.push(start(queue, [event], scopes));
          batched.add(key);
        } else if (queue.hasStoredTasks) keep(0);
        else if (runTogether === undefined) tasks.push(start(queue, [event], scopes));
        else if (known !== undefined) known.events.push(event);
        else together.set(key, { queue, events: [event] });
      }
    }
    for (const { queue, events } of together.values()) tasks.push(start(queue, events, scopes));
    return { tasks, kept };
  };

  /** The last school of a batch that didn't reach the end of the schools. The next batch continues behind it. */
  let lastSchool = 0;
  const takeWaiting = async (db: Db): Promise<{ rows: WaitingRow[]; hasMore: boolean }> => {
    const after = lastSchool;
    const { rows } = await waitingSql(clock.now(), after).execute(db);
    // Scheduled events are of any school, so they don't tell how far the batch got.
    const schools = new Set(rows.flatMap((row) => (row.isScheduled ? [] : [row.school_id])));
    lastSchool = schools.size >= eventBatchSize ? Math.max(...schools) : 0;
    if (rows.length === 0 && after > 0) return takeWaiting(db);
    // The schools up to `after` can have more events, which this batch didn't look at.
    return {
      rows,
      hasMore: after > 0 || lastSchool > 0 || rows.some(({ hasMore }) => hasMore),
    };
  };

  /** Takes waiting events and runs their handlers. Returns the number of events. Calls `onTaken` before the handlers run. */
  const runBatch = (onTaken: (hasMore: boolean) => void = () => undefined): Promise<number> =>
    inRelayTransaction(pool, async (db, commit) => {
      let tasks: Task[] = [];
      try {
        const { rows, hasMore } = await takeWaiting(db);
        onTaken(hasMore);
        if (rows.length > 0) {
          const started = startAll(rows);
          tasks = started.tasks;
          const isAwaited = ({ queue }: Task) => queue.handler.timeoutSeconds === undefined;
          const over = new AbortController();
          await Promise.race([
            Promise.all(tasks.filter(isAwaited).map(({ ended }) => ended)),
            delay(batchMs, undefined, { signal: over.signal }).catch(() => undefined),
          ]);
          over.abort();
          const kept = [...started.kept, ...tasks.flatMap(delayedTasksOf)];
          const running = tasks.filter(({ state }) => state === 'running');
          const ended = tasks.filter(({ state }) => state === 'done' || state === 'failed');
          leave(tasks);
          await Promise.all([updateDelivered(db, rows, kept), commit()]);
          scheduleDelayed(kept);
          for (const task of ended)
            for (const event of task.events)
              if (task.state === 'done' || task.events.length === 1)
                noteEnd(task.queue.handler.name, event, task, false);
          for (const task of running) followAll(task, rows);
        } else await commit();
        return rows.length;
      } catch (error) {
        // The events run again, with all their handlers.
        leave(tasks);
        batching.forget();
        throw error;
      }
    });
  const leave = (tasks: readonly Task[]): void => {
    for (const task of tasks) if (task.state === 'waiting') task.state = 'left';
  };
  const followAll = (task: Task, rows: readonly EventRow[]): void => {
    const ids = new Set(task.events.map(({ id }) => id));
    for (const row of rows)
      if (ids.has(row.id))
        void follow(task, { ...row, handler: task.queue.handler.name, attempts: 1 });
  };

  /** Takes stored tasks when they are due. */
  const scheduleDelayed = (kept: readonly DelayedTask[]): void => {
    for (const { handler, attempts, seconds } of kept) {
      const queue = queues.get(handler);
      if (queue === undefined) continue;
      if (seconds === 0) queue.hasStoredTasks = true;
      else if (attempts === 0 && live && !stopping.signal.aborted) {
        const timer = setTimeout(() => {
          timers.delete(timer);
          takeTasks();
        }, seconds * 1000);
        timers.add(timer);
      }
    }
    if (kept.some(({ seconds }) => seconds === 0)) takeTasks();
  };
  const timers = new Set<NodeJS.Timeout>();

  /** Takes due tasks for the free slots. Returns promises that resolve when the tasks have ended. */
  const takeOnce = async (): Promise<readonly Promise<void>[]> => {
    const rooms = [...queues.values()].map((queue) => ({ queue, free: freeSlots(queue) }));
    const open = rooms.filter(({ free }) => free > 0);
    if (open.length === 0) return [];
    const { rows } = await withRelay(pool, (db) =>
      dueTasksSql(
        open.map(({ queue, free }) => ({
          name: queue.handler.name,
          free,
          seconds: queue.handler.timeoutSeconds ?? runSeconds,
          after: queue.lastSchool,
        })),
      ).execute(db),
    );
    const scopes = openScopes();
    for (const { queue, free } of open) {
      const taken = rows.filter(({ handler }) => handler === queue.handler.name);
      queue.hasStoredTasks = taken.length > 0;
      queue.lastSchool = furthestSchool(taken, queue.lastSchool);
      // A school gets half of the slots at a time, so there can be more.
      if (taken.length > 0 && taken.length < free) isTakenAgain = true;
    }
    return rows.flatMap((row) => {
      const queue = queues.get(row.handler);
      if (queue === undefined) return [];
      const isOver = row.attempts > retryDelays.length + 1;
      const task = isOver
        ? startTask(queue, [], () => Promise.reject(new Error('The last run did not end.')))
        : start(queue, [eventOf(row)], scopes);
      return [follow(task, row)];
    });
  };
  let taking: Promise<unknown> | undefined;
  let isTakenAgain = false;
  const takeTasks = (): void => {
    if (!live || stopping.signal.aborted) return;
    isTakenAgain = taking !== undefined;
    taking ??= takeOnce()
      .catch((error: unknown) => log.error({ err: error }, 'event tasks'))
      .finally(() => {
        taking = undefined;
        if (isTakenAgain) takeTasks();
      });
  };

  const batches = new Set<Promise<void>>();
  let isAskedAgain = false;
  const takeEvents = (): void => {
    if (stopping.signal.aborted) return;
    if (batches.size >= batchesMax) {
      isAskedAgain = true;
      return;
    }
    const ran = runBatch((hasMore) => {
      if (hasMore) takeEvents();
    })
      .then(
        () => undefined,
        (error: unknown) => log.error({ err: error }, 'outbox'),
      )
      .finally(() => {
        batches.delete(ran);
        if (!isAskedAgain) return;
        isAskedAgain = false;
        takeEvents();
      });
    batches.add(ran);
  };
  const poll = async (): Promise<void> => {
    const due = await withRelay(pool, (db) => selectDue(db, clock.now()));
    if (due.hasEvents) takeEvents();
    for (const handler of due.handlers) {
      const queue = queues.get(handler);
      if (queue !== undefined) queue.hasStoredTasks = true;
    }
    if (due.handlers.length > 0) takeTasks();
  };
  const moveTasks = async (): Promise<void> => {
    const moved = await moveQueuedTasks(pool);
    if (moved === null) clearInterval(moving);
    else if (moved > 0) {
      log.info({ tasks: moved }, 'moved tasks from the queues of an earlier version');
      takeTasks();
    }
  };
  const logged = (work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => log.error({ err: error }, 'outbox'));
  const polling = live ? setInterval(logged(poll), pollMs) : undefined;
  const moving = live ? setInterval(logged(moveTasks), moveMs) : undefined;
  await moveQueuedTasks(pool);
  if (live) logged(poll)();

  const isAwaited = (kind: EventKind): boolean =>
    byKind.get(kind)?.some(({ handler }) => handler.batchSeconds === undefined) ?? false;
  let nudged: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;

  return {
    nudge: (kind) => {
      if (!live || !byKind.has(kind)) return;
      const wait = isAwaited(kind) ? nudgeMs : batchNudgeMs;
      const at = performance.now() + wait;
      if (nudged !== undefined && nudged.at <= at) return;
      clearTimeout(nudged?.timer);
      const timer = setTimeout(() => {
        nudged = undefined;
        takeEvents();
      }, wait);
      nudged = { at, timer };
    },
    isHandled: (kind) => byKind.has(kind),
    settle: async () => {
      for (;;) {
        const events = await runBatch();
        await Promise.all(working.keys());
        const tasks = await takeOnce();
        await Promise.all(working.keys());
        if (events + tasks.length === 0) break;
      }
      const [failure] = failures.splice(0);
      if (failure !== undefined) throw failure;
    },
    repeat: async (name, school, id) => {
      const [queue, row] = [
        queues.get(name),
        await withRelay(pool, (db) => selectEvent(db, school, id)),
      ];
      if (queue === undefined || row === undefined) throw new Error(`no ${name} of event ${id}`);
      await queue.handler.run(
        await openScopes()(school, row.origin),
        eventOf(row),
        stopping.signal,
      );
    },
    stop: async () => {
      stopping.abort(new Error('The server has stopped.'));
      clearInterval(polling);
      clearInterval(moving);
      clearTimeout(nudged?.timer);
      for (const timer of timers) clearTimeout(timer);
      await Promise.all([...batches, taking]);
      await Promise.race([
        Promise.all(working.keys()),
        delay(stopTimeoutMs, undefined, { ref: false }),
      ]);
      // Other processes can soon take the tasks that haven't ended.
      for (const row of working.values())
        await withRelay(pool, (db) =>
          updateFailedTask(db, row, 'The server has stopped.', retryDelays[0] ?? 0),
        );
    },
  };
};
