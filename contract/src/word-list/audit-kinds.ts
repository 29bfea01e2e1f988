/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  word_list_changed: null,
} as const;
