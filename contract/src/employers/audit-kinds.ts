/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  employer_changed: {
    by: 'act',
    acts: [
      'added',
      'edited',
      'suspended',
      'restored',
      'deleted',
      'contact_invited',
      'contact_invited_again',
      'contact_removed',
      'contact_signed_in',
    ],
  },
} as const;
