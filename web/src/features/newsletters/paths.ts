/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  inbox: '/inbox',
  adminNewsletters: '/admin/newsletters',
  unsubscribe: '/unsubscribe',
} as const;
