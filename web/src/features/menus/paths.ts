export const paths = {
  adminMenu: '/admin/menu',
} as const;
