/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'budgets.manage': { scope: 'school', adminsOnly: false, group: 'campus', order: 48 },
  'budgets.request': { scope: 'club', adminsOnly: false, group: 'campus', order: 51 },
  'money.read': { scope: 'club', adminsOnly: false, group: 'campus', order: 52 },
} as const;
