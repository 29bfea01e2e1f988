/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  storage_full: {
    status: 409,
    message: 'Your storage is full. Delete some files first.',
  },
  school_storage_full: {
    status: 409,
    message: 'Your school’s storage is full. Ask an admin to free up space.',
  },
  file_in_use: {
    status: 409,
    message: 'This file is in use. Remove it from everywhere it’s used, then try again.',
  },
} as const;
