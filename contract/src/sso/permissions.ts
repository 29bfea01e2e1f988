/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'sign-on.manage': { scope: 'school', adminsOnly: true },
} as const;
