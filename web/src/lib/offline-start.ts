import type { AuthenticatedUser } from '#contract/people/endpoints.ts';
import type { School } from '#contract/schools/endpoints.ts';
import { school } from './school.ts';
import { session } from './session-store.ts';
import { readStored, writeStored } from './stored.ts';

const key = 'offline-start';

/** The user and school, for pages that open offline. Removed at sign-out. */
interface Start {
  school: School;
  user: AuthenticatedUser;
  /** True if the session has ended. Then only pages for the door of an event open offline. */
  hasEnded?: boolean;
  /** True if the data of pages has been deleted since. */
  isCleared?: boolean;
}

/** Stores both on this device. */
export function saveStartData(): void {
  const [here, { user }] = [school.get(), session.get()];
  if (here !== null && user !== null) writeStored(key, JSON.stringify({ school: here, user }));
}

/** Notes that the session has ended. Returns whether the data of pages still needs to be deleted. */
export function endStart(): boolean {
  const start = storedStart();
  if (start === null || start.isCleared === true) return false;
  writeStored(key, JSON.stringify({ ...start, hasEnded: true }));
  return true;
}

/** Notes that the data of pages has been deleted, unless someone has signed in since. */
export function noteCleared(): void {
  const start = storedStart();
  if (start?.hasEnded === true) writeStored(key, JSON.stringify({ ...start, isCleared: true }));
}

export const forgetStart = (): void => writeStored(key, null);

export function storedStart(): Start | null {
  try {
    return JSON.parse(readStored(key) ?? 'null') as Start | null;
  } catch {
    return null;
  }
}
