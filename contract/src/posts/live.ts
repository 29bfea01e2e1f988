import { z } from 'zod';
import { spreadMs } from '../live-spread.ts';

/** Realtime events of this feature (contract/src/live.ts). */
export const liveEvents = {
  /**
   * A post is `new`, `changed`, `deleted`, or has new counts (`counted`, at most once a second per post). Clients then request
   * the post and receive the fields that they can see. The event has no counts, because they differ between readers: likes and
   * comments of hidden people don't count.
   */
  posts_changed: z.object({
    kind: z.literal('posts_changed'),
    post: z.string(),
    club: z.string().nullable().describe('ID of the club, or null for the whole school.'),
    what: z.enum(['new', 'changed', 'counted', 'deleted']),
    spreadMs,
  }),
} as const;
