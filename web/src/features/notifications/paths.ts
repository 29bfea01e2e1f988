/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  notifications: '/notifications',
  settingsNotifications: '/settings/notifications',
  adminNotifications: '/admin/notifications',
} as const;
