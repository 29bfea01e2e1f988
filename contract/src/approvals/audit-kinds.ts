/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  submission_changed: {
    by: 'act',
    acts: ['submitted', 'resubmitted', 'approved', 'changes_requested', 'denied', 'withdrawn'],
  },
  approval_process_changed: null,
} as const;
