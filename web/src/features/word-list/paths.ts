export const paths = {
  adminWordList: '/admin/word-list',
} as const;
