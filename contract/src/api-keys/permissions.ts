/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'api-keys.manage': { scope: 'school', adminsOnly: true },
} as const;
