/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  booking_office_changed: { by: 'act', acts: ['created', 'updated', 'deleted'] },
} as const;
