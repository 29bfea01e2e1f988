/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  cannot_block: {
    status: 409,
    message: 'Admins can’t block people or be blocked. Report the person instead.',
  },
} as const;
