/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'newsletters.manage': { scope: 'school', adminsOnly: false, group: 'communication', order: 10 },
} as const;
