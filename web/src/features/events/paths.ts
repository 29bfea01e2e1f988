/** Addresses of this feature (web/src/paths.ts). */
export const paths = {
  events: '/events',
} as const;
