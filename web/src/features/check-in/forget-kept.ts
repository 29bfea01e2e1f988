import { forgetOfflineData } from '../../lib/offline-store.ts';
import { forgetKits } from '../door-scans/check-in-store.ts';

/** Removes tickets, attendee lists and the data of pages from this device. */
export async function forgetKept(): Promise<void> {
  await Promise.all([
    forgetKits().catch(() => undefined),
    forgetOfflineData().catch(() => undefined),
  ]);
}
