/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  event_email_changed: { by: 'act', acts: ['sent', 'deleted'] },
} as const;
