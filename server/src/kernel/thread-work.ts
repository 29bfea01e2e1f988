import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { Problem } from './http/problem.ts';
import type { ThreadReply, ThreadRequest } from './threads.ts';

/** Returns the processor time of this thread in milliseconds. */
const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Lowers the thread's priority so that the event loop and the database have precedence. Only Linux has priorities per thread. */
const lowerPriority = (): void => {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness);
  } catch {
    // Other systems run the thread at normal priority.
  }
};
const niceness = 5;

/** Runs the worker side of `openThread`: processes the server's tasks in order. */
export const runTasks = <Task, Result>(work: (task: Task) => Result | Promise<Result>): void => {
  const doTask = async ({ id, task }: ThreadRequest<Task>): Promise<void> => {
    const before = threadMs();
    const reply = (
      answer:
        | { result: Result }
        | { problem: Pick<Problem, 'code' | 'details' | 'fields'> }
        | { error: string },
    ) =>
      parentPort?.postMessage({
        id,
        ms: threadMs() - before,
        ...answer,
      } satisfies ThreadReply<Result>);
    try {
      reply({ result: await work(task) });
    } catch (error) {
      if (error instanceof Problem) {
        const { code, details, fields } = error;
        reply({ problem: { code, details, fields } });
      } else reply({ error: error instanceof Error ? error.message : String(error) });
    }
  };
  lowerPriority();
  parentPort?.on('message', (request: ThreadRequest<Task>) => void doTask(request));
};
