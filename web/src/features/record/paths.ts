/** Addresses of this feature (web/src/paths.ts). */
export const paths = {
  cct: '/cct',
} as const;
