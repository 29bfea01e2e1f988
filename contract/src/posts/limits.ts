/* Limits of posts. No zod here: the browser imports these at run time. */

/** Characters of a post and of a comment; files of a post; options of a poll and characters of one; days a poll may run. */
export const postLimits = {
  text: 8_000,
  comment: 2_000,
  files: 40,
  options: 10,
  option: 100,
  days: 90,
  /** Faces shown of those who like something. */
  faces: 3,
} as const;

/** What one person may do in so many seconds. */
export const postRates = {
  post: { max: 30, seconds: 3_600 },
  comment: { max: 120, seconds: 3_600 },
  react: { max: 600, seconds: 3_600 },
} as const;
