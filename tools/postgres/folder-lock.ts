import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './refused.ts';

/** The data that the process with the lock reports. */
export interface Holder {
  pid: number;
  address?: string;
  url?: string;
  callsUrl?: string;
  /** True if it is stopping, so that others can wait for it. */
  isStopping?: boolean;
}

export interface FolderLock {
  release(): void;
}

/** A process that is alive and doesn't respond, such as a suspended one. */
const silent: Holder = { pid: 0 };

/** Returns the holder of the lock at this path, or undefined if there is none. */
export function askHolder(path: string, timeoutMs = 4000): Promise<Holder | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(path);
    socket.setTimeout(timeoutMs, () => {
      socket.destroy();
      resolve(silent);
    });
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => resolve(undefined));
    socket.on('end', () => {
      try {
        resolve(JSON.parse(answer) as Holder);
      } catch {
        resolve(undefined);
      }
    });
  });
}

function listen(path: string, describe: () => Holder): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(JSON.stringify(describe()));
    });
    server.on('error', reject);
    server.listen(path, () => resolve(server.unref()));
  });
}

function inode(path: string): bigint | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

/** Removes a dead process's socket, and restores it if a live process has created it since. */
async function clearStale(path: string, suffix: string): Promise<void> {
  const aside = `${path}${suffix}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (await askHolder(aside)) {
    try {
      linkSync(aside, path);
    } catch {
      // A third process has the lock now. The process whose socket was moved notices and gives up.
    }
  }
  rmSync(aside, { force: true });
}

/**
 * Takes the lock, or returns its holder. The lock is a listening socket, so it ends with its process however that dies, and a reused
 * process id can't be confused with it.
 */
export async function takeLock(path: string, describe: () => Holder): Promise<FolderLock | Holder> {
  for (;;) {
    const suffix = `.${randomBytes(2).toString('hex')}`;
    const mine = `${path}${suffix}`;
    const server = await listen(mine, describe);
    const own = inode(mine);
    let isLinked = false;
    try {
      // Creating a link fails if the name exists. With bind after unlink, two processes could succeed.
      linkSync(mine, path);
      isLinked = true;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(mine, { force: true });
    }
    if (isLinked) {
      await delay(20);
      if (inode(path) === own) {
        return {
          release() {
            if (inode(path) === own) unlinkSync(path);
            server.close();
          },
        };
      }
    }
    server.close();
    if (isLinked) continue;
    const holder = await askHolder(path);
    if (holder) return holder;
    await clearStale(path, suffix);
  }
}

export function isLock(result: FolderLock | Holder): result is FolderLock {
  return 'release' in result;
}
