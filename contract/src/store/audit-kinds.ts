/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  product_changed: { by: 'act', acts: ['added', 'updated', 'archived'] },
} as const;
