/** Addresses of this feature (web/src/paths.ts). */
export const paths = {
  settingsStorage: '/settings/storage',
  adminStorage: '/admin/storage',
} as const;
