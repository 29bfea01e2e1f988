/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'sharing.manage': { scope: 'school', adminsOnly: false, group: 'privacy', order: 20 },
} as const;
