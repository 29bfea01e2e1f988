/** What roles may allow in this feature (contract/src/permissions.ts); held in a club. */
export const permissions = {
  'emails.send': { scope: 'club', adminsOnly: false, group: 'campus', order: 48 },
} as const;
