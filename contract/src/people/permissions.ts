/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'people.manage': { scope: 'school', adminsOnly: true },
  'privacy.manage': { scope: 'school', adminsOnly: false, group: 'privacy', order: 10 },
} as const;
