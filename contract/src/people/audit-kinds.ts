/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  protected_read: null,
  reading_slowed: null,
  standing_changed: null,
} as const;
