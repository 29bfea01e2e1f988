/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  club_account_changed: { by: 'act', acts: ['added', 'updated', 'archived', 'restored'] },
  ledger_changed: {
    by: 'act',
    acts: ['posted', 'allocated', 'transferred', 'reversed', 'exported'],
  },
  budget_period_changed: { by: 'act', acts: ['added', 'updated', 'closed'] },
  budget_request_changed: {
    by: 'act',
    acts: ['granted', 'spent', 'closed', 'deleted'],
  },
} as const;
