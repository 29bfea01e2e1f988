import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { LaunchRefused } from '#postgres/refused.ts';
import { runCommand, log } from './command-lifecycle.ts';
import { isWebFresh, root, sourceHash } from './web-hash.ts';

/** The part of the server that this file starts and stops. */
interface RunningServer {
  address: string;
  banner?: string[];
  close(): Promise<void>;
}

interface ServerModule {
  startServer(options: {
    env: NodeJS.ProcessEnv;
    log: (line: string) => void;
    webReady: Promise<void>;
  }): Promise<RunningServer>;
}

/** Runs next to the database and the demo data, on another core. */
function buildBeside(): Promise<void> {
  const hash = sourceHash();
  if (isWebFresh(hash)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'tools', 'build.ts')], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    process.once('exit', () => child.kill('SIGKILL'));
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0 && isWebFresh(hash)) resolve();
      else if (code === 0) reject(new LaunchRefused('The web app build produced no files.'));
      else reject(new LaunchRefused('The web app could not be built; the reason is above.'));
    });
  });
}

/** Throws unless the first page loads, so that we don't print "ready" while browsers get an error. */
async function checkPage(address: string): Promise<void> {
  const { status } = await fetch(address, { signal: AbortSignal.timeout(30_000) });
  if (status >= 500)
    throw new LaunchRefused(`The server started, but ${address} answers with status ${status}.`);
}

await runCommand(async (lifecycle) => {
  const webReady = buildBeside();
  // Awaited below. Until then, a failure must not count as unhandled.
  webReady.catch(() => {});
  const modulePath = '#server/main.ts';
  const loading = import(modulePath) as Promise<ServerModule>;
  loading.catch(() => {});

  const database = await lifecycle.openDatabase();
  if (lifecycle.isStopping()) return;
  const { startServer } = await loading;
  const starting = startServer({
    env: { ...process.env, ...database, COMMONS_DATA: lifecycle.folder },
    log,
    webReady,
  });
  // Waits for a server that is still starting before closing it. After a failed start, there is nothing to close.
  lifecycle.onStop(async () => (await starting.catch(() => undefined))?.close());
  const server = await starting;
  lifecycle.saveAddress(server.address);
  await webReady;
  if (lifecycle.isStopping()) return;
  await checkPage(server.address);
  log(
    [
      '',
      `  Commons is ready: ${server.address}`,
      ...(server.banner ?? []).map((line) => `  ${line}`),
      ...(process.env['NODE_ENV'] === 'production' && !process.env['DATABASE_URL']
        ? [
            '  You’re running the packaged database, which is for trials. See docs/operate.md to use your own.',
          ]
        : []),
      '',
    ].join('\n'),
  );
});
