/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  upload_unsafe: {
    status: 422,
    message: 'This type of file isn’t safe to send. Choose another one.',
  },
  too_many_uploads: {
    status: 409,
    message: 'Too many files are waiting to be sent. Send or remove some first.',
  },
} as const;
