/** Permissions of this feature (contract/src/permissions.ts). People hold those with the scope `club` in a club. */
export const permissions = {
  'clubs.manage': { scope: 'school', adminsOnly: false, group: 'campus', order: 40 },
  'clubs.edit': { scope: 'club', adminsOnly: false, group: 'campus', order: 41 },
  'clubs.manage_members': { scope: 'club', adminsOnly: false, group: 'campus', order: 42 },
  'clubs.manage_officers': { scope: 'club', adminsOnly: false, group: 'campus', order: 43 },
} as const;
