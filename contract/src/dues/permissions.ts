/** Permissions of this feature (contract/src/permissions.ts). People hold those with the scope `club` in a club. */
export const permissions = {
  'dues.manage': { scope: 'club', adminsOnly: false, group: 'campus', order: 53 },
} as const;
