import { forgetOffline } from '../../lib/offline-copy.ts';
import { forgetKits } from '../door-scans/check-in-store.ts';

/** Removes tickets and attendee lists from this device, and the offline copies of their pages. */
export async function forgetKept(): Promise<void> {
  await Promise.all([forgetKits().catch(() => undefined), forgetOffline().catch(() => undefined)]);
}
