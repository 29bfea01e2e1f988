/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  adminSignOn: '/admin/sign-on',
} as const;
