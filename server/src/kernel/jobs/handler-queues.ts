import pLimit, { type LimitFunction } from 'p-limit';
import type { EventHandler } from './event-handler.ts';
import type { OutboxEvent } from './outbox.ts';

/** The tasks of one handler in this process. */
export interface HandlerQueue {
  readonly handler: EventHandler;
  readonly limit: LimitFunction;
  /** True if, as far as this process knows, the database has waiting tasks of this handler, which run before new ones. */
  hasStoredTasks: boolean;
  /** The school of the last stored task. The schools take turns, so the next task is from the school after it. */
  lastSchool: number;
}

/** A handler's run for one event, or for several of one school. */
export interface Task {
  readonly queue: HandlerQueue;
  readonly events: readonly OutboxEvent[];
  /** `left`: this process won't start it, because the database has stored it. */
  state: 'waiting' | 'running' | 'done' | 'failed' | 'left';
  error: unknown;
  /** Resolves when the task has ended. Never rejects. */
  ended: Promise<void>;
}

/** Opens the queue of a handler. */
export const openHandlerQueue = (handler: EventHandler): HandlerQueue => ({
  handler,
  limit: pLimit(handler.concurrency ?? 1),
  hasStoredTasks: false,
  lastSchool: 0,
});

/** Returns how many more tasks a queue can start now. */
export const freeSlots = ({ handler, limit }: HandlerQueue): number =>
  Math.max(0, (handler.concurrency ?? 1) - limit.activeCount - limit.pendingCount);

/** Runs a handler as soon as its queue has a free slot. */
export const startTask = (
  queue: HandlerQueue,
  events: readonly OutboxEvent[],
  run: () => Promise<void>,
): Task => {
  const task: Task = {
    queue,
    events,
    state: 'waiting',
    error: undefined,
    ended: Promise.resolve(),
  };
  task.ended = queue.limit(async () => {
    if (task.state === 'left') return;
    task.state = 'running';
    try {
      await run();
      task.state = 'done';
    } catch (error) {
      task.state = 'failed';
      task.error = error;
    }
  });
  return task;
};
