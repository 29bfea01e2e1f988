/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  sign_in_again: {
    status: 403,
    message: 'Sign in again, then try again within {minutes} minutes.',
  },
} as const;
