export const paths = {
  admin: '/admin',
  adminOverview: '/admin/overview',
  adminPeople: '/admin/people',
  adminPerson: '/admin/people/$personId',
  adminReports: '/admin/reports',
  adminPrivacy: '/admin/privacy',
  adminAudit: '/admin/log',
} as const;
