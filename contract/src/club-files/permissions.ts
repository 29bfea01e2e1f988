/** What roles may allow in this feature (contract/src/permissions.ts); held in a club. */
export const permissions = {
  'files.manage': { scope: 'club', adminsOnly: false, group: 'campus', order: 46 },
} as const;
