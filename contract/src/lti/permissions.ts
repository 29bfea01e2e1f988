/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  // Admins only: an LMS platform can sign people of the school in.
  'lti.manage': { scope: 'school', adminsOnly: true },
} as const;
