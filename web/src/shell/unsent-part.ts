import { lazyModule } from '../lib/lazy-module.ts';

/** The user's unsent messages on this device: asks about them, and removes them. */
export const unsentPart = lazyModule(() => import('../features/chat/queue/sign-out.tsx'));
