/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  storage_limits_changed: null,
  storage_person_limit_changed: null,
} as const;
