/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  adminWordList: '/admin/word-list',
} as const;
