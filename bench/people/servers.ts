import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

export interface Spent {
  readonly statements: number;
  /** Round trips to the database that somebody waited for; 0 from servers that do not count them. */
  readonly trips: number;
  readonly cpu: number;
  /** Bytes of memory that the process holds, and of its heap; after a collection where it was started with --expose-gc. */
  readonly rss: number;
  readonly heap: number;
}

/** A server in a process of its own. */
export interface Server {
  readonly port: number;
  /** How many statements it has sent to the database so far, and how many milliseconds of a core it has taken itself. */
  spent(): Promise<Spent>;
  stop(): Promise<void>;
}

/** Starts a server of the bench, by its file in this folder or its path, and waits until it listens. */
export const startServer = async (
  file: string,
  args: readonly string[],
  execArgv: readonly string[] = [],
): Promise<Server> => {
  const child = fork(resolve(import.meta.dirname, file), args, {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: [...execArgv],
  });
  const ended = once(child, 'exit');
  const answer = async <T>(): Promise<T> => {
    const [message] = await Promise.race([
      once(child, 'message'),
      ended.then(() => Promise.reject(new Error(`${file} has ended`))),
    ]);
    return message as T;
  };
  const { port } = await answer<{ port: number }>();
  return {
    port,
    spent: async () => {
      const reported = answer<{
        sent: number;
        trips?: number;
        cpu: NodeJS.CpuUsage;
        memory: NodeJS.MemoryUsage;
      }>();
      child.send('spent');
      const { sent, trips = 0, cpu, memory } = await reported;
      return {
        statements: sent,
        trips,
        cpu: (cpu.user + cpu.system) / 1000,
        rss: memory.rss,
        heap: memory.heapUsed,
      };
    },
    stop: async () => {
      child.kill();
      await ended;
    },
  };
};
