export const paths = {
  inbox: '/inbox',
  adminNewsletters: '/admin/newsletters',
  unsubscribe: '/unsubscribe',
} as const;
