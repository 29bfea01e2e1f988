/** Addresses of this feature (web/src/paths.ts). */
export const paths = {
  courses: '/edu',
} as const;
