/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'webhooks.manage': { scope: 'school', adminsOnly: true },
} as const;
