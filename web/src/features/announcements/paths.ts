export const paths = {
  adminAnnouncements: '/admin/announcements',
} as const;
