import type { LtiFailure } from '#contract/lti/kinds.ts';

/** A rejected launch with its reason. People see the code and its text. */
export class LaunchFailed extends Error {
  override name = 'LaunchFailed';
  readonly code: LtiFailure;
  constructor(code: LtiFailure, cause?: unknown) {
    super(`launch refused: ${code}`, { cause });
    this.code = code;
  }
}
