/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  course_people_exported: null,
  lms_changed: { by: 'act', acts: ['set', 'on', 'off', 'deleted'] },
} as const;
