/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'approvals.manage': { scope: 'school', adminsOnly: false, group: 'campus', order: 50 },
} as const;
