/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  event_changed: {
    by: 'act',
    acts: [
      'added',
      'proposed',
      'changed',
      'published',
      'submitted',
      'canceled',
      'deleted',
      'divided',
      'attendees_changed',
      'list_checked',
      'checked_in',
      'exported',
    ],
  },
} as const;
