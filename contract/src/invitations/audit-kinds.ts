/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  invitations_sent: null,
} as const;
