import { forgetStart, storedStart } from '../lib/offline-start.ts';
import { keptPart } from './kept-part.ts';

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
