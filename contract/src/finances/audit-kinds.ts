/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  finance_read: null,
  finance_listed: null,
  finance_line_changed: { by: 'act', acts: ['added', 'reversed'] },
  finance_plan_changed: { by: 'act', acts: ['added', 'canceled'] },
  finance_hold_changed: { by: 'act', acts: ['added', 'lifted'] },
  finance_settings_changed: null,
  finance_key_made: null,
  finance_proxy_changed: { by: 'act', acts: ['added', 'confirmed', 'payment', 'revoked'] },
  finance_exported: null,
} as const;
