/** What roles may allow in this feature (contract/src/permissions.ts). */
export const permissions = {
  'posts.manage': { scope: 'school', adminsOnly: false, group: 'moderation', order: 30 },
} as const;
