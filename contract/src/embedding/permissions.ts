/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'embedding.manage': { scope: 'school', adminsOnly: true },
} as const;
