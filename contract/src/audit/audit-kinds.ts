/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  activity_log_exported: null,
} as const;
