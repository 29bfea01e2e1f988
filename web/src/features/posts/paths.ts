export const paths = {
  post: '/post',
} as const;
