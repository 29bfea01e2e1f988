export const paths = {
  adminHubs: '/admin/hubs',
} as const;
