/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  club_points_changed: { by: 'act', acts: ['given', 'reversed', 'settings'] },
} as const;
