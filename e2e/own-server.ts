import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';

/** A second server process on the same database, which a test can kill and restart. */
export interface OwnServer {
  address: string;
  /** With more settings; `E2E_WEB` is the folder of another release. */
  start: (env?: Readonly<Record<string, string>>) => Promise<void>;
  kill: () => Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });

export async function ownServer(): Promise<OwnServer> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  return {
    address: `http://localhost:${port}`,
    start: (env = {}) =>
      new Promise((done, fail) => {
        child = spawn(process.execPath, [resolve(import.meta.dirname, 'start-server.ts')], {
          env: {
            ...process.env,
            ...(JSON.parse(process.env['CAMPUS_SERVER'] ?? '{}') as NodeJS.ProcessEnv),
            PORT: String(port),
            ...env,
          },
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        child.stdout?.once('data', () => done());
        child.once('exit', (code) => fail(new Error(`The server ended with ${code}`)));
      }),
    kill: () =>
      new Promise((done) => {
        if (child === null) return done();
        child.removeAllListeners('exit');
        child.once('exit', () => done());
        child.kill('SIGKILL');
        child = null;
      }),
  };
}
