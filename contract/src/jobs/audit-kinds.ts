/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  job_changed: {
    by: 'act',
    acts: ['added', 'opened', 'edited', 'closed', 'deleted'],
  },
} as const;
