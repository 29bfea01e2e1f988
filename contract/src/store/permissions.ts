/** Permissions of this feature (contract/src/permissions.ts). People hold those with the scope `club` in a club. */
export const permissions = {
  'store.manage': { scope: 'club', adminsOnly: false, group: 'campus', order: 52 },
} as const;
