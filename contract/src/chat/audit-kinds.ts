/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  chat_policy_changed: null,
  message_deleted: null,
} as const;
