/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'announcements.manage': { scope: 'school', adminsOnly: false, group: 'communication', order: 20 },
} as const;
