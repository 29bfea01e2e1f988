export const paths = {
  adminLook: '/admin/look',
} as const;
