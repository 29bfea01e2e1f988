export const paths = {
  adminImport: '/admin/import',
} as const;
