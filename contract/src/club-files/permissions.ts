/** Permissions of this feature (contract/src/permissions.ts). People hold them in a club. */
export const permissions = {
  'files.manage': { scope: 'club', adminsOnly: false, group: 'campus', order: 46 },
} as const;
