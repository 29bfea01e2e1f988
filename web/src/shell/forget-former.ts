import { isFramed } from '../lib/host-page.ts';
import { endStart, forgetStart, noteCleared, storedStart } from '../lib/offline-start.ts';
import { keptPart, offlineStorePart } from './kept-part.ts';

/**
 * Removes another user's data on this device, if their session ended without signing out here: tickets, attendee lists, and
 * who opens pages offline.
 */
export async function clearPreviousUser(uid: string): Promise<void> {
  const start = storedStart();
  if (start === null || start.user.uid === uid) return;
  forgetStart();
  // If this fails, the stored data is still inaccessible, because it opens only for its owner.
  await keptPart.load().then(
    ({ forgetKept }) => forgetKept(),
    () => undefined,
  );
}

/**
 * Deletes the data of pages on this device after the session has ended, for example on "sign out everywhere". Keeps tickets and
 * attendee lists, which people need at the door. Does nothing in a frame, which has a session of its own.
 */
export async function forgetPages(): Promise<void> {
  if (isFramed() || !endStart()) return;
  try {
    const { forgetOfflineData } = await offlineStorePart.load();
    await forgetOfflineData();
    noteCleared();
  } catch {
    // It no longer opens. The next visit tries again.
  }
}
