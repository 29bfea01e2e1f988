/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  notification_default_changed: null,
} as const;
