/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  home: '/',
} as const;
