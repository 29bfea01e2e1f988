/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  upload_unsafe: {
    status: 422,
    message: 'You can’t send this file because its type isn’t safe. Send a different one.',
  },
  too_many_uploads: {
    status: 409,
    message: 'You’re uploading too many files. Send or remove some first.',
  },
} as const;
