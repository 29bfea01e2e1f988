/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  menu_changed: null,
} as const;
