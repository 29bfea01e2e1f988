import { fork, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import type { ViteDevServer } from 'vite';
import { LaunchRefused } from '#postgres/refused.ts';
import { explain, portInUse } from './explain.ts';
import { runCommand, log, type CommandLifecycle } from './command-lifecycle.ts';
import { root } from './web-hash.ts';

/*
 * `npm run dev` runs Vite on PORT (3000), which proxies calls to the server on PORT + 1. The server restarts when its code changes. The
 * database is the packaged one in COMMONS_DATA (./.data), or the one in DATABASE_URL.
 */
const port = Number(process.env['PORT'] ?? 3000);
const serverPort = port + 1;
const calls = '^/(api|files|mobile_ws|healthz|readyz|metrics)(/|\\?|$)';
const watched = ['server/src', 'server/database', 'contract/src'];

// Editors write a file in several steps.
const settleMs = 100;
// Milliseconds in which a stopping server can finish its work.
const timeoutMs = 10_000;

let server: ChildProcess | undefined;

/** Starts the server. Returns its banner, or undefined if it ended and waits for a change. */
function startServer(
  lifecycle: CommandLifecycle,
  env: NodeJS.ProcessEnv,
): Promise<string[] | undefined> {
  // A separate process group, because Ctrl-C would otherwise reach it before Vite is closed. It ends when this process is gone.
  const child = fork(join(import.meta.dirname, 'dev-server.ts'), { env, detached: true });
  server = child;
  return new Promise((resolve) => {
    child.once('message', (banner) => resolve(banner as string[]));
    child.once('error', explain);
    child.once('exit', () => {
      if (server === child) {
        server = undefined;
        if (!lifecycle.isStopping())
          log('The server has ended; it will restart with the next change.');
      }
      resolve(undefined);
    });
  });
}

async function stopServer(): Promise<void> {
  const child = server;
  if (!child) return;
  server = undefined;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  await ended;
  clearTimeout(timer);
}

/** Starts the server again after changes, one restart at a time. */
function watchServer(lifecycle: CommandLifecycle, env: NodeJS.ProcessEnv): void {
  let last = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const restart = async (): Promise<void> => {
    if (lifecycle.isStopping()) return;
    await stopServer();
    if (!lifecycle.isStopping() && (await startServer(lifecycle, env)))
      log('The server runs the changed code.');
  };
  for (const folder of watched) {
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (file === null || !/\.(ts|sql)$/.test(file) || file.endsWith('.test.ts')) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        last = last.then(restart).catch(explain);
      }, settleMs);
    });
  }
}

async function openVite(): Promise<ViteDevServer> {
  const { createServer } = await import('vite');
  const own = process.listeners('SIGTERM');
  const opened = await createServer({
    configFile: join(root, 'web', 'vite.config.ts'),
    root: join(root, 'web'),
    clearScreen: false,
    logLevel: 'warn',
    server: {
      port,
      strictPort: true,
      host: process.env['HOST'] ?? '::',
      allowedHosts: ['.localhost', `.${process.env['CAMPUS_HOST'] ?? 'localhost'}`],
      // The Host header identifies the school.
      proxy: {
        [calls]: { target: `http://127.0.0.1:${serverPort}`, changeOrigin: false, ws: true },
      },
    },
  });
  // Vite would end this process before the server and the database have stopped.
  for (const listener of process.listeners('SIGTERM'))
    if (!own.includes(listener)) process.off('SIGTERM', listener);
  return opened;
}

await runCommand(async (lifecycle) => {
  const opening = openVite();
  // Awaited below. Until then, a failure must not count as unhandled.
  opening.catch(() => {});
  const database = await lifecycle.openDatabase();
  lifecycle.onStop(stopServer);
  lifecycle.onStop(async () => (await opening.catch(() => undefined))?.close());
  const vite = await opening;
  if (lifecycle.isStopping()) return;
  const env = {
    ...process.env,
    ...database,
    COMMONS_DATA: lifecycle.folder,
    PORT: String(serverPort),
    HOST: '127.0.0.1',
  };
  const banner = await startServer(lifecycle, env);
  if (lifecycle.isStopping()) return;
  await vite.listen().catch((error: unknown) => {
    // Vite's error has a message instead of the code.
    throw String(error).includes('already in use') ? new LaunchRefused(portInUse(port)) : error;
  });
  watchServer(lifecycle, env);
  lifecycle.saveAddress(`http://localhost:${port}`);
  // The server prints its own port, and people need Vite's.
  const lines = (banner ?? []).map((line) => `  ${line.replaceAll(`:${serverPort}`, `:${port}`)}`);
  log(['', `  Commons is ready: http://localhost:${port} (development)`, ...lines, ''].join('\n'));
});
