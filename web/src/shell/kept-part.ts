import { lazyModule } from '../lib/lazy-module.ts';

/** What this device keeps for when there is no network: tickets, and lists of those who come to an event. */
export const keptPart = lazyModule(() => import('../features/check-in/forget-kept.ts'));
