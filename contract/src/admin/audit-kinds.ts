/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  account_access: { by: 'act', acts: ['suspended', 'restored', 'signed_out', 'two_step_reset'] },
  people_exported: null,
} as const;
