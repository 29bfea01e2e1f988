/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  role_changed: { by: 'act', acts: ['added', 'changed', 'deleted'] },
  role_member_changed: { by: 'act', acts: ['added', 'removed'] },
} as const;
