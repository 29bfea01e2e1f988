/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'chat.manage': { scope: 'school', adminsOnly: false, group: 'communication', order: 40 },
} as const;
