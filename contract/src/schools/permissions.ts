/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'analytics.manage': { scope: 'school', adminsOnly: true },
  'school.manage': { scope: 'school', adminsOnly: false, group: 'campus', order: 10 },
} as const;
