/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  key_made: null,
  key_ended: null,
  personal_keys_allowed: { by: 'isAllowed', acts: ['true', 'false'] },
} as const;
