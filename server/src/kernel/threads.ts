import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '#contract/errors.ts';
import { problem, type FieldProblem, type Problem } from './http/problem.ts';

/* Runs CPU-intensive work in a thread to keep the event loop free: PDFs and calendar files. */

/** Message to a thread. */
export interface ThreadRequest<Task> {
  readonly id: number;
  readonly task: Task;
}

/** Message from a thread: a result, an error code, or the message of another error, with the milliseconds that it took. */
export type ThreadReply<Result> = { readonly id: number; readonly ms: number } & (
  | { readonly result: Result }
  | {
      readonly problem: {
        readonly code: ErrorCode;
        readonly details: Problem['details'];
        readonly fields: readonly FieldProblem[];
      };
    }
  | { readonly error: string }
);

export interface ThreadOptions {
  readonly module: URL;
  /** Error message when the task fails, such as `a document could not be drawn`. */
  readonly failure: string;
  /** Maximum running and waiting tasks. Further ones are rejected with `unavailable`. */
  readonly waitingMax: number;
  /** Time limit per task. After that, the thread is terminated and the task fails with `unavailable`. */
  readonly taskMs: number;
  /** Idle time until the thread ends, because each takes memory. */
  readonly idleMs: number;
}

/** A result with its processor time in milliseconds. */
export interface TaskResult<Result> {
  readonly result: Result;
  readonly ms: number;
}

interface Waiting<Result> {
  readonly resolve: (done: TaskResult<Result>) => void;
  readonly reject: (error: Error) => void;
  readonly request: ThreadRequest<unknown>;
  readonly transfer: readonly ArrayBuffer[];
  readonly options: RunOptions;
  startedAt: number;
}

/** Options of one task. */
export interface RunOptions {
  /** Shorter time limit than that of the thread. */
  readonly taskMs?: number | undefined;
  /** Receives the milliseconds that the task took, even if it failed or was stopped. */
  readonly onEnd?: ((ms: number) => void) | undefined;
}

/**
 * Opens a thread that runs one task at a time and starts with the first task. Waiting tasks are queued here, so that they survive
 * when a slow task is terminated. Call `run` outside of transactions, because it can wait.
 */
export const openThread = <Task, Result>({
  module,
  failure,
  waitingMax,
  taskMs,
  idleMs,
}: ThreadOptions) => {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let current: Waiting<Result> | undefined;
  const waiting: Waiting<Result>[] = [];

  const end = (): void => {
    void worker?.terminate();
    worker = undefined;
  };
  const settle = (): Waiting<Result> | undefined => {
    const one = current;
    current = undefined;
    clearTimeout(timer);
    return one;
  };
  const fail = (from: Worker, error: Error): void => {
    if (worker !== from) return;
    worker = undefined;
    const one = settle();
    one?.options.onEnd?.(performance.now() - one.startedAt);
    one?.reject(error);
    next();
  };
  const begin = (): Worker => {
    const started = new Worker(module);
    started.on('message', (reply: ThreadReply<Result>) => {
      if (reply.id !== current?.request.id) return;
      const one = settle();
      one?.options.onEnd?.(reply.ms);
      if ('result' in reply) one?.resolve({ result: reply.result, ms: reply.ms });
      else if ('problem' in reply)
        one?.reject(problem(reply.problem.code, reply.problem.details, reply.problem.fields));
      else one?.reject(new Error(`${failure}: ${reply.error}`));
      next();
    });
    started.on('error', (error) => fail(started, error as Error));
    return started;
  };
  const next = (): void => {
    if (current !== undefined) return;
    current = waiting.shift();
    if (current === undefined) {
      worker?.unref();
      clearTimeout(idle);
      idle = setTimeout(end, idleMs).unref();
      return;
    }
    clearTimeout(idle);
    worker ??= begin();
    const running = worker;
    running.ref();
    timer = setTimeout(() => {
      void running.terminate();
      fail(running, problem('unavailable'));
    }, current.options.taskMs ?? taskMs).unref();
    current.startedAt = performance.now();
    running.postMessage(current.request, current.transfer);
  };

  /** Runs a task. `transfer` lists buffers that are moved to the thread instead of copied. */
  const run = (
    task: Task,
    transfer: readonly ArrayBuffer[] = [],
    options: RunOptions = {},
  ): Promise<TaskResult<Result>> => {
    if (waiting.length + (current === undefined ? 0 : 1) >= waitingMax)
      return Promise.reject(problem('unavailable'));
    lastId += 1;
    const request = { id: lastId, task };
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject, request, transfer, options, startedAt: 0 });
      next();
    });
  };
  return { run };
};
