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
}

/** Stores both on this device. */
export function saveStartData(): void {
  const [here, { user }] = [school.get(), session.get()];
  if (here !== null && user !== null) writeStored(key, JSON.stringify({ school: here, user }));
}

export const forgetStart = (): void => writeStored(key, null);

export function storedStart(): Start | null {
  try {
    return JSON.parse(readStored(key) ?? 'null') as Start | null;
  } catch {
    return null;
  }
}
