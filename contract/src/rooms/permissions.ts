/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'rooms.manage': { scope: 'school', adminsOnly: false, group: 'campus', order: 62 },
} as const;
