/** Reasons for a failed sign-on, in `/login?sso_error=`. This file doesn't import zod because the browser uses it at run time. */
export const ssoErrors = [
  'unknown_provider',
  'cancelled',
  'expired',
  'other_browser',
  'provider_failed',
  'answer_refused',
  'no_identifier',
  'not_added',
  'ambiguous',
  'ended',
  'linked_elsewhere',
  'too_many',
] as const;
export type SsoError = (typeof ssoErrors)[number];

/** Property to compare with the provider's identifier: the username, or a field of the school's OneRoster file. */
export const ssoMatches = ['username', 'sourced_id', 'identifier', 'master_identifier'] as const;
export type SsoMatch = (typeof ssoMatches)[number];
