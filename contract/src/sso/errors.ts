/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  sso_unreachable: {
    status: 422,
    message: 'The provider didn’t respond correctly at that URL.',
  },
  sso_private_address: {
    status: 422,
    message: 'That URL is on a private network. The server administrator can allow it.',
  },
  sso_metadata_unreadable: {
    status: 422,
    message: 'That isn’t valid metadata of a single identity provider.',
  },
  sso_too_many_providers: {
    status: 409,
    message: 'A school can have up to 10 identity providers. Remove one first.',
  },
  sso_incomplete: {
    status: 409,
    message: 'The client ID and the client secret are still missing.',
  },
  sso_still_required: {
    status: 409,
    message: 'This is the only way to sign in. Allow passwords first.',
  },
  sso_not_tested: {
    status: 409,
    message: 'First turn on a provider whose test found a person.',
  },
  sso_no_fallback: {
    status: 422,
    message: 'Name at least one admin who has a password, so that no one is locked out.',
  },
} as const;
