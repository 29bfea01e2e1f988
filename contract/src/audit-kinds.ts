/* What the activity log keeps, by kind. No zod: the web app reads it. */

/** Kinds that the log says in words of their own for each act; `by` is the part of the detail that names the act. */
export const auditActs = {
  webhook_changed: {
    by: 'what',
    acts: ['added', 'changed', 'on', 'off', 'failing', 'gone', 'deleted', 'new_secret'],
  },
  scim_person: { by: 'act', acts: ['added', 'changed', 'ended', 'returned'] },
  scim_group: { by: 'act', acts: ['added', 'changed', 'removed'] },
  role_changed: { by: 'act', acts: ['added', 'changed', 'deleted'] },
  role_member_changed: { by: 'act', acts: ['added', 'removed'] },
  hub_changed: { by: 'act', acts: ['added', 'changed', 'archived', 'returned'] },
  hub_member_changed: { by: 'act', acts: ['added', 'removed'] },
  import_run_moved: { by: 'to', acts: ['collecting', 'waiting', 'confirmed', 'cancelled'] },
} as const;

/** The others: one sentence each. */
export const plainAuditKinds = [
  'protected_read',
  'field_rules_changed',
  'analytics_changed',
  'newsletter_sent',
  'newsletter_deleted',
  'sharing_changed',
  'message_standalone_changed',
  'chat_policy_changed',
  'message_deleted',
  'report_changed',
  'reading_slowed',
  'sign_in_slowed',
  'sign_on_changed',
  'session_limits_changed',
  'standing_changed',
  'person_linked',
  'embed_origins_changed',
  'embed_code_made',
  'key_made',
  'key_ended',
  'notification_default_changed',
  'personal_keys_allowed',
  'layout_changed',
  'school_picture_changed',
  'menu_changed',
  'hubs_ordered',
  'import_stored',
  'import_undone',
] as const;

export type AuditKind = keyof typeof auditActs | (typeof plainAuditKinds)[number];
