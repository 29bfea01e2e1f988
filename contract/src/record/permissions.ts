/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'record.manage': { scope: 'school', adminsOnly: false, group: 'campus', order: 70 },
} as const;
