import { forgetOffline } from '../../lib/offline-copy.ts';
import { forgetKits } from '../door-scans/check-in-store.ts';

/** Removes tickets and lists of attendees from this device, and the copies of their pages. */
export async function forgetKept(): Promise<void> {
  await Promise.all([forgetKits().catch(() => undefined), forgetOffline().catch(() => undefined)]);
}
