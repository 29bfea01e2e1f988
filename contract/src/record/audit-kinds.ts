/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  record_changed: {
    by: 'act',
    acts: [
      'setup',
      'layout',
      'entry_revoked',
      'document_revoked',
      'badge_awarded',
      'badge_revoked',
      'key_renewed',
      'read',
    ],
  },
} as const;
