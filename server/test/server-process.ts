import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, World } from './world.ts';

/** The process was killed before it answered, so the call may or may not have taken effect. */
export class NoAnswer extends Error {}

/** A request to the process. `token` is that of the caller. */
export interface ProcessRequest {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON. */
  readonly body?: unknown;
}

/** A server of a test world in its own process, which the test kills. */
export interface ServerProcess {
  /** Sends a request, and waits until the process runs. Throws `NoAnswer` if it was killed. */
  send(path: string, request?: ProcessRequest): Promise<Answer>;
  /** Sends SIGKILL, runs `meanwhile`, and starts the next process. */
  kill(meanwhile?: () => Promise<unknown>): Promise<void>;
  /** Tells the process the world's time. */
  syncTime(): void;
  stop(): Promise<void>;
}

/** Starts a server of the world in its own process. */
export const startServerProcess = async (world: World): Promise<ServerProcess> => {
  let child: ChildProcess | undefined;
  let isOver = false;
  const begin = async (): Promise<number> => {
    const settings = { ...world.settings, now: world.clock.now().getTime() };
    child = fork(join(import.meta.dirname, 'killed-server.ts'), [JSON.stringify(settings)]);
    const [port] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code, signal]) => {
        throw new Error(`the server ended before it was ready: ${code ?? signal}`);
      }),
    ]);
    return port as number;
  };
  let ready = begin();
  await ready;
  const end = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    send: async (path, { method = 'GET', token, headers, body } = {}) => {
      const port = await ready;
      try {
        const all: Record<string, string> = { host: 'localhost', ...headers };
        if (body !== undefined) all['content-type'] ??= 'application/json';
        if (token !== undefined) all['authorization'] = `Bearer ${token}`;
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
          method,
          headers: all,
          ...(body !== undefined && {
            body: typeof body === 'string' ? body : JSON.stringify(body),
          }),
        });
        const text = await answer.text();
        const isJson = /[/+]json\b/.test(answer.headers.get('content-type') ?? '');
        return {
          status: answer.status,
          headers: Object.fromEntries(answer.headers),
          text,
          body: isJson ? JSON.parse(text) : text,
        };
      } catch (error) {
        // The parent may learn of the end of the process only after the connection broke.
        await delay(1);
        throw new NoAnswer(path, { cause: error });
      }
    },
    kill: async (meanwhile = async () => undefined) => {
      if (isOver) return;
      await end();
      ready = meanwhile().then(begin);
      await ready;
    },
    syncTime: () => void child?.send(world.clock.now().getTime()),
    stop: async () => {
      isOver = true;
      await ready.catch(() => undefined);
      await end();
    },
  };
};
