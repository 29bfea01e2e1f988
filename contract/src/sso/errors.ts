/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  sso_unreachable: {
    status: 422,
    message: 'The provider didn’t respond correctly at that URL. Check the URL.',
  },
  sso_private_address: {
    status: 422,
    message: 'That URL is on a private network. Ask the server administrator to allow it.',
  },
  sso_metadata_unreadable: {
    status: 422,
    message:
      'That isn’t valid metadata for one identity provider. Copy it from your provider again.',
  },
  sso_too_many_providers: {
    status: 409,
    message: 'A school can have up to 10 identity providers. Remove one first.',
  },
  sso_incomplete: {
    status: 409,
    message: 'The client ID or the client secret is missing. Save both first.',
  },
  sso_still_required: {
    status: 409,
    message: 'This is the only way to sign in. Allow passwords first.',
  },
  sso_not_tested: {
    status: 409,
    message:
      'None of the active providers has found a person in a test. Test a provider and turn it on first.',
  },
  sso_no_fallback: {
    status: 422,
    message:
      'No admin could sign in if single sign-on fails. Choose at least one admin who has a password.',
  },
} as const;
