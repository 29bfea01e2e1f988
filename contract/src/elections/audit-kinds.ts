/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  election_changed: {
    by: 'act',
    acts: [
      'added',
      'announced',
      'extended',
      'canceled',
      'deleted',
      'paper_cleared',
      'paper_confirmed',
    ],
  },
} as const;
