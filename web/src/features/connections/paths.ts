/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  connections: '/connections',
} as const;
