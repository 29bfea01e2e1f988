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
  second_step_needed: {
    status: 403,
    message:
      'Two-step verification is on. Confirm with a code, a passkey or a recovery code instead of your password.',
  },
  passkey_needs_password: {
    status: 403,
    message: 'You can’t add passkeys, because you sign in through your school’s single sign-on.',
  },
  passkey_refused: {
    status: 403,
    message: 'This passkey didn’t work. Try again, or sign in another way.',
  },
  passkey_unknown: {
    status: 401,
    message:
      'This passkey doesn’t belong to an account at this address. Sign in another way, then add a new passkey in your settings.',
  },
  passkey_not_added: {
    status: 422,
    message: 'The passkey couldn’t be added. Try again.',
  },
  passkey_exists: {
    status: 409,
    message: 'This passkey is already in use. Add a different one.',
  },
  passkeys_full: {
    status: 409,
    message: 'You can have up to {max} passkeys. Remove one first.',
  },
  second_factor_required: {
    status: 401,
    message: 'Your password is correct. Enter a code or use a passkey to finish signing in.',
  },
  second_factor_setup_required: {
    status: 401,
    message: 'Your school requires two-step verification. Set it up to finish signing in.',
  },
  sign_in_expired: {
    status: 410,
    message: 'This sign-in has expired. Enter your email and password again.',
  },
  wrong_code: {
    status: 403,
    message: 'Incorrect code. Enter the newest code from your authenticator app.',
  },
  wrong_recovery_code: {
    status: 403,
    message: 'This recovery code is incorrect or was already used. Try another one.',
  },
  last_second_step: {
    status: 409,
    message:
      'This is your only second step. Add another one, or turn off two-step verification first.',
  },
  two_step_needs_step: {
    status: 409,
    message: 'Add a passkey or an authenticator app first.',
  },
  two_step_is_required: {
    status: 409,
    message: 'Your school requires two-step verification, so you can’t turn it off.',
  },
  two_step_setup_expired: {
    status: 410,
    message: 'This setup has expired. Start again to get a new key.',
  },
} as const;
