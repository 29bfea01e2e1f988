export const paths = {
  start: '/start',
} as const;
