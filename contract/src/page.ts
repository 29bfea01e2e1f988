import { z } from 'zod';
import { cursorMax, pageSizeDefault, pageSizeMax } from './paging.ts';

/* The one way to page through a list: `{ cursor?, size }` → `{ items, nextCursor }`. */

/** What a call that answers a page takes. */
export const cursorQuery = z.strictObject({
  cursor: z.string().max(cursorMax).optional().describe('`nextCursor` of the page before.'),
  size: z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeDefault),
});

/** What it answers. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().describe('null: nothing follows.'),
  });
