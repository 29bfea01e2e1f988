export const paths = {
  calendar: '/calendar',
} as const;
