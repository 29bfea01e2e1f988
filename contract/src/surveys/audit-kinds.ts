/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  survey_changed: {
    by: 'act',
    acts: ['added', 'published', 'closed', 'reopened', 'deleted', 'exported', 'reminded'],
  },
} as const;
