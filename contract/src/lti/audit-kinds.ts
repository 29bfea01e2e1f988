/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  lti_changed: {
    by: 'act',
    acts: ['invited', 'registered', 'added', 'changed', 'on', 'off', 'deleted', 'key_renewed'],
  },
  lti_course_connected: null,
  lti_account_connected: null,
  lti_account_disconnected: null,
} as const;
