/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  field_rules_changed: null,
  analytics_changed: null,
  sharing_changed: null,
  message_standalone_changed: null,
  session_limits_changed: null,
  embed_origins_changed: null,
  layout_changed: null,
  school_identity_changed: null,
  paper_changed: null,
  profile_groups_changed: null,
  school_picture_changed: null,
} as const;
