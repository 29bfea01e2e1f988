/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  newsletter_sent: null,
  newsletter_deleted: null,
} as const;
