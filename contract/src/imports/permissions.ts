/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'imports.manage': { scope: 'school', adminsOnly: true },
  /** Only files of charges, payments and holds. */
  'imports.finances': { scope: 'school', adminsOnly: false, group: 'campus', order: 64 },
} as const;
