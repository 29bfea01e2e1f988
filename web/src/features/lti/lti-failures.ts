import { ltiFailures, type LtiFailure } from '#contract/lti/kinds.ts';
import type { CallError } from '../../lib/call-error.ts';

/** Returns the failure of a code. Unknown codes from a newer server count as a bad request. */
export const readFailure = (code: string | undefined): LtiFailure =>
  ltiFailures.find((one) => one === code) ?? 'bad_request';

/** Returns why a call about a launch was rejected. */
export const failureOf = (error: CallError): LtiFailure => {
  if (error.code === 'too_many_requests') return 'too_many';
  if (error.code === 'lti_ticket_invalid') return 'state_used';
  const { reason } = (error.body ?? {}) as { reason?: unknown };
  return readFailure(typeof reason === 'string' ? reason : undefined);
};
