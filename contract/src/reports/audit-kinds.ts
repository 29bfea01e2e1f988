/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  report_changed: null,
  report_warned: null,
  reported_content_changed: { by: 'act', acts: ['hidden', 'shown'] },
} as const;
