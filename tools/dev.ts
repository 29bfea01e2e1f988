import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { launchPostgres, type Database } from '#postgres/launch.ts';
import { LaunchRefused } from '#postgres/refused.ts';
import { onParentGone } from './parent.ts';
import { onStopSignal } from './stop-signals.ts';
import { root } from './web-hash.ts';

/*
 * `npm run dev`: the database, the server (started anew when server/ or contract/ changes), and Vite in front,
 * which hands the calls on with the host they came with, so that north.localhost is another school here too.
 */
const log = (line: string) => process.stdout.write(`${line}\n`);
const port = Number(process.env.PORT ?? 3000);
const data = process.env.COMMONS_DATA ?? join(root, '.data');
const calls = '^/(api|mobile_ws|files|languages|healthz|readyz|metrics|openapi)';

interface Front {
  close(): Promise<void>;
}

let database: Database | undefined;
let front: Front | undefined;
let server: ChildProcess | undefined;
let isStopping = false;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port: free } = probe.address() as AddressInfo;
  probe.close();
  return free;
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), 3000);
  await gone;
  clearTimeout(impatience);
}

/** Replaces the running server; answers when the new one listens or has ended with a mistake in it. */
async function restart(env: NodeJS.ProcessEnv): Promise<string[]> {
  await end(server);
  if (isStopping) return [];
  const child = fork(join(root, 'tools', 'dev-server.ts'), { env });
  server = child;
  return new Promise((resolve) => {
    child.once('message', (message) => resolve((message as { banner: string[] }).banner));
    child.once('exit', (code) => {
      if (!isStopping && server === child && code)
        log('The server has ended; it starts again with the next change.');
      resolve([]);
    });
  });
}

/** Calls back after a burst of changes, and once more when others came while it worked. */
function onSourceChange(callback: () => Promise<unknown>): void {
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<unknown> = Promise.resolve();
  const changed = (_: unknown, name: string | null) => {
    if (name && !/(?<!\.test)\.(ts|sql)$/.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const before = work;
      work = (async () => {
        await before;
        await callback();
      })();
    }, 120);
  };
  for (const folder of ['server/src', 'server/migrations', 'contract/src']) {
    watch(join(root, folder), { recursive: true }, changed);
  }
}

async function startFront(serverPort: number): Promise<Front> {
  const { createServer: createVite } = await import('vite');
  const vite = await createVite({
    configFile: join(root, 'web', 'vite.config.ts'),
    root: join(root, 'web'),
    clearScreen: false,
    server: {
      port,
      strictPort: true,
      host: true,
      proxy: { [calls]: { target: `http://localhost:${serverPort}`, changeOrigin: false, ws: true } },
    },
  });
  await vite.listen();
  return vite;
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const close of [() => front?.close(), () => end(server), () => database?.stop()]) {
    await Promise.resolve(close()).catch((error: unknown) => console.error(error));
  }
  process.exit();
}

onStopSignal(() => void stop());
onParentGone(() => void stop());

try {
  let url = process.env.DATABASE_URL;
  if (!url) {
    database = await launchPostgres({ folder: data, log });
    url = database.url;
  }
  const serverPort = await freePort();
  const env = {
    ...process.env,
    DATABASE_URL: url,
    COMMONS_DATA: data,
    PORT: String(serverPort),
    HOST: 'localhost',
  };
  const [banner] = await Promise.all([
    restart(env),
    startFront(serverPort).then((started) => (front = started)),
  ]);
  onSourceChange(() => {
    log('The server starts again.');
    return restart(env);
  });
  log(
    [
      '',
      `  Commons in development: http://localhost:${port}`,
      ...banner.map((line) => `  ${line.replaceAll(`:${serverPort}`, `:${port}`)}`),
      '',
    ].join('\n'),
  );
} catch (error) {
  process.exitCode = 1;
  const isPort = error instanceof Error && /Port \d+ is already in use/.test(error.message);
  if (error instanceof LaunchRefused) console.error(error.message);
  else if (isPort)
    console.error(`Port ${port} is in use by another program; stop that one, or choose another with PORT.`);
  else console.error(error);
  await stop();
}
