/** Permissions of this feature (contract/src/permissions.ts). People hold them in a club. */
export const permissions = {
  'points.manage': { scope: 'club', adminsOnly: false, group: 'campus', order: 47 },
} as const;
