import { session } from '../../lib/session-store.ts';
import { createStore } from '../../lib/store.ts';
import { readAllScans, removeSent, type StoredScan } from './check-in-store.ts';
import { batchesOf, isNoNetwork, sendBatch } from './sending.ts';

/*
 * Unsent scans that were made offline and whose scanner hasn't been opened since. Any page of the app sends them. Until then,
 * event pages show that they exist.
 */

/** The signed-in user's scans, oldest first. */
export const waitingScans = createStore<readonly StoredScan[]>([]);

/** Loads the unsent scans on this device. */
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
      // If one event rejects its scans, continue with the others.
      if (isNoNetwork(error)) break;
    }
  }
  await removeSent();
  await readWaiting();
  if (failed !== undefined) throw failed;
  return sent;
};

let run: Promise<number> | null = null;
/**
 * Sends the unsent scans of all events and returns how many the server accepted. Rejects with an error if some couldn't be
 * sent.
 */
export const sendWaiting = (): Promise<number> =>
  (run ??= send().finally(() => {
    run = null;
  }));

/** Sends unsent scans now and whenever the connection returns. Call this once. */
export function sendKeptScans(): void {
  // The error is shown when the user clicks the button.
  const attempt = () => void sendWaiting().catch(() => undefined);
  attempt();
  window.addEventListener('online', attempt);
}
