/* Lists and limits of LTI. This file doesn't import zod because the browser uses it at run time. */

/** Reasons for a failed launch, in `/lti/failed?code=` and on the launch page. */
export const ltiFailures = [
  'unknown_platform',
  'platform_off',
  'bad_request',
  'state_unknown',
  'state_used',
  'state_expired',
  'other_browser',
  'platform_refused',
  'keys_unreachable',
  'key_unknown',
  'signature',
  'issuer',
  'audience',
  'expired',
  'issued_at',
  'nonce',
  'version',
  'message_type',
  'deployment',
  'claims',
  'anonymous',
  'test_user',
  'no_link_type',
  'too_many',
] as const;
export type LtiFailure = (typeof ltiFailures)[number];

/** Reasons why a launch didn't sign anyone in. The person then signs in here and connects the account. */
export const ltiUnknowns = ['not_found', 'ambiguous', 'staff', 'linked_elsewhere'] as const;
export type LtiUnknown = (typeof ltiUnknowns)[number];

/** Reasons for a failed roster sync. */
export const rosterProblems = [
  'no_service',
  'token_refused',
  'forbidden',
  'unreachable',
  'timeout',
  'size',
  'answer',
] as const;
export type RosterProblem = (typeof rosterProblems)[number];

/** Content that a teacher can add to a course of a platform. */
export const ltiItemKinds = ['event', 'club', 'survey'] as const;
export type LtiItemKind = (typeof ltiItemKinds)[number];

export const ltiLimits = {
  platforms: 20,
  deployments: 100,
  name: 60,
  url: 1_000,
  /** Minutes that a browser can stay on the platform during login. */
  loginMinutes: 10,
  /** Minutes in which a verified launch can be opened and continued. */
  launchMinutes: 60,
  /** Lifetime of a registration address in minutes. */
  invitationMinutes: 60,
  /** Maximum people read from one course. */
  members: 10_000,
} as const;

/** The page for registering this site in a platform. The address ends with one of our tokens. */
export const registerPath = '/lti/register';
