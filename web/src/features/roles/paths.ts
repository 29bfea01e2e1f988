export const paths = {
  adminRoles: '/admin/roles',
} as const;
