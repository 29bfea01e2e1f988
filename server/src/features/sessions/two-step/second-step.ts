import { twoStepLimits } from '#contract/sessions/limits.ts';
import type { Tokens } from '#contract/sessions/endpoints.ts';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import type { Transport } from '../../../kernel/http/route.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { signInBrowser } from '../passkeys/ceremonies.ts';
import { selectPasskeys } from '../passkeys/passkeys.queries.ts';
import { openSession } from '../session-opening.ts';
import {
  insertSignInStep,
  selectDueAt,
  selectSignInStep,
  selectTwoStep,
  type SignInStep,
} from './two-step.queries.ts';

type NextCode = 'second_factor_required' | 'second_factor_setup_required';

/** Something that a person who has entered a correct password still needs to do. */
export interface NextStep {
  readonly code: NextCode;
  readonly challenge: string;
}

type SignInTransport = Pick<Transport, 'signInBrowser' | 'setSignInBrowser'>;

/**
 * Returns whether a person has to use a second step that they already have, or to set one up. A passkey counts even if the person hasn't
 * turned two-step verification on, and at all hosts: otherwise, someone with only the password could set up a second step of their own.
 */
const requiredStep = async ({ db, clock }: Context, userId: number): Promise<NextCode | null> => {
  const { isOn, hasApp } = await selectTwoStep(db, userId);
  if (isOn) return 'second_factor_required';
  const due = await selectDueAt(db, userId);
  if (due === null || due > clock.now()) return null;
  const hasStep = hasApp || (await selectPasskeys(db, userId)).length > 0;
  return hasStep ? 'second_factor_required' : 'second_factor_setup_required';
};

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
  const code = await transact(scope, (context) => requiredStep(context, userId), {
    readOnly: true,
  });
  if (code === null) return null;
  const challenge = scope.tokens.newToken();
  const browser = signInBrowser(scope, transport, inFrame);
  await transact(scope, ({ db, school, tokens }) =>
    insertSignInStep(db, school.school_id, {
      userId,
      challengeHash: tokens.hash(challenge),
      browserHash: tokens.hash(browser),
      inFrame,
      isSetup: code === 'second_factor_setup_required',
      expiresAt: new Date(now.getTime() + twoStepLimits.minutes * 60_000),
    }),
  );
  return { code, challenge };
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
