/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  calendar: '/calendar',
} as const;
