/** Limits of a school’s word list. */
export const wordListLimits = { words: 500, word: 60 } as const;

/** What happens to a post or comment with a listed word: it is refused, or others see it once a moderator has shown it. */
export const wordActions = ['refuse', 'review'] as const;
export type WordAction = (typeof wordActions)[number];
