import { z } from 'zod';
import { schemaNames } from '../schema-names.ts';

/** A page's own title and description. The server fetches them at most once a day. */
export const linkPreview = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string(),
  site: z.string(),
  pictureUrl: z.string().nullable().describe('Address of a stored picture, or null.'),
});
schemaNames.add(linkPreview, { id: 'LinkPreview' });
export type LinkPreview = z.output<typeof linkPreview>;
