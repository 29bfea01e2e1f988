/** What roles may allow in this feature (contract/src/permissions.ts). */
export const permissions = {
  'newsletters.manage': { scope: 'school', adminsOnly: false, group: 'communication', order: 10 },
} as const;
