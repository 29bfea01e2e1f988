/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  scim_person: { by: 'act', acts: ['added', 'changed', 'ended', 'returned'] },
  scim_group: { by: 'act', acts: ['added', 'changed', 'removed'] },
} as const;
