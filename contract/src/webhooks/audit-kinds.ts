/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  webhook_changed: {
    by: 'what',
    acts: ['added', 'changed', 'on', 'off', 'failing', 'gone', 'deleted', 'new_secret'],
  },
} as const;
