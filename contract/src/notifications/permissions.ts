/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'notifications.manage': { scope: 'school', adminsOnly: false, group: 'communication', order: 30 },
} as const;
