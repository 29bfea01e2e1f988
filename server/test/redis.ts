import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The program of Redis or Valkey on this machine. Undefined if it has none. */
export const redisProgram = ['redis-server', 'valkey-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

/** A Redis for tests, without persistence. */
export interface TestRedis {
  readonly port: number;
  readonly process: ChildProcess;
  start(): Promise<void>;
  /** Kills it. */
  stop(): Promise<void>;
}

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
};

const isUp = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** Starts Redis with these arguments on a free port. The caller stops it. */
export const startRedis = async (more: readonly string[] = []): Promise<TestRedis> => {
  const port = await freePort();
  let child: ChildProcess;
  const start = async () => {
    child = spawn(
      redisProgram ?? '',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...more],
      { stdio: 'ignore' },
    );
    for (let wait = 0; wait < 200 && !(await isUp(port)); wait += 1) await delay(50);
  };
  await start();
  return {
    port,
    get process() {
      return child;
    },
    start,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
};
