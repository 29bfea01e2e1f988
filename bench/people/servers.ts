import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

export interface Spent {
  readonly statements: number;
  /** Database round trips that a request waited for; 0 from servers that don't count them. */
  readonly trips: number;
  readonly cpu: number;
  /** Bytes of the process's memory and of its heap; after a garbage collection with --expose-gc. */
  readonly rss: number;
  readonly heap: number;
}

/** A server in a separate process. */
export interface Server {
  readonly port: number;
  /** Returns the number of its statements and its milliseconds of processor time so far. */
  spent(): Promise<Spent>;
  stop(): Promise<void>;
}

/** A server that can be ended without warning. */
export interface KillableServer extends Server {
  /** Sends SIGKILL, and waits until the process is gone. */
  kill(): Promise<void>;
}

/** Starts a benchmark server by its file in this folder or a path, and waits until it listens. */
export const startServer = async (
  file: string,
  args: readonly string[],
  execArgv: readonly string[] = [],
): Promise<KillableServer> => {
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
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
