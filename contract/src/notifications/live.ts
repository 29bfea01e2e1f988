import { z } from 'zod';

/** Realtime events of this feature (contract/src/live.ts). */
export const liveEvents = {
  /** The person's notifications changed: the number of unread ones, and the change number of the list. */
  notifications_changed: z.object({
    kind: z.literal('notifications_changed'),
    change: z.number().int(),
    unread: z.number().int(),
  }),
} as const;
