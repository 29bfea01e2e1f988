import { z } from 'zod';

/** What a page says of itself; fetched by the server once a day at most. */
export const linkPreview = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string(),
  site: z.string(),
  /** A picture kept here, or null. */
  pictureUrl: z.string().nullable(),
});
export type LinkPreview = z.output<typeof linkPreview>;
