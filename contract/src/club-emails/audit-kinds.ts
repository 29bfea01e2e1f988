/** What the audit log keeps of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  club_email_sent: null,
  club_email_deleted: null,
} as const;
