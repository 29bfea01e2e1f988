import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Two servers of one installation, which are killed and restarted. */
export interface Nodes {
  /** Returns the ports of ready servers, as the proxy's health checks see them. */
  ready(): readonly number[];
  /** Sends SIGKILL, and starts a new process on the same port. */
  kill(which: number): Promise<void>;
  /** Sends SIGTERM, waits, and starts a new process. */
  restart(which: number): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds between the proxy's health checks. */
const askMs = 100;

export const startNodes = async (
  count: number,
  args: (port: number) => readonly string[],
  firstPort: number,
): Promise<Nodes> => {
  const ports = Array.from({ length: count }, (_, at) => firstPort + at);
  const children: (ChildProcess | undefined)[] = [];
  const ready = new Set<number>();
  let isOver = false;
  const begin = async (at: number): Promise<void> => {
    const child = fork(join(import.meta.dirname, 'node.ts'), args(ports[at] ?? 0), {
      env: { ...process.env, NODE_ENV: 'production' },
    });
    children[at] = child;
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
  };
  const ask = async (port: number): Promise<void> => {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
        signal: AbortSignal.timeout(1_000),
      });
      if (answer.ok) ready.add(port);
      else ready.delete(port);
    } catch (error) {
      // As behind a real proxy, a slow server stays available. A server that is gone doesn't.
      if (!(error instanceof DOMException && error.name === 'TimeoutError')) ready.delete(port);
    }
  };
  const asking = (async () => {
    while (!isOver) {
      await Promise.all(ports.map(ask));
      await delay(askMs);
    }
  })();
  await Promise.all(ports.map((_, at) => begin(at)));
  await Promise.all(ports.map(ask));
  const end = async (at: number, signal: NodeJS.Signals): Promise<void> => {
    const child = children[at];
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    ready: () => [...ready],
    kill: async (at) => {
      await end(at, 'SIGKILL');
      await begin(at);
    },
    restart: async (at) => {
      await end(at, 'SIGTERM');
      await begin(at);
    },
    stop: async () => {
      isOver = true;
      await asking;
      await Promise.all(ports.map((_, at) => end(at, 'SIGKILL')));
    },
  };
};
