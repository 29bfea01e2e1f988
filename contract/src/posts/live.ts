import { z } from 'zod';

/** Realtime events of this feature (contract/src/live.ts). */
export const liveEvents = {
  /**
   * A post is `new`, `changed`, `deleted`, or has new counts (`counted`, at most once a second per post). Clients then request
   * the post and receive the fields that they can see.
   */
  posts_changed: z.object({
    kind: z.literal('posts_changed'),
    post: z.string(),
    club: z.string().nullable().describe('ID of the club, or null for the whole school.'),
    what: z.enum(['new', 'changed', 'counted', 'deleted']),
  }),
} as const;
