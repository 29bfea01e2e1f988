import { lazyModule } from '../lib/lazy-module.ts';

/** The data that this device stores for offline use: tickets and attendee lists. */
export const keptPart = lazyModule(() => import('../features/check-in/forget-kept.ts'));
