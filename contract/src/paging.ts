import { z } from 'zod';

/** Default page size. */
export const pageSizeDefault = 20;
/** Maximum rows on a page. */
export const pageSizeMax = 200;
/** Maximum offset in rows: larger than any school, and small enough for the database. */
export const offsetMax = 10_000_000;

/** Maximum characters of a cursor: longer than any name produces. */
export const cursorMax = 4_000;

const wholeNumber = (what: string, min: number, max: number) =>
  z.coerce
    .number({ error: `${what} must be a number` })
    .int(`${what} must be a whole number`)
    .min(min, `${what} must be at least ${min}`)
    .max(max, `${what} must be at most ${max}`);

/**
 * The range of older calls: `range` is the offset of the first row, `limit` the offset after the last (page p of size s is
 * `range=(p-1)*s&limit=p*s`), both in rows.
 */
export const rangeWindow = {
  range: wholeNumber('range', 0, offsetMax).default(0).describe('Offset of the first row.'),
  limit: wholeNumber('limit', 1, offsetMax).optional().describe('Offset after the last row.'),
};

/** Maximum rows on a page of a listing with a total. */
export const listingPageMax = 100;

/** The range of a listing with a total: rows to skip, and rows to return. */
export const offsetWindow = {
  pageOffset: wholeNumber('pageOffset', 0, offsetMax).default(0).describe('Rows to skip.'),
  pageSize: wholeNumber('pageSize', 1, listingPageMax)
    .default(pageSizeDefault)
    .describe('Rows to return.'),
};

/** `range` and `limit` of page `page` (1-based) with `size` rows. */
export const windowOfPage = (
  page: number,
  size: number = pageSizeDefault,
): { range: number; limit: number } => ({
  range: (page - 1) * size,
  limit: page * size,
});

/** The reply of a listing with a total. `total` counts all rows that match the filters. */
export const listingReply = <T extends z.ZodType>(item: T) =>
  z.object({
    total: z.number().int().describe('Number of all rows that match the filters.'),
    items: z.array(item),
    perPage: z.number().int(),
    currentPage: z.number().int(),
    messages: z.array(z.string()),
  });
