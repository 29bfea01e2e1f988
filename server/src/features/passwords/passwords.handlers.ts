import type { Reply } from '#contract/endpoint.ts';
import {
  changePassword,
  confirmedMinutes,
  confirmIdentity,
  forgotPassword,
  resetPassword,
} from '#contract/sessions/endpoints.ts';
import { createHash } from 'node:crypto';
import { type Context, sessionOf, transact } from '../../kernel/context.ts';
import { handleWithoutTransaction } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { addUseInTransaction, countUse, networkOf } from '../../kernel/security/rate-limits.ts';
import { ok } from '../../kernel/sql.ts';
import { selectPerson, selectPersonByEmail } from '../people/people.queries.ts';
import { keptSignInMethods, revokeAccess } from '../sessions/revoking.ts';
import { rememberBrowser } from '../sessions/known-browser.ts';
import { openSession } from '../sessions/session-opening.ts';
import {
  countCodeTry,
  forgetAllCodeTries,
  forgetCodeTries,
} from '../sessions/two-step/code-limits.ts';
import { takeAppCode, takePasskey, takeRecoveryCode } from '../sessions/two-step/identity-codes.ts';
import { deleteSignInSteps, selectTwoStep } from '../sessions/two-step/two-step.queries.ts';
import { nextStepOf } from '../sessions/two-step/second-step.ts';
import { canUsePassword, deleteSessions, updateConfirmed } from '../sessions/sessions.queries.ts';
import { hashPassword, verifyPassword } from '../../kernel/security/password-hashing.ts';
import {
  deleteResets,
  selectPasswordHash,
  selectResetOwner,
  updateResetUsed,
  upsertPassword,
} from './passwords.queries.ts';
import { deleteInvitation } from './invitations/invitations.queries.ts';
import { weaknessOf } from './passwords.rules.ts';

const hour = 3_600;
const changeLimit = { max: 10, seconds: hour };
const confirmLimit = { max: 10, seconds: hour };
/** Limits requests for links from one address, per account and in total. A whole school can share one address. */
const forgotLimit = { max: 5, seconds: hour };
const forgotAddressLimit = { max: 300, seconds: hour };
/** Maximum links emailed for one account. After that, the latest ones still work, and the response is the same. */
const mailsMax = 5;

const refuseWeak = (
  password: string,
  person: { first_name: string; last_name: string; email: string | null },
): void => {
  const why = weaknessOf(password, [
    person.first_name,
    person.last_name,
    person.email?.split('@')[0] ?? '',
  ]);
  if (why !== null) throw problem('weak_password', {}, [{ path: 'newPassword', message: why }]);
};

/** Stores a new password and revokes reset links, all sessions except `exceptSession`, and the person's API keys and calendar access. */
const storePassword = async (
  context: Context,
  userId: number,
  hash: string,
  exceptSession: string | null,
): Promise<Reply<typeof changePassword>> => {
  const { db, school, clock } = context;
  const now = clock.now();
  await upsertPassword(db, school.school_id, userId, hash, now);
  await deleteResets(db, userId);
  await deleteInvitation(db, userId);
  await deleteSignInSteps(db, userId);
  await forgetAllCodeTries(context, userId);
  const ended = await deleteSessions(db, userId, exceptSession);
  const revoked = await revokeAccess(db, userId, now);
  const { endedKeys: keys, endedCalendars: calendars } = revoked;
  const { origin } = context;
  await emit(context, 'password_changed', { userId, sessions: ended, keys, calendars, origin });
  return { ended, ...revoked, kept: await keptSignInMethods(db, userId) };
};

