/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'elections.manage_all': { scope: 'school', adminsOnly: false, group: 'campus', order: 47 },
  'elections.manage': { scope: 'club', adminsOnly: false, group: 'campus', order: 50 },
} as const;
