export const paths = {
  admin: '/admin',
  adminPeople: '/admin/people',
  adminPerson: '/admin/people/$personId',
  adminReports: '/admin/reports',
  adminPrivacy: '/admin/privacy',
  adminAudit: '/admin/log',
} as const;
