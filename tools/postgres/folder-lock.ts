import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './refused.ts';

/** What the process that holds a folder says about itself. */
export interface Holder {
  pid: number;
  address?: string;
  url?: string;
  callsUrl?: string;
  /** It is on its way out; whoever asks may wait for it. */
  isStopping?: boolean;
}

export interface FolderLock {
  release(): void;
}

/** A process that is alive and says nothing, as when it is suspended. */
const silent: Holder = { pid: 0 };

/** Who holds the lock at this path; undefined when nobody lives there. */
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

/** Takes a dead process's socket away, and puts it back if a live one slipped in between. */
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
      // A third process holds it by now; the one that was moved notices and steps back.
    }
  }
  rmSync(aside, { force: true });
}

/**
 * Takes the lock, or tells who has it. The lock is a listening socket, so it ends with its process however that
 * dies, and no process number can be mistaken for another's.
 */
export async function takeLock(path: string, describe: () => Holder): Promise<FolderLock | Holder> {
  for (;;) {
    const suffix = `.${randomBytes(2).toString('hex')}`;
    const mine = `${path}${suffix}`;
    const server = await listen(mine, describe);
    const own = inode(mine);
    let isLinked = false;
    try {
      // A link fails when the name exists, where bind-after-unlink would let two win.
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
