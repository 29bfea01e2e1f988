import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isLock, takeLock, type FolderLock, type Holder } from '#postgres/folder-lock.ts';
import { closeFolder, socketFolder } from '#postgres/private-folder.ts';
import { LaunchRefused } from '#postgres/refused.ts';
import { isParentGone } from './parent.ts';

// How long a predecessor that is on its way out may take.
const timeoutMs = 15_000;

/** One server a data folder. Waits for one that is stopping, and refuses beside one that is well. */
export async function lockServer(folder: string, self: Holder): Promise<FolderLock> {
  // No mode is changed before the lock is held: a campus that runs there may need it as it is.
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
    // A starter killed this very moment is noticed a moment later.
    if (round > 0 && (!lock.isStopping || Date.now() > end)) {
      const who = lock.pid ? `process ${lock.pid}` : 'a process that does not answer';
      const where = lock.address ? `, ${lock.address}` : '';
      throw new LaunchRefused(
        `Commons already runs on ${folder} (${who}${where}); stop that one first.`,
      );
    }
    await delay(500);
  }
}
