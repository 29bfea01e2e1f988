/** Addresses of this feature (web/src/paths.ts). */
export const paths = {
  booking: '/booking',
} as const;
