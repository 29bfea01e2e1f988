/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  sign_in_directly: {
    status: 403,
    message:
      'You’re signed in through another page. Sign in to the site directly and try again there.',
  },
  too_many_keys: {
    status: 409,
    message: 'You’ve reached the limit of {max} keys. Revoke one first.',
  },
  personal_keys_off: {
    status: 403,
    message: 'Your school has turned off personal API keys. Ask an admin to turn them on.',
  },
} as const;
