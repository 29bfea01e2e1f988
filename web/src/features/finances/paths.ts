export const paths = {
  finances: '/financial',
  adminFinances: '/admin/finances',
  sharedFinances: '/shared-finances',
} as const;
