/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  // Admins only: the LMS's address decides where people of the school sign in.
  'courses.manage': { scope: 'school', adminsOnly: true },
} as const;
