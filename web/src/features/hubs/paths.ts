/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  adminHubs: '/admin/hubs',
} as const;
