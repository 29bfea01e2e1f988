/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'reports.manage': { scope: 'school', adminsOnly: false, group: 'moderation', order: 10 },
} as const;
