import { ltiFailures, type LtiFailure } from '#contract/lti/kinds.ts';
import type { CallError } from '../../lib/call-error.ts';

/** A failure by its code; one that a newer server says is just a bad request. */
export const readFailure = (code: string | undefined): LtiFailure =>
  ltiFailures.find((one) => one === code) ?? 'bad_request';

/** Why a call about a launch was refused. */
export const failureOf = (error: CallError): LtiFailure => {
  if (error.code === 'too_many_requests') return 'too_many';
  if (error.code === 'lti_ticket_invalid') return 'state_used';
  const { reason } = (error.body ?? {}) as { reason?: unknown };
  return readFailure(typeof reason === 'string' ? reason : undefined);
};
