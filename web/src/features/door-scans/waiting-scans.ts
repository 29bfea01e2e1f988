import { session } from '../../lib/session-store.ts';
import { createStore } from '../../lib/store.ts';
import { readAllScans, removeSent, type StoredScan } from './check-in-store.ts';
import { batchesOf, isNoNetwork, sendBatch } from './sending.ts';

/*
 * Scans that were made at a door without network and whose scanner was not opened since. They are sent by any page of the app; until
 * then the pages of events say that they are here.
 */

/** Those of whoever is signed in, oldest first. */
export const waitingScans = createStore<readonly StoredScan[]>([]);

/** Looks what waits on this device. */
export async function readWaiting(): Promise<void> {
  const owner = session.get().user?.uid;
  const scans = owner === undefined ? [] : await readAllScans(owner);
  waitingScans.set(scans.filter(({ sentAt }) => sentAt === null));
}

const send = async (): Promise<number> => {
  await readWaiting();
  let sent = 0;
  let failed: unknown;
  for (const batch of batchesOf(waitingScans.get())) {
    try {
      sent += (await sendBatch(batch)).length;
    } catch (error) {
      failed ??= error;
      // What one event refuses keeps back no other.
      if (isNoNetwork(error)) break;
    }
  }
  await removeSent();
  await readWaiting();
  if (failed !== undefined) throw failed;
  return sent;
};

let run: Promise<number> | null = null;
/** Sends what waits, of all events, and answers how many the server took; rejects with why some could not be sent. */
export const sendWaiting = (): Promise<number> =>
  (run ??= send().finally(() => {
    run = null;
  }));

/** Sends what waits, now and whenever the network returns. Called once. */
export function sendKeptScans(): void {
  // Why it did not work is said where somebody presses the button.
  const attempt = () => void sendWaiting().catch(() => undefined);
  attempt();
  window.addEventListener('online', attempt);
}
