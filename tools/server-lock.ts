import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isLock, takeLock, type FolderLock, type Holder } from '#postgres/folder-lock.ts';
import { closeFolder, socketFolder } from '#postgres/private-folder.ts';
import { LaunchRefused } from '#postgres/refused.ts';
import { isParentGone } from './parent.ts';

// Milliseconds to wait for a predecessor that is stopping.
const timeoutMs = 15_000;

/** Allows one server per data folder. Waits for one that is stopping, and throws if one is running. */
export async function lockServer(folder: string, self: Holder): Promise<FolderLock> {
  // Changes no modes before it has the lock, because a running server may need them.
  const place = socketFolder(folder, 'server.lock');
  const path = join(place, 'server.lock');
  const describe = () => ({ ...self, isStopping: self.isStopping || isParentGone() });
  const end = Date.now() + timeoutMs;
  for (let round = 0; ; round += 1) {
    const lock = await takeLock(path, describe);
    if (isLock(lock)) {
      if (place !== folder) closeFolder(place);
      return lock;
    }
    // The other process notices the end of its parent a moment later.
    if (round > 0 && (!lock.isStopping || Date.now() > end)) {
      const who = lock.pid ? `process ${lock.pid}` : 'a process that does not respond';
      const where = lock.address ? `, ${lock.address}` : '';
      throw new LaunchRefused(
        `Commons already runs on ${folder} (${who}${where}); stop that one first.`,
      );
    }
    await delay(500);
  }
}
