/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  dues_plan_changed: { by: 'act', acts: ['added', 'updated', 'archived', 'restored'] },
  dues_changed: { by: 'act', acts: ['waived', 'due', 'reminded', 'exported'] },
} as const;
