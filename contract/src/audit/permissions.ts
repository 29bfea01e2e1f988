/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'audit.read': { scope: 'school', adminsOnly: false, group: 'moderation', order: 20 },
} as const;
