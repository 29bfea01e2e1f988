import { z } from 'zod';

/** What the realtime hub says of this feature (contract/src/live.ts). */
export const liveEvents = {
  /** The person's notifications: how many are unread, and a number that rises with every change of the list. */
  notifications_changed: z.object({
    kind: z.literal('notifications_changed'),
    change: z.number().int(),
    unread: z.number().int(),
  }),
} as const;
