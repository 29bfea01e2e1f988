/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'hubs.manage': { scope: 'school', adminsOnly: false, group: 'campus', order: 20 },
} as const;
