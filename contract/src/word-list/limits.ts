/** Limits of a school's word list. */
export const wordListLimits = { words: 500, word: 60 } as const;

/** Actions for a post or comment with a listed word: it is refused, or hidden until a moderator approves it. */
export const wordActions = ['refuse', 'review'] as const;
export type WordAction = (typeof wordActions)[number];
