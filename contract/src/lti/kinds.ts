/* Words and limits of LTI. No zod here: the browser imports these at run time. */

/** Why a launch did not end in the campus; `/lti/failed?code=` and the page of a launch say one of these. */
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

/** Why a launch has not signed anybody in: they sign in here, and say that the account is theirs. */
export const ltiUnknowns = ['not_found', 'ambiguous', 'staff', 'linked_elsewhere'] as const;
export type LtiUnknown = (typeof ltiUnknowns)[number];

/** Why reading a roster failed. */
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

/** What a teacher can put into a course of a platform. */
export const ltiItemKinds = ['event', 'club', 'survey'] as const;
export type LtiItemKind = (typeof ltiItemKinds)[number];

export const ltiLimits = {
  platforms: 20,
  deployments: 100,
  name: 60,
  url: 1_000,
  /** Minutes a browser may stay at its platform. */
  loginMinutes: 10,
  /** Minutes for which a launch that was checked can be taken up and gone on with. */
  launchMinutes: 60,
  /** Minutes for which a registration address works. */
  invitationMinutes: 60,
  /** People of one course that are read at most. */
  members: 10_000,
} as const;

/** Where platforms send who registers this campus there, with a token of ours behind it. */
export const registerPath = '/lti/register';
