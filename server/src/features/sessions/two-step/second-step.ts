import { twoStepLimits } from '#contract/sessions/limits.ts';
import type { Tokens } from '#contract/sessions/endpoints.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import type { Transport } from '../../../kernel/http/route.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { signInBrowser } from '../passkeys/ceremonies.ts';
import { openSession } from '../session-opening.ts';
import {
  insertSignInStep,
  selectDueAt,
  selectSignInStep,
  selectTwoStep,
  type SignInStep,
} from './two-step.queries.ts';

/** Something that a person who has entered a correct password still needs to do. */
export interface NextStep {
  readonly code: 'second_factor_required' | 'second_factor_setup_required';
  readonly challenge: string;
}

type SignInTransport = Pick<Transport, 'signInBrowser' | 'setSignInBrowser'>;

/**
 * Returns the step that a person needs in addition to their password, or null. Everything that opens a session for a password or an
 * emailed link calls this, or `openPasswordSession`.
 */
export const nextStepOf = async (
  scope: Scope,
  userId: number,
  transport: SignInTransport,
  inFrame: boolean,
): Promise<NextStep | null> => {
  const now = scope.clock.now();
  const { isOn, due } = await transact(
    scope,
    async ({ db }) => ({
      isOn: (await selectTwoStep(db, userId)).isOn,
      due: await selectDueAt(db, userId),
    }),
    { readOnly: true },
  );
  if (!isOn && (due === null || due > now)) return null;
  const challenge = scope.tokens.newToken();
  const browser = signInBrowser(scope, transport, inFrame);
  await transact(scope, ({ db, school, tokens }) =>
    insertSignInStep(db, school.school_id, {
      userId,
      challengeHash: tokens.hash(challenge),
      browserHash: tokens.hash(browser),
      inFrame,
      isSetup: !isOn,
      expiresAt: new Date(now.getTime() + twoStepLimits.minutes * 60_000),
    }),
  );
  return { code: isOn ? 'second_factor_required' : 'second_factor_setup_required', challenge };
};

/** Opens a session after a correct password, or throws an error with the challenge of the next step. */
export const openPasswordSession = async (
  scope: Scope,
  userId: number,
  transport: Transport,
  { inFrame }: { readonly inFrame: boolean },
): Promise<Tokens> => {
  const next = await nextStepOf(scope, userId, transport, inFrame);
  if (next !== null) throw problem(next.code, { challenge: next.challenge });
  return openSession(scope, userId, transport, { inFrame, method: 'password' });
};

/** A sign-in that this browser started. */
export interface OwnStep extends SignInStep {
  readonly challengeHash: Buffer;
}

/** Returns the sign-in of a challenge if this browser started it. Throws `sign_in_expired`. */
export const findSignInStep = async (
  scope: Scope,
  transport: Pick<Transport, 'signInBrowser'>,
  challenge: string,
  isSetup: boolean,
): Promise<OwnStep> => {
  const { tokens, clock } = scope;
  const challengeHash = tokens.hash(challenge);
  const browserHash = tokens.hash(transport.signInBrowser() ?? '');
  const step = await transact(
    scope,
    ({ db }) => selectSignInStep(db, challengeHash, browserHash, clock.now()),
    { readOnly: true },
  );
  if (step === undefined || step.is_setup !== isSetup) throw problem('sign_in_expired');
  return { ...step, challengeHash };
};
