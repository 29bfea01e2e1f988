/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  adminLook: '/admin/look',
} as const;
