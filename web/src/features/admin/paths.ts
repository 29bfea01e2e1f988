export const paths = {
  admin: '/admin',
  adminReports: '/admin/reports',
  adminPrivacy: '/admin/privacy',
  adminAudit: '/admin/log',
} as const;
