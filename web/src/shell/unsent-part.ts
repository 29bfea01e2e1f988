import { later } from '../lib/later.ts';

/** What somebody has written and not sent, on this device: asks about it, and forgets it. */
export const unsentPart = later(() => import('../features/chat/queue/unsent.tsx'));
