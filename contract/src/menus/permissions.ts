/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'menus.manage': { scope: 'school', adminsOnly: false, group: 'campus', order: 30 },
} as const;
