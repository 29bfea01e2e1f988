/** What roles may allow in this feature (contract/src/permissions.ts). */
export const permissions = {
  'imports.manage': { scope: 'school', adminsOnly: true },
  /** Files of charges, payments and holds alone. */
  'imports.finances': { scope: 'school', adminsOnly: false, group: 'campus', order: 64 },
} as const;
