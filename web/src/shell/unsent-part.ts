import { lazyModule } from '../lib/lazy-module.ts';

/** What somebody has written and not sent, on this device: asks about it, and forgets it. */
export const unsentPart = lazyModule(() => import('../features/chat/queue/unsent.tsx'));
