/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  directory: '/directory',
} as const;
