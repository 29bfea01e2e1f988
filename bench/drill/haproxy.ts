import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newClientId } from '#contract/client-id.ts';

/** HAProxy with the configuration of `deploy/`. */
export interface Haproxy {
  readonly port: number;
  stop(): Promise<void>;
}

const port = 3_981;

const isUp = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.end();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** Returns the shipped configuration with other addresses and limits. */
const configure = async (servers: readonly [number, number]): Promise<string> => {
  const shipped = await readFile(join(import.meta.dirname, '../../deploy/haproxy.cfg'), 'utf8');
  const ours = shipped
    // Within this machine's limit of file descriptors.
    .replace('maxconn 20000', 'maxconn 2000')
    .replace(/^ {4}bind :80$/m, `    bind 127.0.0.1:${port}`)
    .replaceAll('server-one:3000', `127.0.0.1:${servers[0]}`)
    .replaceAll('server-two:3000', `127.0.0.1:${servers[1]}`);
  if (!ours.includes(`127.0.0.1:${port}`) || ours.includes(':3000'))
    throw new Error('deploy/haproxy.cfg has other addresses than it had');
  return ours;
};

/** Starts HAProxy for two servers. Null if the machine doesn't have it. */
export const startHaproxy = async (
  folder: string,
  servers: readonly [number, number],
): Promise<Haproxy | null> => {
  if (spawnSync('haproxy', ['-v']).status !== 0) return null;
  const path = join(folder, 'haproxy.cfg');
  await writeFile(path, await configure(servers));
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', path], { stdio: 'ignore' });
  for (let wait = 0; !(await isUp()); wait += 1) {
    if (wait > 100 || child.exitCode !== null)
      throw new Error(`haproxy -db -f ${path} does not listen`);
    await delay(50);
  }
  // Until its first health check, it assumes that both servers are available.
  await delay(2_000);
  return {
    port,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
};

/** A person who reads and writes in turn through a port, without retries. */
interface Caller {
  readonly conversation: number;
  readonly token: () => string;
}

/** Milliseconds between two calls of a person. */
const pauseMs = 300;

/** Makes calls through a port until it is over. Returns their number, and the failed ones. */
export const callThrough = async (
  at: number,
  callers: readonly Caller[],
  isOver: () => boolean,
): Promise<{ calls: number; failed: string[] }> => {
  let calls = 0;
  const failed: string[] = [];
  await Promise.all(
    callers.map(async ({ conversation, token }) => {
      const path = `http://127.0.0.1:${at}/api/v1/chat/conversations/${conversation}/messages`;
      for (let n = 0; !isOver(); n += 1) {
        const headers = {
          authorization: `Bearer ${token()}`,
          host: 'localhost',
          'content-type': 'application/json',
        };
        const body = JSON.stringify({ clientId: newClientId(), text: `through the proxy ${n}` });
        const asked =
          n % 2 === 0
            ? fetch(path, { method: 'POST', headers, body })
            : fetch(`${path}?limit=20`, { headers });
        const work = asked.then(async (answer) => {
          if (!answer.ok)
            throw new Error(`answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
          await answer.arrayBuffer();
        });
        calls += 1;
        await work.catch((error: unknown) =>
          failed.push(`${n % 2 === 0 ? 'POST' : 'GET'} ${String(error)}`),
        );
        await delay(pauseMs);
      }
    }),
  );
  return { calls, failed };
};