export const passwordsHandlers = [
  // Changes the caller's password, ends their other sessions, and revokes their API keys.
  handleWithoutTransaction(changePassword, async (call, input) => {
    const { userId, sessionId } = sessionOf(call);
    await countUse(call, `password:${userId}`, changeLimit);
    const [stored, person] = await transact(
      call,
      async ({ db }) =>
        [await selectPasswordHash(db, userId), await selectPerson(db, userId, userId)] as const,
      { readOnly: true },
    );
    if (person === undefined || !(await verifyPassword(stored, input.currentPassword)))
      throw problem('wrong_password');
    refuseWeak(input.newPassword, person);
    const hash = await hashPassword(input.newPassword);
    return transact(call, (context) => storePassword(context, userId, hash, sessionId));
  }),

  // Handles a request for a reset link. Unknown addresses are looked up and queued like known ones, so that neither the
  // response nor its time reveals whether the account exists. The address isn't stored.
  handleWithoutTransaction(forgotPassword, async (call, input) => {
    const account = createHash('sha256').update(input.email.toLowerCase()).digest('base64url');
    const network = networkOf(call.address);
    // Counted by address, so that people can't use up each other's limit.
    await countUse(call, `forgot:${account}:${network}`, forgotLimit);
    await countUse(call, `forgot:${network}`, forgotAddressLimit);
    await transact(call, async (context) => {
      const found = await selectPersonByEmail(context.db, input.email);
      const { used } = await addUseInTransaction(context, `forgot-mails:${account}`, hour);
      await emit(context, 'password_reset_asked', {
        userId: used > mailsMax ? null : (found?.id ?? null),
        origin: call.origin,
      });
    });
    return ok;
  }),

  // Resets the password with a reset link's token, revokes sessions and API keys, and starts a session.
  // A rejected password doesn't use up the token.
  handleWithoutTransaction(resetPassword, async (call, input, transport) => {
    // Without a rate limit, because a token has 256 bits and a whole school can share one address.
    const tokenHash = call.tokens.hash(input.token);
    const owner = await transact(
      call,
      ({ db, clock }) => selectResetOwner(db, tokenHash, clock.now()),
      { readOnly: true },
    );
    if (owner === undefined) throw problem('reset_link_invalid');
    refuseWeak(input.newPassword, owner);
    const hash = await hashPassword(input.newPassword);
    const reset = await transact(call, async (context) => {
      const userId = await updateResetUsed(context.db, tokenHash, context.clock.now());
      if (userId === undefined) throw problem('reset_link_invalid');
      await storePassword(context, userId, hash, null);
      return userId;
    });
    const canSignIn = await transact(call, ({ db }) => canUsePassword(db, reset), {
      readOnly: true,
    });
    if (!canSignIn) {
      // The link proved the person's identity, so other people's failed sign-ins must not slow this browser down.
      rememberBrowser(call, transport, reset);
      return { ok: true as const, session: null, secondStep: null };
    }
    const inFrame = input.inFrame ?? false;
    // The link proves only access to the mailbox, which replaces the password but not the second step.
    const secondStep = await nextStepOf(call, reset, transport, inFrame);
    return {
      ok: true as const,
      session:
        secondStep === null
          ? await openSession(call, reset, transport, { inFrame, method: 'password' })
          : null,
      secondStep,
    };
  }),

  // Confirms the identity of the person at a session that may have been left open.
  handleWithoutTransaction(confirmIdentity, async (call, input) => {
    const { userId, sessionId } = sessionOf(call);
    await countUse(call, `confirm:${userId}`, confirmLimit);
    if ('passkey' in input)
      await takePasskey(call, userId, { what: 'confirm', of: sessionId }, input.passkey);
    else if ('code' in input) {
      await countCodeTry(call, 'code', userId, 'confirm');
      if (!(await takeAppCode(call, userId, input.code))) throw problem('wrong_code');
      await forgetCodeTries(call, 'code', userId, 'confirm');
    } else if ('recoveryCode' in input) {
      await countCodeTry(call, 'recovery', userId, 'confirm');
      if (!(await takeRecoveryCode(call, userId, input.recoveryCode)))
        throw problem('wrong_recovery_code');
      await forgetCodeTries(call, 'recovery', userId, 'confirm');
    } else {
      const { hash, isOn } = await transact(
        call,
        async ({ db }) => ({
          hash: await selectPasswordHash(db, userId),
          isOn: (await selectTwoStep(db, userId)).isOn,
        }),
        { readOnly: true },
      );
      if (isOn) throw problem('second_step_needed');
      if (hash === null) throw problem('sign_in_again', { minutes: confirmedMinutes });
      if (!(await verifyPassword(hash, input.password))) throw problem('wrong_password');
    }
    await transact(call, ({ db, clock }) => updateConfirmed(db, sessionId, clock.now()));
    const until = new Date(call.clock.now().getTime() + confirmedMinutes * 60_000);
    return { until: until.toISOString() };
  }),
];
