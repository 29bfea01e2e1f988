import { twoStepLimits } from '#contract/sessions/limits.ts';
import * as contract from '#contract/sessions/two-step.endpoints.ts';
import { sessionOf, transact, type Context, type Scope } from '../../../kernel/context.ts';
import { handle, handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { requireConfirmed } from '../../../kernel/security/confirmation.ts';
import { ok, orNotFound } from '../../../kernel/sql.ts';
import { selectPerson } from '../../people/people.queries.ts';
import { hostOf } from '../passkeys/ceremonies.ts';
import { selectPasskeys } from '../passkeys/passkeys.queries.ts';
import { canUsePassword } from '../sessions.queries.ts';
import { appUri, decryptAppSecret, encryptAppSecret, newAppSecret, stepOfCode } from './codes.ts';
import { countCodeTry, forgetCodeTries } from './code-limits.ts';
import { createRecoveryCodes } from './identity-codes.ts';
import {
  deleteAppSecret,
  deleteTwoStep,
  lockTwoStep,
  selectDueAt,
  selectPendingSecret,
  selectTwoStep,
  updateApp,
  updatePendingSecret,
} from './two-step.queries.ts';
import { signsInWithPassword, turnOn } from './turning-on.ts';

const dayMs = 86_400_000;

/** Returns a new secret with the address for the QR code, and the encrypted secret to store. */
export const newApp = async (context: Context, userId: number) => {
  const person = orNotFound(await selectPerson(context.db, userId, userId));
  const secret = newAppSecret();
  const account = person.email ?? `${person.first_name} ${person.last_name}`.trim();
  return {
    app: { secret, uri: appUri(secret, context.school.name, account) },
    encrypted: encryptAppSecret(context, userId, secret),
  };
};

/** Stores an app whose code was correct, and turns two-step verification on. Returns recovery codes if it was off. */
export const confirmApp = async (
  context: Context,
  userId: number,
  { encrypted, step }: { readonly encrypted: string; readonly step: number },
): Promise<string[] | null> => {
  const { db, school, clock } = context;
  await lockTwoStep(db, school.school_id, userId);
  const before = await selectTwoStep(db, userId);
  await updateApp(db, userId, { secret: encrypted, step }, clock.now());
  if (!before.isOn) return turnOn(context, userId);
  const what = before.hasApp ? 'appReplaced' : 'appAdded';
  await emit(context, 'two_step_changed', { userId, what });
  return null;
};

/** Returns the time step of a code for a secret that isn't confirmed yet. Throws `wrong_code`. */
export const checkNewCode = (
  scope: Scope,
  userId: number,
  encrypted: string,
  code: string,
): number => {
  const secret = decryptAppSecret(scope, userId, encrypted);
  const step = secret === null ? null : stepOfCode(scope, secret, code);
  if (step === null) throw problem('wrong_code');
  return step;
};

/** Returns whether a passkey of a person works at this host. Browsers don't offer those of other hosts. */
const hasPasskeyHere = async (call: Context, userId: number): Promise<boolean> => {
  const host = hostOf(call);
  return (await selectPasskeys(call.db, userId)).some((one) => one.host === host);
};

export const twoStepHandlers = [
  handle(contract.getTwoStep, async (call) => {
    const { userId } = sessionOf(call);
    const { db } = call;
    const state = await selectTwoStep(db, userId);
    const canUse = await signsInWithPassword(call, userId);
    // Single sign-on isn't asked, so the rules are only for people with a password.
    const due = canUse ? await selectDueAt(db, userId) : null;
    return {
      isOn: state.isOn,
      app: state.appAddedAt && { addedAt: state.appAddedAt.toISOString() },
      recoveryCodesLeft: state.codesLeft,
      hasPassword: canUse,
      isRequired: due !== null,
      requirement:
        due === null || state.isOn
          ? null
          : {
              dueAt: due.toISOString(),
              daysLeft: Math.max(0, Math.ceil((due.getTime() - call.now.getTime()) / dayMs)),
            },
    };
  }),

  handle(contract.beginApp, async (call) => {
    const { userId } = sessionOf(call);
    await requireConfirmed(call);
    await lockTwoStep(call.db, call.schoolId, userId);
    const { app, encrypted } = await newApp(call, userId);
    const until = new Date(call.now.getTime() + twoStepLimits.minutes * 60_000);
    await updatePendingSecret(call.db, userId, encrypted, until);
    return app;
  }),

  handleWithoutTransaction(contract.addApp, async (call, { code }) => {
    const { userId } = sessionOf(call);
    await countCodeTry(call, 'code', userId, 'setup');
    const added = await transact(call, async (context) => {
      await requireConfirmed(context);
      const encrypted = await selectPendingSecret(context.db, userId, call.now);
      if (encrypted === null) throw problem('two_step_setup_expired');
      const step = checkNewCode(call, userId, encrypted, code);
      return { recoveryCodes: await confirmApp(context, userId, { encrypted, step }) };
    });
    await forgetCodeTries(call, 'code', userId, 'setup');
    return added;
  }),

  handle(contract.deleteApp, async (call) => {
    const { userId } = sessionOf(call);
    await requireConfirmed(call);
    await lockTwoStep(call.db, call.schoolId, userId);
    const { isOn } = await selectTwoStep(call.db, userId);
    if (isOn && !(await hasPasskeyHere(call, userId))) throw problem('last_second_step');
    if (!(await deleteAppSecret(call.db, userId))) throw problem('not_found');
    await emit(call, 'two_step_changed', { userId, what: 'appRemoved' });
    return ok;
  }),

  handle(contract.turnTwoStepOn, async (call) => {
    const { userId } = sessionOf(call);
    await requireConfirmed(call);
    await lockTwoStep(call.db, call.schoolId, userId);
    const { isOn, hasApp } = await selectTwoStep(call.db, userId);
    if (isOn) return { recoveryCodes: null };
    if (!hasApp && !(await hasPasskeyHere(call, userId))) throw problem('two_step_needs_step');
    return { recoveryCodes: await turnOn(call, userId) };
  }),

  handle(contract.turnTwoStepOff, async (call) => {
    const { userId } = sessionOf(call);
    await requireConfirmed(call);
    await lockTwoStep(call.db, call.schoolId, userId);
    if ((await canUsePassword(call.db, userId)) && (await selectDueAt(call.db, userId)) !== null)
      throw problem('two_step_is_required');
    if (await deleteTwoStep(call.db, userId))
      await emit(call, 'two_step_changed', { userId, what: 'off' });
    return ok;
  }),

  handle(contract.renewRecoveryCodes, async (call) => {
    const { userId } = sessionOf(call);
    await requireConfirmed(call);
    await lockTwoStep(call.db, call.schoolId, userId);
    if (!(await selectTwoStep(call.db, userId)).isOn) throw problem('two_step_needs_step');
    await emit(call, 'two_step_changed', { userId, what: 'codesRenewed' });
    return { recoveryCodes: await createRecoveryCodes(call, userId) };
  }),
];
