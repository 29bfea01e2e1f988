import { spawn, type ChildProcess } from 'node:child_process';
import {
  createWriteStream,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  type WriteStream,
} from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { damaged, unreadableFile, plainEnvironment } from './cluster.ts';
import type { Home } from './home.ts';
import { clusterName } from './leftovers.ts';
import type { Native } from './native.ts';
import { asOwner } from './owner.ts';
import { asRefused, diskFull, LaunchRefused } from './refused.ts';

export type Settings = Record<string, string>;

export interface Postmaster {
  /** Resolves if it ends unexpectedly. */
  exited: Promise<string>;
  stop(): Promise<void>;
}

/** Maximum bytes of a log file. We keep the current and the previous one. */
const logBytes = 5_000_000;

function sharedBuffers(): string {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return `${Math.round(Math.min(1024, Math.max(64, memory / 8 / 1_048_576)))}MB`;
}

function settingsFor(home: Home, extra: Settings): string[] {
  const settings: Settings = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: home.socket,
    unix_socket_permissions: '0700',
    cluster_name: clusterName(home.cluster),
    shared_buffers: sharedBuffers(),
    max_connections: '100',
    synchronous_commit: 'on',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_line_prefix: '%m [%p] ',
    ...extra,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** PostgreSQL's own log rotation limits the age of a file, not its size. */
function boundedLog(path: string): { write(chunk: Buffer): void; end(): void } {
  let size = existsSync(path) ? statSync(path).size : 0;
  const open = (): WriteStream =>
    createWriteStream(path, { flags: 'a', mode: 0o600 }).on('error', () => {});
  let stream = open();
  return {
    write(chunk) {
      if (size + chunk.length > logBytes) {
        stream.end();
        renameSync(path, `${path}.1`);
        stream = open();
        size = 0;
      }
      size += chunk.length;
      stream.write(chunk);
    },
    end: () => stream.end(),
  };
}

/** Stops PostgreSQL when this process is gone, because its end of the pipe closes however it dies. */
function watch(child: ChildProcess, home: Home): ChildProcess {
  const watcher = spawn(
    '/bin/sh',
    ['-c', 'read -r _; kill -INT "$1"', 'commons-watch', String(child.pid)],
    {
      ...asOwner(home.owner),
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  watcher.on('error', () => {});
  watcher.unref();
  (watcher.stdin as unknown as { unref(): void } | null)?.unref();
  return watcher;
}

function failure(home: Home, output: string): LaunchRefused {
  if (/No space left|Disk quota/.test(output)) return diskFull(home.path);
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const fatal =
    /(?:FATAL|PANIC): +(.*)/.exec(output)?.[1] ??
    lines[0]?.replace(/^postgres: /, '') ??
    'no reason given';
  if (/could not (?:create shared memory|map anonymous)|Cannot allocate memory/.test(output)) {
    return new LaunchRefused(
      `There is not enough memory to start the database (${fatal}); free some and start again.`,
    );
  }
  if (/unrecognized configuration parameter|invalid value for parameter/.test(output)) {
    return new LaunchRefused(`PostgreSQL rejects its settings: ${fatal}.`);
  }
  // Also if only recovery encountered it, whose last line is that the startup process has failed.
  const barred = lines.find((line) =>
    /Permission denied|Operation not permitted|has (?:wrong ownership|invalid permissions)/.test(
      line,
    ),
  );
  if (barred !== undefined)
    return unreadableFile(
      home,
      barred.replace(/^.*?(?:FATAL|PANIC|ERROR|WARNING|LOG): +|^postgres: /, ''),
    );
  if (/Read-only file system/.test(output))
    return asRefused({ code: 'EROFS' }, home.path) as LaunchRefused;
  return damaged(home, fatal);
}

/** PostgreSQL writes its state to the last line of its pid file. */
function isReady(home: Home, pid: number): boolean {
  try {
    const lines = readFileSync(join(home.cluster, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

async function endChild(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ];
  for (const [signal, timeoutMs] of steps) {
    child.kill(signal);
    const timer = new AbortController();
    const isOver = await Promise.race([
      exited.then(() => true),
      delay(timeoutMs, false, { signal: timer.signal }).catch(() => false),
    ]);
    timer.abort();
    if (isOver) return;
  }
}

export async function startPostmaster(
  home: Home,
  native: Native,
  extra: Settings,
  log: (line: string) => void,
): Promise<Postmaster> {
  const file = boundedLog(home.logFile);
  const child = spawn(
    join(native.bin, 'postgres'),
    ['-D', home.cluster, ...settingsFor(home, extra)],
    {
      ...asOwner(home.owner),
      cwd: home.path,
      env: plainEnvironment,
      // A separate process group, because a terminal's Ctrl-C would otherwise stop the database before the server has finished.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (output.length < 20_000) output += chunk.toString();
    file.write(chunk);
  });
  const exited = new Promise<string | undefined>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(`exit ${signal ?? code}`));
  });
  let ended: string | undefined;
  void exited.then((how) => {
    ended = how ?? 'exit';
    file.end();
  });
  const watcher = child.pid === undefined ? undefined : watch(child, home);
  void exited.then(() => watcher?.kill('SIGKILL'));

  for (let waited = 0; !isReady(home, child.pid ?? -1); waited += 10) {
    if (ended !== undefined)
      throw child.pid === undefined ? asRefused(ended, home.path) : failure(home, output);
    // After a crash, it first replays its log, which can take minutes on a large database.
    if (waited > 0 && waited % 10_000 === 0) log('The database is still recovering …');
    await delay(10);
  }

  let isStopping = false;
  let stopping: Promise<void> | undefined;
  return {
    exited: new Promise((resolve) => {
      void exited.then((how) => {
        if (!isStopping) resolve(how ?? 'exit');
      });
    }),
    stop() {
      isStopping = true;
      stopping ??= ended === undefined ? endChild(child, exited) : Promise.resolve();
      return stopping;
    },
  };
}
