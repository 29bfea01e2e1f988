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
}

/** Stores both on this device. */
export function saveStartData(): void {
  const [here, { user }] = [school.get(), session.get()];
  if (here !== null && user !== null) writeStored(key, JSON.stringify({ school: here, user }));
}

/** Notes that the session has ended. Returns false if that is known, or if no data is stored. */
export function endStart(): boolean {
  const start = storedStart();
  if (start === null || start.hasEnded === true) return false;
  writeStored(key, JSON.stringify({ ...start, hasEnded: true }));
  return true;
}

export const forgetStart = (): void => writeStored(key, null);

export function storedStart(): Start | null {
  try {
    return JSON.parse(readStored(key) ?? 'null') as Start | null;
  } catch {
    return null;
  }
}
