/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  adminMenu: '/admin/menu',
} as const;
