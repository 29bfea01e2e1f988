/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  invitations_off: {
    status: 409,
    message: 'People here sign in with single sign-on, so they don’t need an invitation.',
  },
} as const;
