/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'finances.manage': { scope: 'school', adminsOnly: false, group: 'campus', order: 63 },
} as const;
