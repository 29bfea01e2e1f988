import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { socketName, type Home } from './home.ts';
import { pathHash } from './private-folder.ts';
import { LaunchRefused } from './refused.ts';

/** Returns the name that PostgreSQL shows in the title of every process, by which we recognize them. */
export function clusterName(cluster: string): string {
  return `commons-${pathHash(cluster)}`;
}

interface Running {
  pid: number;
  isMain: boolean;
}

function commandLines(): [number, string][] {
  if (existsSync('/proc/self/cmdline')) {
    return readdirSync('/proc').flatMap((name): [number, string][] => {
      if (!/^\d+$/.test(name)) return [];
      try {
        return [
          [Number(name), readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')],
        ];
      } catch {
        return [];
      }
    });
  }
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' });
  return stdout.split('\n').map((line): [number, string] => {
    const [, pid = '0', command = ''] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return [Number(pid), command];
  });
}

/** Returns the processes of the PostgreSQL that serves this folder. A reused process id can't be confused with one. */
export function runningIn(cluster: string): Running[] {
  return commandLines().flatMap(([pid, line]): Running[] => {
    if (line.includes(`/postgres -D ${cluster} `)) return [{ pid, isMain: true }];
    return line.startsWith(`postgres: ${clusterName(cluster)}: `) ? [{ pid, isMain: false }] : [];
  });
}

function signal(processes: Running[], name: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended since the list was created.
    }
  }
}

async function isGone(cluster: string, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  while (runningIn(cluster).length > 0) {
    if (Date.now() > end) return false;
    await delay(25);
  }
  return true;
}

function accepts(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ends processes that a killed start left on this folder. Requires the folder's lock. */
export async function endLeftovers(home: Home, log: (line: string) => void): Promise<void> {
  const { cluster } = home;
  const found = runningIn(cluster);
  if (found.length > 0) {
    log('Stopping the database that an earlier start left running.');
    const main = found.filter(({ isMain }) => isMain);
    // Without their main process, the others end on their own, unless a long query keeps one busy.
    signal(main, 'SIGINT');
    if (!(await isGone(cluster, main.length > 0 ? 20_000 : 3000))) {
      signal(runningIn(cluster), 'SIGQUIT');
      if (!(await isGone(cluster, 5000))) signal(runningIn(cluster), 'SIGKILL');
      await isGone(cluster, 2000);
    }
  }
  if (await accepts(join(home.socket, socketName))) {
    throw new LaunchRefused(
      `A PostgreSQL that this machine does not show as a process (in another container?) serves ${cluster}; stop it first.`,
    );
  }
  for (const pidFile of [
    join(cluster, 'postmaster.pid'),
    join(home.socket, `${socketName}.lock`),
  ]) {
    if (!existsSync(pidFile)) continue;
    // The process id in the file may belong to another process or a zombie, and PostgreSQL would then refuse to start.
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
    if (isAlive(pid)) rmSync(pidFile, { force: true });
  }
}
