/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  upload_unsafe: { status: 422, message: 'This file can’t be sent.' },
  too_many_uploads: {
    status: 409,
    message: 'Too many files are being uploaded. Send or remove some first.',
  },
} as const;
