/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  club_file_changed: {
    by: 'act',
    acts: [
      'added',
      'changed',
      'restored',
      'deleted',
      'folder_added',
      'folder_changed',
      'folder_deleted',
    ],
  },
  club_file_limit_changed: null,
} as const;
