/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  club_changed: {
    by: 'act',
    acts: [
      'added',
      'changed',
      'deleted',
      'restored',
      'frozen',
      'unfrozen',
      'renewed',
      'link_added',
      'link_revoked',
    ],
  },
  club_members_changed: {
    by: 'act',
    acts: [
      'accepted',
      'declined',
      'invited',
      'removed',
      'uninvited',
      'banned',
      'unbanned',
      'position',
      'tags',
      'list_checked',
      'imported',
      'import_undone',
    ],
  },
  club_label_changed: { by: 'act', acts: ['added', 'changed', 'deleted'] },
  club_note_added: null,
} as const;
