/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'roles.manage': { scope: 'school', adminsOnly: true },
} as const;
