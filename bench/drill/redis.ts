import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A Redis from the system's packages, without persistence. */
export interface Redis {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  flush(): Promise<void>;
}

const port = 3_999;

const ask = (line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', reject);
    socket.on('data', (data: Buffer) => {
      socket.end();
      resolve(data.toString());
    });
    socket.write(`${line}\r\n`);
  });

/** Starts Redis. Null if the machine has neither `redis-server` nor `valkey-server`. */
export const startRedis = async (folder: string): Promise<Redis | null> => {
  const program = ['redis-server', 'valkey-server'].find(
    (name) => spawnSync(name, ['--version']).status === 0,
  );
  if (program === undefined) return null;
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn(
      program,
      [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--appendonly',
        'no',
        '--dir',
        folder,
      ],
      {
        stdio: 'ignore',
      },
    );
    for (let wait = 0; wait < 100; wait += 1) {
      if ((await ask('PING').catch(() => '')).startsWith('+PONG')) return;
      await delay(50);
    }
    throw new Error('Redis did not start');
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    flush: async () => void (await ask('FLUSHALL')),
  };
};
