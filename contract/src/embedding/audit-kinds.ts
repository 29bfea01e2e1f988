/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  embed_code_made: null,
} as const;
