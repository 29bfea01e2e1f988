/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  wrong_credentials: { status: 401, message: 'Incorrect email or password.' },
  weak_password: {
    status: 422,
    message: 'Choose a password with 10 or more characters that isn’t easy to guess.',
  },
  reset_link_invalid: {
    status: 410,
    message: 'This link was already used or has expired. Request a new one.',
  },
  confirm_identity: {
    status: 403,
    message: 'Confirm that it’s you first: enter your password, or sign in again.',
  },
  sso_required: {
    status: 403,
    message: 'Sign in with your school’s single sign-on instead of a password.',
  },
} as const;
