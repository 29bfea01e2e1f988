/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'payments.manage': { scope: 'school', adminsOnly: false, group: 'campus', order: 65 },
} as const;
