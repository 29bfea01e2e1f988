import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findHome } from '#postgres/home.ts';

const root = join(import.meta.dirname, '..');

/** An installation as an operator runs it: `npm start` with a data folder. */
export interface Campus {
  readonly address: string;
  /** Address of its database. */
  readonly database: string;
  /** Kills the server or the database without warning, and waits until both have ended. */
  kill(half: 'server' | 'database'): Promise<void>;
  stop(): Promise<void>;
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

/** Starts the installation of a folder, with `more` in its environment, and waits up to two minutes until it responds. */
export const startCampus = async (
  folder: string,
  port: number,
  more: Record<string, string> = {},
): Promise<Campus> => {
  const address = `http://127.0.0.1:${port}`;
  if (await isReady(address)) throw new Error(`something answers at ${address} already`);
  const env = {
    ...process.env,
    COMMONS_DATA: folder,
    PORT: String(port),
    HOST: '127.0.0.1',
    NODE_ENV: 'development',
    LOG_LEVEL: 'silent',
    ...more,
  };
  const child = spawn(process.execPath, [join(root, 'tools/start.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let reported = '';
  child.stderr.on('data', (chunk: Buffer) => (reported += chunk.toString()));
  const until = Date.now() + 120_000;
  while (!(await isReady(address))) {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`the campus did not start: ${reported.slice(-2_000)}`);
    await delay(50);
  }
  const home = findHome(folder, () => undefined);
  const stop = async () => {
    child.kill('SIGINT');
    await ended(child);
  };
  return {
    address,
    database: `postgresql://postgres@localhost/commons?host=${encodeURIComponent(home.socket)}`,
    kill: async (half) => {
      if (half === 'server') child.kill('SIGKILL');
      else {
        const [pid] = (await readFile(join(home.cluster, 'postmaster.pid'), 'utf8')).split('\n');
        process.kill(Number(pid), 'SIGKILL');
      }
      await ended(child);
    },
    stop,
  };
};

/** Runs an operator's command next to it. Returns whether the command reported success. */
export const runCommand = async (folder: string, args: readonly string[]): Promise<boolean> => {
  const child = spawn(process.execPath, [join(root, 'tools/campus/main.ts'), ...args], {
    env: { ...process.env, COMMONS_DATA: folder },
    stdio: 'ignore',
  });
  await ended(child);
  return child.exitCode === 0;
};
