/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  setup_checklist_changed: null,
} as const;
