/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'storage.manage': { scope: 'school', adminsOnly: false, group: 'campus', order: 66 },
} as const;
