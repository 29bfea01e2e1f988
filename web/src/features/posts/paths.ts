/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  post: '/post',
} as const;
