/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  sign_in_slowed: null,
  two_step_policy_changed: null,
} as const;
