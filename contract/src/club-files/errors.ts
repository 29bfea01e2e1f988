/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  club_files_full: {
    status: 409,
    message: 'The club’s storage is full. Delete some files, or ask an admin.',
  },
  club_files_closed: {
    status: 403,
    message: 'Only officers of the club can add files here. Ask one of them.',
  },
  club_folder_depth: {
    status: 409,
    message: 'Folders can be up to {max} levels deep. Choose a higher folder.',
  },
  club_folder_ring: {
    status: 409,
    message: 'You can’t move a folder into itself. Choose another folder.',
  },
  too_many_club_folders: {
    status: 409,
    message: 'A club can have up to {max} folders. Delete one first.',
  },
  too_many_club_files: {
    status: 409,
    message: 'A club can have up to {max} files. Delete one first.',
  },
} as const;
