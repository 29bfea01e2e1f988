/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  post_moderated: {
    by: 'act',
    acts: ['deleted', 'pinned', 'unpinned', 'hidden', 'shown', 'closed', 'reopened'],
  },
} as const;
