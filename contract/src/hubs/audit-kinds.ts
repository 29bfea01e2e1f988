/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  hub_changed: { by: 'act', acts: ['added', 'changed', 'archived', 'returned'] },
  hub_member_changed: { by: 'act', acts: ['added', 'removed'] },
  hubs_ordered: null,
} as const;
