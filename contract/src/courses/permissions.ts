/** What roles may allow in this feature (contract/src/permissions.ts). */
export const permissions = {
  // Who names the learning system names where people of the school sign in.
  'courses.manage': { scope: 'school', adminsOnly: true },
} as const;
