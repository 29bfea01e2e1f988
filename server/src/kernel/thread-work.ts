import { parentPort } from 'node:worker_threads';
import { Problem } from './http/problem.ts';
import type { ThreadReply, ThreadRequest } from './threads.ts';

/** Milliseconds of processor time that this thread has taken. */
const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The other side of `openThread`: does the tasks that the server sends, in their order. */
export const doTasks = <Task, Result>(work: (task: Task) => Result | Promise<Result>): void => {
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
  parentPort?.on('message', (request: ThreadRequest<Task>) => void doTask(request));
};
