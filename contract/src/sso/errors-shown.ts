/** Why a sign-on through the school's provider did not end in a session; `/login?sso_error=` carries one of these. No zod here: the browser imports it. */
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

/** What an identifier from the provider is compared with: the username, or a field of the school's OneRoster file. */
export const ssoMatches = ['username', 'sourced_id', 'identifier', 'master_identifier'] as const;
export type SsoMatch = (typeof ssoMatches)[number];
