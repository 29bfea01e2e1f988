/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  cannot_block: {
    status: 409,
    message: 'You can’t block admins, and admins can’t block people. Report the person instead.',
  },
} as const;
