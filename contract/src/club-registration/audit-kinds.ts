/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  club_registration_changed: { by: 'act', acts: ['settings', 'form', 'window', 'exported'] },
} as const;
