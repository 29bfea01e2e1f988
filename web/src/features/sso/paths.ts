export const paths = {
  adminSignOn: '/admin/sign-on',
} as const;
