/** Paper sizes of documents. This file doesn't import zod because the browser uses it at run time. */
export const papers = ['A4', 'LETTER'] as const;
export type Paper = (typeof papers)[number];
