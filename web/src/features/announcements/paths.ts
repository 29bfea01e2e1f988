/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  adminAnnouncements: '/admin/announcements',
} as const;
