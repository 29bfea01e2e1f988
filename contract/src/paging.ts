import { z } from 'zod';

/** Page size everywhere unless a caller asks for another. */
export const pageSizeDefault = 20;
/** Largest page one call answers, in rows. */
export const pageSizeMax = 200;
/** Largest offset one call accepts, in rows: larger than any school, small enough for the database. */
export const offsetMax = 10_000_000;

/** Longest cursor one call accepts, in characters: longer than any name makes one. */
export const cursorMax = 4_000;

const wholeNumber = (what: string, min: number, max: number) =>
  z.coerce
    .number({ error: `${what} must be a number` })
    .int(`${what} must be a whole number`)
    .min(min, `${what} must be at least ${min}`)
    .max(max, `${what} must be at most ${max}`);

/**
 * The older calls' window: `range` is the offset of the first row, `limit` the offset after the last
 * (page p of size s is `range=(p-1)*s&limit=p*s`), both in rows.
 */
export const rangeWindow = {
  range: wholeNumber('range', 0, offsetMax).default(0),
  limit: wholeNumber('limit', 1, offsetMax).optional(),
};

/** Largest page of a length-aware listing, in rows. */
export const listingPageMax = 100;

/** The length-aware window: rows to skip and rows to answer. */
export const offsetWindow = {
  pageOffset: wholeNumber('pageOffset', 0, offsetMax).default(0),
  pageSize: wholeNumber('pageSize', 1, listingPageMax).default(pageSizeDefault),
};

/** `range` and `limit` of page `page` (1-based) with `size` rows. */
export const windowOfPage = (
  page: number,
  size: number = pageSizeDefault,
): { range: number; limit: number } => ({
  range: (page - 1) * size,
  limit: page * size,
});

/** Answer of a length-aware listing. `total` counts all rows under the filters. */
export const listingReply = <T extends z.ZodType>(item: T) =>
  z.object({
    total: z.number().int(),
    items: z.array(item),
    perPage: z.number().int(),
    currentPage: z.number().int(),
    messages: z.array(z.string()),
  });
