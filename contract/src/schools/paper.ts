/** Sizes of paper on which documents are drawn. No zod here: the browser imports these at run time. */
export const papers = ['A4', 'LETTER'] as const;
export type Paper = (typeof papers)[number];
