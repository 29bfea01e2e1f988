import { lazyModule } from '../lib/lazy-module.ts';

/** The data that this device stores for offline use: tickets and attendee lists. */
export const keptPart = lazyModule(() => import('../features/check-in/forget-kept.ts'));

/** Shows the data of pages that this device stores for offline use. */
export const offlinePart = lazyModule(() => import('../lib/offline-page.ts'));
/** Deletes it. */
export const offlineStorePart = lazyModule(() => import('../lib/offline-store.ts'));
