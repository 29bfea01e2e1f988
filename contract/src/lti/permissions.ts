/** What roles may allow in this feature (contract/src/permissions.ts). */
export const permissions = {
  // Whoever names a platform names who signs people of the school in.
  'lti.manage': { scope: 'school', adminsOnly: true },
} as const;
