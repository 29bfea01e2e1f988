export const paths = {
  connections: '/connections',
} as const;
