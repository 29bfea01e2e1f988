import * as contract from '#contract/sessions/passkeys.endpoints.ts';
import { sessionOf, transact, type Context, type Scope } from '../../../kernel/context.ts';
import { handle, handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { requireConfirmed } from '../../../kernel/security/confirmation.ts';
import { idOf, ok, orNotFound } from '../../../kernel/sql.ts';
import { openSession } from '../session-opening.ts';
import { canUsePassword } from '../sessions.queries.ts';
import { addPasskey, newPasskeyOptions } from './new-passkey.ts';
import { signsInWithPassword, turnOnIfRequired } from './turning-on.ts';
import { lockTwoStep, selectTwoStep } from './two-step.queries.ts';
import {
  hostOf,
  requestOptions,
  requireOwnChallenge,
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

const adding = (scope: Scope): Purpose => ({ what: 'add', of: sessionOf(scope).sessionId });

/** Throws if a person can't add passkeys: they would sign in without the school's provider, which decides who can sign in. */
const requirePassword = async (context: Context, userId: number): Promise<void> => {
  if (!(await signsInWithPassword(context, userId))) throw problem('passkey_needs_password');
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
    await requirePassword(call, userId);
    return newPasskeyOptions(call, userId, adding(call));
  }),

  handleWithoutTransaction(contract.createPasskey, async (call, { name, response }) => {
    const { userId } = sessionOf(call);
    await transact(call, requireConfirmed, { readOnly: true });
    const { passkey, use } = await verifyRegistration(call, adding(call), response);
    return transact(call, async (context) => {
      // The session may have ended since, for example because the person changed their password.
      await requireConfirmed(context);
      await requirePassword(context, userId);
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
    const passkeys = await selectPasskeys(call.db, userId);
    const removed = orNotFound(passkeys.find((one) => one.id === idOf(id)));
    const host = hostOf(call);
    // A passkey of another host isn't a second step here.
    const hasOther = passkeys.some((one) => one !== removed && one.host === host);
    if (state.isOn && !state.hasApp && !hasOther) throw problem('last_second_step');
    await deletePasskey(call.db, userId, removed.id);
    await emit(call, 'two_step_changed', { userId, what: 'passkeyRemoved', name: removed.name });
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
      const purpose = { what: 'sign-in', of: transport.signInBrowser() ?? '' } as const;
      // Without a limit for failures, because a whole school can share an address, and guesses can't succeed.
      requireOwnChallenge(call, purpose, response);
      const found = await transact(
        call,
        ({ db }) => selectPasskeyByCredential(db, Buffer.from(response.id, 'base64url')),
        { readOnly: true },
      );
      if (found === undefined) throw problem('passkey_unknown');
      const { user_id: userId } = found;
      const use = await verifyAssertion(call, purpose, found, response);
      await transact(call, (context) => takeAssertion(context, use));
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
