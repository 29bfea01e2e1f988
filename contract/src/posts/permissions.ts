/** Permissions of this feature (contract/src/permissions.ts). People hold those with the scope `club` in a club. */
export const permissions = {
  'posts.manage': { scope: 'school', adminsOnly: false, group: 'moderation', order: 30 },
  'posts.publish': { scope: 'club', adminsOnly: false, group: 'campus', order: 44 },
  'posts.moderate': { scope: 'club', adminsOnly: false, group: 'campus', order: 45 },
} as const;
