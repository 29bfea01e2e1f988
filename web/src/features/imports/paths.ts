/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  adminImport: '/admin/import',
} as const;
