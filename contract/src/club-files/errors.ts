/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  club_files_full: {
    status: 409,
    message: 'This club is out of storage. Delete some files, or contact an admin.',
  },
  club_files_closed: {
    status: 403,
    message: 'Only officers of the club can add files here. Ask one of them.',
  },
  club_folder_depth: {
    status: 409,
    message: 'Folders can be up to {max} levels deep. Choose another folder.',
  },
  club_folder_ring: {
    status: 409,
    message: 'A folder can’t be moved into itself. Choose another folder.',
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
