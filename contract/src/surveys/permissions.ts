/** Permissions of this feature (contract/src/permissions.ts). People hold them in a club. */
export const permissions = {
  'surveys.manage': { scope: 'club', adminsOnly: false, group: 'campus', order: 44 },
} as const;
