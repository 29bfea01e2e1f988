/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  sign_on_changed: null,
} as const;
