/** What roles may allow in this feature (contract/src/permissions.ts). */
export const permissions = {
  'sharing.manage': { scope: 'school', adminsOnly: false, group: 'privacy', order: 20 },
} as const;
