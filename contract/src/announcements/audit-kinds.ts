/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  announcement_changed: { by: 'act', acts: ['added', 'changed', 'deleted'] },
} as const;
