import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { findHome } from '#postgres/home.ts';
import { joinPostgres } from '#postgres/launch.ts';
import { runningIn } from '#postgres/leftovers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A server start in a separate process. */
interface Start {
  readonly pid: number;
  readonly child: ChildProcess;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
  output(): string;
  errors(): string;
}

const starts: Start[] = [];
let folder = '';
let port = 0;

const listen = async (wanted: number): Promise<Server> => {
  const server = createServer().listen(wanted, '::');
  await once(server, 'listening');
  return server;
};

const close = async (server: Server): Promise<void> => {
  server.close();
  await once(server, 'close');
};

const run = (script: string, env: NodeJS.ProcessEnv): Start => {
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  return { pid: child.pid ?? 0, child, ended, output: () => output, errors: () => errors };
};

const start = (): Start => {
  // Production creates no demo data, and the server must not get the test runner's settings.
  const started = run('start.ts', {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    COMMONS_DATA: folder,
    PORT: String(port),
  });
  starts.push(started);
  return started;
};

const ready = async (started: Start): Promise<void> => {
  for (let waited = 0; !started.output().includes('Commons is ready'); waited += 25) {
    if (waited > 120_000 || started.child.exitCode !== null)
      throw new Error(`not ready: ${started.output()}${started.errors()}`);
    await delay(25);
  }
};

const health = async (): Promise<number> =>
  (await fetch(`http://localhost:${port}/healthz`)).status;
const database = () => runningIn(findHome(folder, () => undefined).cluster);

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'commons-start-')));
  const probe = await listen(0);
  port = (probe.address() as AddressInfo).port;
  await close(probe);
  const build = run('build.ts', process.env);
  if ((await build.ended) !== 0) throw new Error(build.errors());
});

/** Uses one server for all tests, one at a time, because each start loads the whole server. */
let running: Start;
beforeAll(async () => {
  running = start();
  await ready(running);
});

afterAll(async () => {
  for (const { child } of starts) if (child.exitCode === null) child.kill('SIGTERM');
  await Promise.all(starts.splice(0).map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true });
});

test(
  'a second start in the same folder fails with one sentence that names the first',
  { tags: ['soak'] },
  async () => {
    const first = running;
    const home = findHome(folder, () => undefined);
    const modes = () =>
      [folder, home.path, home.cluster, home.socket].map((path) =>
        (statSync(path).mode & 0o777).toString(8),
      );
    const before = modes();
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.errors()).toBe(
      `Commons already runs on ${folder} (process ${first.pid}, http://localhost:${port}); stop that one first.\n`,
    );
    expect(modes()).toEqual(before);
    // PostgreSQL opens its files again at a checkpoint, and ends if it can't reach them.
    const superUrl = new URL((await joinPostgres({ folder, log: () => undefined })).url);
    superUrl.username = 'postgres';
    const client = new Client({ connectionString: superUrl.href });
    await client.connect();
    await client.query('checkpoint');
    await client.end();
    expect(await health()).toBe(200);
  },
);

test('the next start works after kill -9', { tags: 'soak' }, async () => {
  running.child.kill('SIGKILL');
  expect(await running.ended).toBe('SIGKILL');
  running = start();
  await ready(running);
  expect(await health()).toBe(200);
});

test('SIGTERM stops the server with exit code 0, ends the database and frees the port', async () => {
  const started = running;
  expect(started.output()).toContain(`http://localhost:${port}`);
  expect(await health()).toBe(200);
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
  expect(started.errors()).toBe('');
  expect(database()).toEqual([]);
  await close(await listen(port));
});

test(
  'a start on a port in use fails with one sentence and stops the database again',
  { tags: 'soak' },
  async () => {
    const other = await listen(port);
    const started = start();
    expect(await started.ended).toBe(1);
    expect(started.errors()).toBe(
      `Port ${port} is in use by another program; stop that one, or choose another with PORT.\n`,
    );
    expect(database()).toEqual([]);
    await close(other);
  },
);
