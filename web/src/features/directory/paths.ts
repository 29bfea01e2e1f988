export const paths = {
  directory: '/directory',
} as const;
