import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { FolderLock, Holder } from '#postgres/folder-lock.ts';
import { launchPostgres, type Database } from '#postgres/launch.ts';
import { dataFolder } from '#postgres/private-folder.ts';
import { LaunchRefused } from '#postgres/refused.ts';
import { explain } from './explain.ts';
import { onParentGone } from './parent.ts';
import { lockServer } from './server-lock.ts';
import { onStopSignal } from './stop-signals.ts';
import { isWebFresh, root } from './web-hash.ts';

/** The part of the server that this file starts and stops. */
interface RunningServer {
  address: string;
  banner?: string[];
  close(): Promise<void>;
}

interface ServerModule {
  startServer(options: { env: NodeJS.ProcessEnv; log: (line: string) => void; webReady: Promise<void> }): Promise<RunningServer>;
}

const log = (line: string) => process.stdout.write(`${line}\n`);

const self: Holder = { pid: process.pid };

/** Beside the database and the demo campus, on the other core. */
function buildBeside(): Promise<void> {
  if (isWebFresh()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'tools', 'build.ts')], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    process.once('exit', () => child.kill('SIGKILL'));
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new LaunchRefused('The web app could not be built; the reason is above.'));
    });
  });
}

let server: RunningServer | undefined;
let launching: Promise<Database> | undefined;
let lock: FolderLock | undefined;
let stopping: Promise<void> | undefined;

/** In the reverse order of the start; each part is stopped even when the one before fails to. */
async function stopAll(): Promise<void> {
  self.isStopping = true;
  // A database that is still being started is stopped when it stands; one that was refused is not there to stop.
  const database = await launching?.catch(() => undefined);
  for (const close of [() => server?.close(), () => database?.stop(), () => lock?.release()]) {
    try {
      await close();
    } catch (error) {
      explain(error);
    }
  }
}

function stop(reason?: string): void {
  if (stopping) return;
  if (reason) log(reason);
  stopping = stopAll().then(() => process.exit());
}

async function start(): Promise<void> {
  const folder = dataFolder(process.env.COMMONS_DATA ?? join(root, '.data'));
  lock = await lockServer(folder, self);

  const webReady = buildBeside();
  // Awaited below; until then its failure must not count as unhandled.
  webReady.catch(() => {});
  const modulePath = '#server/main.ts';
  const loading = import(modulePath) as Promise<ServerModule>;
  loading.catch(() => {});

  let url = process.env.DATABASE_URL;
  if (!url) {
    launching = launchPostgres({ folder, log });
    const database = await launching;
    url = database.url;
    void database.died.then((how) => {
      process.exitCode = 1;
      stop(`The database has ended (${how}); its log is ${join(folder, 'postgres.log')}.`);
    });
  }
  if (stopping) return;
  const { startServer } = await loading;
  server = await startServer({
    env: { ...process.env, DATABASE_URL: url, COMMONS_DATA: folder },
    log,
    webReady,
  });
  self.address = server.address;
  await webReady;
  if (stopping) return;
  log(['', `  Commons is ready: ${server.address}`, ...(server.banner ?? []).map((line) => `  ${line}`), ''].join('\n'));
}

onStopSignal(() => stop('Stopping …'));
onParentGone(() => stop());

try {
  await start();
} catch (error) {
  if (!stopping) {
    explain(error);
    stop();
  }
}
