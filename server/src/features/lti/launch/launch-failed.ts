import type { LtiFailure } from '#contract/lti/kinds.ts';

/** A launch that is refused, and why; people see the code and its words. */
export class LaunchFailed extends Error {
  override name = 'LaunchFailed';
  readonly code: LtiFailure;
  constructor(code: LtiFailure, cause?: unknown) {
    super(`launch refused: ${code}`, { cause });
    this.code = code;
  }
}
