import { z } from 'zod';
import { cursorMax, pageSizeDefault, pageSizeMax } from './paging.ts';

/* The only paging format for lists: `{ cursor?, size }` → `{ items, nextCursor }`. */

/** The query of a paged call. */
export const cursorQuery = z.strictObject({
  cursor: z
    .string()
    .max(cursorMax)
    .optional()
    .describe('Cursor: `nextCursor` of the previous page.'),
  size: z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeDefault),
});

/** The reply of a paged call. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .describe('Cursor of the next page, or null if this is the last one.'),
  });
