import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Scope } from '../context.ts';
import type { Pool } from '../database/database.ts';
import { schoolId, type SchoolId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { EventHandler } from './event-handler.ts';
import {
  adoptQueuedTasks,
  deleteTask,
  errorText,
  eventBatchSize,
  withRelay,
  selectEvent,
  selectDue,
  takeDueTasks,
  updateDelivered,
  updateFailedTask,
  waitingSql,
  type EventRow,
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

/** Event handlers of one process. */
export interface Jobs {
  /** An event of this kind will be waiting in the outbox soon. */
  nudge(kind: EventKind): void;
  /** Whether any handler takes events of this kind. */
  isHandled(kind: EventKind): boolean;
  /** Runs everything that waits, here and now; for tests and for an orderly stop. */
  settle(): Promise<void>;
  /** Runs one handler of an event once more, whatever became of it; for tests. */
  repeat(handler: string, school: SchoolId, event: number): Promise<void>;
  stop(): Promise<void>;
}

/** What became of a handler's work on an event. */
export type RunOutcome = 'done' | 'retried' | 'failed';

/** How often it is looked whether something is due when nobody has nudged: another process may have written, or died. */
const pollMs = 2_000;
/** A nudge comes before the commit it announces; this is how long that is given. */
const nudgeMs = 20;
/** The same where nobody waits: only handlers that gather, which rest anyway. */
const unhurriedMs = 1_000;
/** How long a batch of events waits for its handlers, in milliseconds. What takes longer is kept as a task of its own. */
const batchMs = 1_000;
/** Batches of one process at once. */
const batchesMax = 2;
/** Seconds of a handler that says none. */
const runSeconds = 900;
/** Seconds until a task that has failed is run again, the first, second, … time. */
const pauses = [30, 60, 120, 240, 480];
/** How often it is looked for what an earlier version has left in its queues. */
const adoptMs = 60_000;
/** How long a stop waits for what is at work. */
const stopMs = 5_000;

const eventOf = ({
  school_id: school,
  id,
  kind,
  created_at: at,
  payload,
  origin,
}: EventRow): OutboxEvent =>
  // The row was written by emit().
  ({ schoolId: school, id, kind, at, payload, origin }) as OutboxEvent;

/** For handlers that gather: for which schools a task of theirs waits, as far as this process knows. */
interface Batching {
  /** Seconds after which a task for an event starts; null: one that waits will find the event. */
  readonly wait: (name: string, school: number, seconds: number) => number | null;
  /** What was to be kept is not there. */
  readonly forget: () => void;
}

/**
 * A task is forgotten well before it starts: whatever is taken until then has been committed by the time it runs. Several
 * processes may each keep one.
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
 * Starts the event handlers. `live: false` starts nothing: work then runs in `settle()` only.
 * A handler that fails is run again 5 times with growing pauses (30 s, 1 min, …).
 *
 * A batch of events is held by a transaction while its handlers run, and marked as delivered at its end: nobody else takes them
 * meanwhile, and all of them come again where the process is killed. What takes longer than a moment, fails or has to wait becomes
 * a row of `event_tasks`, which is taken for a while instead of held.
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
  const lanes = new Map(handlers.map((handler) => [handler.name, openHandlerQueue(handler)]));
  const byKind = new Map<EventKind, HandlerQueue[]>();
  for (const lane of lanes.values())
    for (const kind of lane.handler.on) byKind.set(kind, [...(byKind.get(kind) ?? []), lane]);
  const stopping = new AbortController();
  const batching = openBatching();
  /** Tasks that have a row and are at work here, with what is written down at their end. */
  const working = new Map<Promise<void>, TaskRow>();
  /** What went wrong since a `settle()` has last told. */
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
    if (isLast) log.error(found, 'an event handler has failed for good');
    else log.warn(found, 'an event handler has failed and is run again');
  };

  /** Schools are read once a batch. */
  const openScopes = () => {
    const schools = new Map<number, Promise<Scope>>();
    return async (school: number, origin: string | null): Promise<Scope> => {
      const found = schools.get(school) ?? scopeOf(schoolId(school), '');
      schools.set(school, found);
      return { ...(await found), origin: origin ?? '' };
    };
  };
  const start = (
    lane: HandlerQueue,
    events: readonly [OutboxEvent, ...OutboxEvent[]],
    scopes: ReturnType<typeof openScopes>,
  ): Task => {
    const [first, ...more] = events;
    const { run, runTogether } = lane.handler;
    const task = startTask(lane, events, async () => {
      const scope = await scopes(first.schoolId, first.origin);
      if (more.length > 0 && runTogether !== undefined) await runTogether(scope, events);
      else await run(scope, first, stopping.signal);
    });
    // Where its lane has room again, which it has a moment later, what was kept comes first.
    void task.ended.then(() =>
      setImmediate(() => {
        if (lane.hasKept) takeTasks();
      }),
    );
    return task;
  };

  /** What has a row: it goes when it is done, and is run again when it has failed. */
  const follow = (task: Task, row: TaskRow): Promise<void> => {
    const write = async () => {
      await task.ended;
      const pause = pauses[row.tries - 1] ?? null;
      noteEnd(row.handler, { id: row.id, schoolId: row.school_id }, task, pause === null);
      await withRelay(pool, (db) =>
        task.state === 'done'
          ? deleteTask(db, row)
          : updateFailedTask(db, row, errorText(task.error), pause),
      );
    };
    const written = write()
      // Its time will be over, and another runs it again.
      .catch((error: unknown) => log.error({ err: error, handler: row.handler }, 'event task'))
      .finally(() => working.delete(written));
    working.set(written, row);
    return written;
  };

  const keptOf = (task: Task): DelayedTask[] => {
    const { lane, events, state, error } = task;
    const { name: handler, seconds = runSeconds } = lane.handler;
    const keep = (kept: Pick<DelayedTask, 'tries' | 'seconds' | 'error'>): DelayedTask[] =>
      events.map(({ schoolId: school, id: event }) => ({ school, event, handler, ...kept }));
    if (state === 'running') return keep({ tries: 1, seconds, error: null });
    if (state === 'waiting') return keep({ tries: 0, seconds: 0, error: null });
    if (state !== 'failed') return [];
    // Whoever has failed over several shows by itself which of them it was.
    if (events.length > 1) return keep({ tries: 0, seconds: 0, error: null });
    return keep({ tries: 1, seconds: pauses[0] ?? 0, error: errorText(error) });
  };

  /** Starts the handlers of events; `kept`: what is only written down. */
  const startAll = (rows: readonly EventRow[]): { tasks: Task[]; kept: DelayedTask[] } => {
    const scopes = openScopes();
    const tasks: Task[] = [];
    const kept: DelayedTask[] = [];
    const together = new Map<
      string,
      { lane: HandlerQueue; events: [OutboxEvent, ...OutboxEvent[]] }
    >();
    const batched = new Set<string>();
    for (const row of rows.toSorted((a, b) => a.id - b.id)) {
      const event = eventOf(row);
      for (const lane of byKind.get(row.kind) ?? []) {
        const { name: handler, batchSeconds, runTogether } = lane.handler;
        const key = `${handler} ${row.school_id} ${row.origin}`;
        const known = together.get(key);
        const keep = (seconds: number) =>
          kept.push({
            school: row.school_id,
            event: row.id,
            handler,
            tries: 0,
            seconds,
            error: null,
          });
        if (batchSeconds !== undefined && live) {
          const seconds = batching.wait(handler, row.school_id, batchSeconds);
          if (seconds !== null) keep(seconds);
        } else if (batchSeconds !== undefined) {
          // Of events that wait at once, as of those that come within so many seconds.
          if (!batched.has(key)) tasks.push(start(lane, [event], scopes));
          batched.add(key);
        } else if (lane.hasKept) keep(0);
        else if (runTogether === undefined) tasks.push(start(lane, [event], scopes));
        else if (known !== undefined) known.events.push(event);
        else together.set(key, { lane, events: [event] });
      }
    }
    for (const { lane, events } of together.values()) tasks.push(start(lane, events, scopes));
    return { tasks, kept };
  };

  /** Takes the events that wait and runs their handlers; answers how many there were. `onTaken`: told before they run. */
  const runBatch = (onTaken: (count: number) => void = () => undefined): Promise<number> =>
    withRelay(pool, async (db) => {
      const begun = sql`begin`.execute(db);
      begun.catch(() => undefined);
      let tasks: Task[] = [];
      try {
        const { rows } = await waitingSql(clock.now()).execute(db);
        await begun;
        onTaken(rows.length);
        if (rows.length > 0) {
          const started = startAll(rows);
          tasks = started.tasks;
          const isAwaited = ({ lane }: Task) => lane.handler.seconds === undefined;
          const over = new AbortController();
          await Promise.race([
            Promise.all(tasks.filter(isAwaited).map(({ ended }) => ended)),
            delay(batchMs, undefined, { signal: over.signal }).catch(() => undefined),
          ]);
          over.abort();
          const kept = [...started.kept, ...tasks.flatMap(keptOf)];
          const running = tasks.filter(({ state }) => state === 'running');
          const ended = tasks.filter(({ state }) => state === 'done' || state === 'failed');
          leave(tasks);
          await Promise.all([updateDelivered(db, rows, kept), sql`commit`.execute(db)]);
          noteKept(kept);
          for (const task of ended)
            for (const event of task.events)
              if (task.state === 'done' || task.events.length === 1)
                noteEnd(task.lane.handler.name, event, task, false);
          for (const task of running) followAll(task, rows);
        } else await sql`commit`.execute(db);
        return rows.length;
      } catch (error) {
        // The events come again, with all their handlers.
        leave(tasks);
        batching.forget();
        await sql`rollback`.execute(db).catch(() => undefined);
        throw error;
      }
    });
  const leave = (tasks: readonly Task[]): void => {
    for (const task of tasks) if (task.state === 'waiting') task.state = 'left';
  };
  const followAll = (task: Task, rows: readonly EventRow[]): void => {
    const ids = new Set(task.events.map(({ id }) => id));
    for (const row of rows)
      if (ids.has(row.id)) void follow(task, { ...row, handler: task.lane.handler.name, tries: 1 });
  };

  /** Looks again when what was kept is due. */
  const noteKept = (kept: readonly DelayedTask[]): void => {
    for (const { handler, tries, seconds } of kept) {
      const lane = lanes.get(handler);
      if (lane === undefined) continue;
      if (seconds === 0) lane.hasKept = true;
      else if (tries === 0 && live && !stopping.signal.aborted) {
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

  /** Takes the tasks that are due and for which there is room; answers what ends with them. */
  const takeOnce = async (): Promise<readonly Promise<void>[]> => {
    const rooms = [...lanes.values()].map((lane) => ({ lane, free: freeSlots(lane) }));
    const open = rooms.filter(({ free }) => free > 0);
    if (open.length === 0) return [];
    const rows = await withRelay(pool, (db) =>
      takeDueTasks(
        db,
        open.map(({ lane, free }) => ({
          name: lane.handler.name,
          free,
          seconds: lane.handler.seconds ?? runSeconds,
        })),
      ),
    );
    const scopes = openScopes();
    for (const { lane, free } of open)
      lane.hasKept = rows.filter(({ handler }) => handler === lane.handler.name).length === free;
    return rows.flatMap((row) => {
      const lane = lanes.get(row.handler);
      if (lane === undefined) return [];
      const isOver = row.tries > pauses.length + 1;
      const task = isOver
        ? startTask(lane, [], () => Promise.reject(new Error('Whoever ran it last did not end.')))
        : start(lane, [eventOf(row)], scopes);
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
  const look = (): void => {
    if (stopping.signal.aborted) return;
    if (batches.size >= batchesMax) {
      isAskedAgain = true;
      return;
    }
    const ran = runBatch((count) => {
      if (count === eventBatchSize) look();
    })
      .then(
        () => undefined,
        (error: unknown) => log.error({ err: error }, 'outbox'),
      )
      .finally(() => {
        batches.delete(ran);
        if (!isAskedAgain) return;
        isAskedAgain = false;
        look();
      });
    batches.add(ran);
  };
  const poll = async (): Promise<void> => {
    const due = await withRelay(pool, (db) => selectDue(db, clock.now()));
    if (due.hasEvents) look();
    for (const handler of due.handlers) {
      const lane = lanes.get(handler);
      if (lane !== undefined) lane.hasKept = true;
    }
    if (due.handlers.length > 0) takeTasks();
  };
  const adopt = async (): Promise<void> => {
    const adopted = await adoptQueuedTasks(pool);
    if (adopted === null) clearInterval(adopting);
    else if (adopted > 0) {
      log.info({ tasks: adopted }, 'took over tasks of an earlier version');
      takeTasks();
    }
  };
  const logged = (work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => log.error({ err: error }, 'outbox'));
  const polling = live ? setInterval(logged(poll), pollMs) : undefined;
  const adopting = live ? setInterval(logged(adopt), adoptMs) : undefined;
  await adoptQueuedTasks(pool);
  if (live) logged(poll)();

  const isAwaited = (kind: EventKind): boolean =>
    byKind.get(kind)?.some(({ handler }) => handler.batchSeconds === undefined) ?? false;
  let nudged: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;

  return {
    nudge: (kind) => {
      if (!live || !byKind.has(kind)) return;
      const wait = isAwaited(kind) ? nudgeMs : unhurriedMs;
      const at = performance.now() + wait;
      if (nudged !== undefined && nudged.at <= at) return;
      clearTimeout(nudged?.timer);
      const timer = setTimeout(() => {
        nudged = undefined;
        look();
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
      const [lane, row] = [
        lanes.get(name),
        await withRelay(pool, (db) => selectEvent(db, school, id)),
      ];
      if (lane === undefined || row === undefined) throw new Error(`no ${name} of event ${id}`);
      await lane.handler.run(await openScopes()(school, row.origin), eventOf(row), stopping.signal);
    },
    stop: async () => {
      stopping.abort(new Error('The server has stopped.'));
      clearInterval(polling);
      clearInterval(adopting);
      clearTimeout(nudged?.timer);
      for (const timer of timers) clearTimeout(timer);
      await Promise.all([...batches, taking]);
      await Promise.race([Promise.all(working.keys()), delay(stopMs, undefined, { ref: false })]);
      // What does not end is somebody else's soon.
      for (const row of working.values())
        await withRelay(pool, (db) =>
          updateFailedTask(db, row, 'The server has stopped.', pauses[0] ?? 0),
        );
    },
  };
};
