/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  own_account: {
    status: 409,
    message: 'You can’t suspend or sign out your own account here. Choose other accounts.',
  },
} as const;
