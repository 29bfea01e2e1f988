/** Addresses of this feature (web/src/paths.ts). */
export const paths = {
  finances: '/financial',
} as const;
