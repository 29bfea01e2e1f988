/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'jobs.manage_all': { scope: 'school', adminsOnly: false, group: 'campus', order: 48 },
  'jobs.manage': { scope: 'club', adminsOnly: false, group: 'campus', order: 55 },
} as const;
