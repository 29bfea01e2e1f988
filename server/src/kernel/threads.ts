import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '#contract/errors.ts';
import { problem, type FieldProblem, type Problem } from './http/problem.ts';

/* Work of a person's making that would hold up the event loop, done in a thread: PDFs, calendar files. */

/** What a thread is sent. */
export interface ThreadRequest<Task> {
  readonly id: number;
  readonly task: Task;
}

/** What a thread answers: a result, an expected error by its code, or any other by its message; with the milliseconds that it took. */
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
  /** What it does, for errors: `a document could not be drawn`. */
  readonly failure: string;
  /** Tasks that are under way or wait at once; more are refused with `unavailable`. */
  readonly waitingMax: number;
  /** A task that takes longer is given up with `unavailable`, and its thread with it. */
  readonly taskMs: number;
  /** The thread ends when it had nothing to do for so long: each takes memory. */
  readonly idleMs: number;
}

/** A result, and the milliseconds of processor time that it took. */
export interface Done<Result> {
  readonly result: Result;
  readonly ms: number;
}

interface Waiting<Result> {
  readonly resolve: (done: Done<Result>) => void;
  readonly reject: (error: Error) => void;
  readonly request: ThreadRequest<unknown>;
  readonly transfer: readonly ArrayBuffer[];
}

/**
 * Opens a thread that does one task after the other; it starts with the first task. Tasks wait here, so that a task that is given up
 * takes none of the others with it. Call `run` outside of transactions: it may wait.
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
    settle()?.reject(error);
    next();
  };
  const begin = (): Worker => {
    const started = new Worker(module);
    started.on('message', (reply: ThreadReply<Result>) => {
      if (reply.id !== current?.request.id) return;
      const one = settle();
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
    }, taskMs).unref();
    running.postMessage(current.request, current.transfer);
  };

  /** Does a task. `transfer`: buffers of the task that the caller no longer needs, which are not copied. */
  const run = (task: Task, transfer: readonly ArrayBuffer[] = []): Promise<Done<Result>> => {
    if (waiting.length + (current === undefined ? 0 : 1) >= waitingMax)
      return Promise.reject(problem('unavailable'));
    lastId += 1;
    const request = { id: lastId, task };
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject, request, transfer });
      next();
    });
  };
  return { run };
};
