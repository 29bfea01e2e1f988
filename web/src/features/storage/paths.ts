export const paths = {
  settingsStorage: '/settings/storage',
  adminStorage: '/admin/storage',
} as const;
