/** What roles may allow in this feature (contract/src/permissions.ts); held in a club. */
export const permissions = {
  'points.manage': { scope: 'club', adminsOnly: false, group: 'campus', order: 47 },
} as const;
