import { forgetStart, storedStart } from '../lib/offline-start.ts';
import { keptPart } from './kept-part.ts';

/**
 * Removes what this device keeps of another person, whose session ended elsewhere and not by signing out here: tickets, lists of
 * attendees, and who opens pages without network.
 */
export async function forgetFormer(uid: string): Promise<void> {
  const start = storedStart();
  if (start === null || start.user.uid === uid) return;
  forgetStart();
  // Without it nobody gets at what is kept either: it opens for one person.
  await keptPart.load().then(
    ({ forgetKept }) => forgetKept(),
    () => undefined,
  );
}
