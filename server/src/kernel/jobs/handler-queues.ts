import pLimit, { type LimitFunction } from 'p-limit';
import type { EventHandler } from './event-handler.ts';
import type { OutboxEvent } from './outbox.ts';

/** What one handler does in this process. */
export interface HandlerQueue {
  readonly handler: EventHandler;
  readonly limit: LimitFunction;
  /** Whether tasks of it wait in the database, as far as this process knows: what is new comes behind them. */
  hasKept: boolean;
}

/** A handler at work on an event, or on several of one school that it takes together. */
export interface Task {
  readonly lane: HandlerQueue;
  readonly events: readonly OutboxEvent[];
  /** `left`: not begun by this process any more, because it is kept in the database. */
  state: 'waiting' | 'running' | 'done' | 'failed' | 'left';
  error: unknown;
  /** When it is over; never rejects. */
  ended: Promise<void>;
}

/** Opens the lane of a handler. */
export const openHandlerQueue = (handler: EventHandler): HandlerQueue => ({
  handler,
  limit: pLimit(handler.atOnce ?? 1),
  hasKept: false,
});

/** How many more tasks a lane would begin at once. */
export const freeSlots = ({ handler, limit }: HandlerQueue): number =>
  Math.max(0, (handler.atOnce ?? 1) - limit.activeCount - limit.pendingCount);

/** Runs a handler as soon as its lane has room. */
export const startTask = (
  lane: HandlerQueue,
  events: readonly OutboxEvent[],
  run: () => Promise<void>,
): Task => {
  const task: Task = { lane, events, state: 'waiting', error: undefined, ended: Promise.resolve() };
  task.ended = lane.limit(async () => {
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
