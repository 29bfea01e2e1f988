/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  order_changed: {
    by: 'act',
    acts: ['receipt', 'refund', 'declined', 'canceled', 'fulfilled', 'exported'],
  },
  payment_settings_changed: null,
  payout_recorded: null,
  donations_changed: null,
  discount_changed: { by: 'act', acts: ['added', 'updated'] },
} as const;
