import { z } from 'zod';

/** What the realtime hub says of this feature (contract/src/live.ts). */
export const liveEvents = {
  /**
   * Something was posted (`new`), says something else (`changed`), was deleted, or has other counts (`counted`, at most once a second for
   * a post). Who hears it asks for the post and gets what they may see.
   */
  posts_changed: z.object({
    kind: z.literal('posts_changed'),
    post: z.string(),
    club: z.string().nullable().describe('Where it stands; null: the whole school.'),
    what: z.enum(['new', 'changed', 'counted', 'deleted']),
  }),
} as const;
