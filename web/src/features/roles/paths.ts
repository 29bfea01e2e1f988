/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  adminRoles: '/admin/roles',
} as const;
