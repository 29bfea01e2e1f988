import * as contract from '#contract/sessions/passkeys.endpoints.ts';
import { sessionOf, transact, type Scope } from '../../../kernel/context.ts';
import { handle, handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem, Problem } from '../../../kernel/http/problem.ts';
import { requireConfirmed } from '../../../kernel/security/confirmation.ts';
import { addInMemory, checkInMemory, networkOf } from '../../../kernel/security/rate-limits.ts';
import { idOf, ok, orNotFound } from '../../../kernel/sql.ts';
import { openSession } from '../session-opening.ts';
import { canUsePassword } from '../sessions.queries.ts';
import { addPasskey, newPasskeyOptions } from './new-passkey.ts';
import { turnOnIfRequired } from './turning-on.ts';
import { lockTwoStep, selectTwoStep } from './two-step.queries.ts';
import {
  hostOf,
  requestOptions,
  signInBrowser,
  takeAssertion,
  verifyAssertion,
  verifyRegistration,
  type Purpose,
} from '../passkeys/ceremonies.ts';
import {
  deletePasskey,
  selectPasskeyByCredential,
  selectPasskeys,
  updatePasskeyName,
} from '../passkeys/passkeys.queries.ts';
import { passkeyView } from '../passkeys/passkeys.views.ts';

/** Limits failed sign-ins with a passkey from one network. A guess can't succeed, so this only bounds the work. */
const failedLimit = { max: 100, seconds: 900 } as const;

const adding = (scope: Scope): Purpose => ({ what: 'add', of: sessionOf(scope).sessionId });

const countingFailures = async <T>(scope: Scope, work: () => Promise<T>): Promise<T> => {
  const subject = `passkey-failed:${networkOf(scope.address)}`;
  checkInMemory(scope, subject, failedLimit);
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) addInMemory(scope, subject, failedLimit, 1);
    throw error;
  }
};

export const passkeysHandlers = [
  handle(contract.listPasskeys, async (call) => {
    const { userId } = sessionOf(call);
    const host = hostOf(call);
    const rows = await selectPasskeys(call.db, userId);
    return { items: rows.map((row) => passkeyView(row, host)) };
  }),

  handle(contract.beginPasskey, async (call) => {
    const { userId } = sessionOf(call);
    await requireConfirmed(call);
    return newPasskeyOptions(call, userId, adding(call));
  }),

  handleWithoutTransaction(contract.createPasskey, async (call, { name, response }) => {
    const { userId } = sessionOf(call);
    await transact(call, requireConfirmed, { readOnly: true });
    const { passkey, use } = await verifyRegistration(call, adding(call), response);
    return transact(call, async (context) => {
      // The session may have ended since, for example because the person changed their password.
      await requireConfirmed(context);
      const row = await addPasskey(context, userId, name, { passkey, use });
      const recoveryCodes = await turnOnIfRequired(context, userId);
      return { ...passkeyView(row, hostOf(call)), recoveryCodes };
    });
  }),

  handle(contract.updatePasskey, async (call, { id, name }) => {
    const { userId } = sessionOf(call);
    return passkeyView(
      orNotFound(await updatePasskeyName(call.db, userId, idOf(id), name)),
      hostOf(call),
    );
  }),

  handle(contract.deletePasskey, async (call, { id }) => {
    const { userId } = sessionOf(call);
    await requireConfirmed(call);
    await lockTwoStep(call.db, call.schoolId, userId);
    const state = await selectTwoStep(call.db, userId);
    const others = (await selectPasskeys(call.db, userId)).filter((one) => one.id !== idOf(id));
    if (state.isOn && !state.hasApp && others.length === 0) throw problem('last_second_step');
    if (!(await deletePasskey(call.db, userId, idOf(id)))) throw problem('not_found');
    return ok;
  }),

  handleWithoutTransaction(contract.beginPasskeySignIn, (call, { inFrame }, transport) => {
    const of = signInBrowser(call, transport, inFrame ?? false);
    return requestOptions(call, { what: 'sign-in', of });
  }),

  // Signs in without a password. The passkey identifies the person, and the device has verified them.
  handleWithoutTransaction(
    contract.signInWithPasskey,
    async (call, { response, inFrame }, transport) => {
      const userId = await countingFailures(call, async () => {
        const found = await transact(
          call,
          ({ db }) => selectPasskeyByCredential(db, Buffer.from(response.id, 'base64url')),
          { readOnly: true },
        );
        if (found === undefined) throw problem('passkey_unknown');
        const purpose = { what: 'sign-in', of: transport.signInBrowser() ?? '' } as const;
        const use = await verifyAssertion(call, purpose, found, response);
        await transact(call, (context) => takeAssertion(context, use));
        return found.user_id;
      });
      // A school that requires single sign-on decides there who can sign in.
      if (!(await transact(call, ({ db }) => canUsePassword(db, userId), { readOnly: true })))
        throw problem('sso_required');
      const recoveryCodes = await transact(call, (context) => turnOnIfRequired(context, userId));
      const session = await openSession(call, userId, transport, {
        inFrame: inFrame ?? false,
        method: 'passkey',
      });
      return { ...session, recoveryCodes };
    },
  ),

  handle(contract.beginPasskeyConfirmation, async (call) => {
    const { userId, sessionId } = sessionOf(call);
    const host = hostOf(call);
    const here = (await selectPasskeys(call.db, userId)).filter((one) => one.host === host);
    if (here.length === 0) throw problem('not_found');
    return requestOptions(call, { what: 'confirm', of: sessionId }, here);
  }),
];
