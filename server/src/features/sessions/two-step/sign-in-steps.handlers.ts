import * as contract from '#contract/sessions/two-step.endpoints.ts';
import type { Tokens } from '#contract/sessions/endpoints.ts';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import type { Transport } from '../../../kernel/http/route.ts';
import { browserOf } from '../known-browser.ts';
import type { Registration } from '#contract/sessions/passkey-shapes.ts';
import {
  hostOf,
  requestOptions,
  verifyRegistration,
  type Purpose,
} from '../passkeys/ceremonies.ts';
import { selectPasskeys } from '../passkeys/passkeys.queries.ts';
import { openSession } from '../session-opening.ts';
import { countCodeTry, forgetCodeTries, warnOfCodes } from './code-limits.ts';
import { takeAppCode, takePasskey, takeRecoveryCode } from './identity-codes.ts';
import { findSignInStep, type OwnStep } from './second-step.ts';
import { addPasskey, newPasskeyOptions } from './new-passkey.ts';
import { checkNewCode, confirmApp, newApp } from './two-step.handlers.ts';
import { turnOn, turnOnIfRequired } from './turning-on.ts';
import {
  addSignInTry,
  deleteSignInStep,
  lockTwoStep,
  selectTwoStep,
  updateSignInSecret,
} from './two-step.queries.ts';

/** Wrong codes after which a person enters their password again. */
const triesMax = 5;

/** Failed attempts to set up a second step after which a person enters their password again. */
const setupTriesMax = 10;

const purposeOf = (step: OwnStep): Purpose => ({
  what: step.is_setup ? 'setup' : 'second-step',
  of: step.challengeHash.toString('base64url'),
});

/** Checks a code within all limits. Throws `error` if it is wrong. */
const checkCode = async (
  call: Scope,
  transport: Transport,
  step: OwnStep,
  error: 'wrong_code' | 'wrong_recovery_code',
  check: () => Promise<boolean>,
): Promise<void> => {
  const browser = browserOf(call, transport, step.user_id);
  const tries = await transact(call, ({ db }) => addSignInTry(db, step.challengeHash));
  if (tries === 0 || tries > triesMax) throw problem('sign_in_expired');
  const kind = error === 'wrong_code' ? 'code' : 'recovery';
  await countCodeTry(call, kind, step.user_id, browser);
  if (!(await check())) {
    await warnOfCodes(call, kind, step.user_id, browser);
    throw problem(error);
  }
  await forgetCodeTries(call, kind, step.user_id, browser);
};

/**
 * Ends the waiting sign-in, stores what follows from it in the same transaction, and opens the session. Of two simultaneous calls, only one
 * succeeds, and the other one stores nothing.
 */
const conclude = async <T>(
  call: Scope,
  transport: Transport,
  step: OwnStep,
  work: (context: Context) => Promise<T>,
): Promise<{ readonly session: Tokens; readonly done: T }> => {
  const done = await transact(call, async (context) => {
    if (!(await deleteSignInStep(context.db, step.challengeHash))) throw problem('sign_in_expired');
    return work(context);
  });
  const session = await openSession(call, step.user_id, transport, {
    inFrame: step.in_frame,
    method: 'password',
  });
  return { session, done };
};

/** Adds a second step, turns two-step verification on, and returns the recovery codes. */
type Setup = (context: Context) => Promise<string[]>;

/** Checks the first code of a new app. */
const appOf = (
  call: Scope,
  { user_id: userId, pending_secret: encrypted }: OwnStep,
  code: string,
): Setup => {
  if (encrypted === null) throw problem('sign_in_expired');
  const step = checkNewCode(call, userId, encrypted, code);
  return async (context) => (await confirmApp(context, userId, { encrypted, step })) ?? [];
};

/** Verifies a new passkey. */
const passkeyOf = async (
  call: Scope,
  step: OwnStep,
  { name, passkey: response }: { readonly name: string; readonly passkey: Registration },
): Promise<Setup> => {
  const verified = await verifyRegistration(call, purposeOf(step), response);
  return async (context) => {
    await addPasskey(context, step.user_id, name, verified);
    return turnOn(context, step.user_id);
  };
};

export const signInStepsHandlers = [
  handleWithoutTransaction(contract.beginSecondStep, async (call, { challenge }, transport) => {
    const step = await findSignInStep(call, transport, challenge, false);
    const { hasApp, passkeys } = await transact(
      call,
      async ({ db }) => ({
        hasApp: (await selectTwoStep(db, step.user_id)).hasApp,
        passkeys: await selectPasskeys(db, step.user_id),
      }),
      { readOnly: true },
    );
    const host = hostOf(call);
    const here = passkeys.filter((one) => one.host === host);
    return {
      hasApp,
      passkey: here.length === 0 ? null : await requestOptions(call, purposeOf(step), here),
      otherHosts: [...new Set(passkeys.map((one) => one.host))].filter((one) => one !== host),
    };
  }),

  handleWithoutTransaction(contract.finishSecondStep, async (call, input, transport) => {
    const step = await findSignInStep(call, transport, input.challenge, false);
    if ('passkey' in input) await takePasskey(call, step.user_id, purposeOf(step), input.passkey);
    else if ('code' in input)
      await checkCode(call, transport, step, 'wrong_code', () =>
        takeAppCode(call, step.user_id, input.code),
      );
    else
      await checkCode(call, transport, step, 'wrong_recovery_code', () =>
        takeRecoveryCode(call, step.user_id, input.recoveryCode),
      );
    const { session, done } = await conclude(call, transport, step, (context) =>
      turnOnIfRequired(context, step.user_id),
    );
    return { ...session, recoveryCodes: done };
  }),

  handleWithoutTransaction(contract.beginRequiredSetup, async (call, { challenge }, transport) => {
    const step = await findSignInStep(call, transport, challenge, true);
    return transact(call, async (context) => {
      const { app, encrypted } = await newApp(context, step.user_id);
      await updateSignInSecret(context.db, step.challengeHash, encrypted);
      const passkey = await newPasskeyOptions(context, step.user_id, purposeOf(step));
      return { app, passkey };
    });
  }),

  handleWithoutTransaction(contract.finishRequiredSetup, async (call, input, transport) => {
    const step = await findSignInStep(call, transport, input.challenge, true);
    const { user_id: userId } = step;
    const tries = await transact(call, ({ db }) => addSignInTry(db, step.challengeHash));
    if (tries === 0 || tries > setupTriesMax) throw problem('sign_in_expired');
    const add =
      'passkey' in input ? await passkeyOf(call, step, input) : appOf(call, step, input.code);
    const { session, done } = await conclude(call, transport, step, async (context) => {
      await lockTwoStep(context.db, call.schoolId, userId);
      // Someone may have set it up in another browser since this sign-in started. This one then needs that second step.
      if ((await selectTwoStep(context.db, userId)).isOn) throw problem('sign_in_expired');
      return add(context);
    });
    return { session, recoveryCodes: done };
  }),
];
