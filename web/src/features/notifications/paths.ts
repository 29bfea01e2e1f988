export const paths = {
  notifications: '/notifications',
  settingsNotifications: '/settings/notifications',
  adminNotifications: '/admin/notifications',
} as const;
