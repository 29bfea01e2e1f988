import {
  revokeAllSessions,
  revokeSession,
  getSession,
  getTokens,
  listSessions,
  login,
  logout,
  type Tokens,
} from '#contract/sessions/endpoints.ts';
import { type Scope, sessionOf, transact } from '../../kernel/context.ts';
import { handle, handleWithoutTransaction } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { ok } from '../../kernel/sql.ts';
import { keptSignInMethods, revokeAccess } from './revoking.ts';
import { verifyPassword } from '../../kernel/security/password-hashing.ts';
import { browserOf } from './known-browser.ts';
import { hostOf } from './passkeys/ceremonies.ts';
import { selectPasskeys } from './passkeys/passkeys.queries.ts';
import { tokensOf } from './session-opening.ts';
import { openPasswordSession } from './two-step/second-step.ts';
import { deleteSignInSteps, selectTwoStep } from './two-step/two-step.queries.ts';
import {
  canUsePassword,
  deleteSession,
  deleteSessions,
  hasPassword,
  selectCredential,
  selectSessions,
} from './sessions.queries.ts';
import { sessionsView } from './sessions.views.ts';
import { countSignInTry, countFailure, runInTurn, recordSignIn } from './sign-in-limits.ts';

/** Returns the two tokens of the session. */
const readTokens = (scope: Scope): Promise<Tokens> => {
  const { sessionId, userId } = sessionOf(scope);
  return tokensOf(scope, { id: sessionId, userId });
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const sessionsHandlers = [
  // Signs in. Unknown accounts, wrong passwords and accounts without a password take the same time and get the same
  // response. Hashing a password takes tens of milliseconds, so it runs outside of any transaction.
  handleWithoutTransaction(login, async (call, input, transport) => {
    const userId = await runInTurn(async () => {
      const found = await transact(call, ({ db }) => selectCredential(db, input.email), {
        readOnly: true,
      });
      const browser = found === undefined ? undefined : browserOf(call, transport, found.id);
      const one = { email: input.email, userId: found?.id, browser };
      const admitted = await countSignInTry(call, one);
      const isRight = await verifyPassword(found?.password_hash ?? null, input.password);
      if (!isRight || found === undefined) {
        await countFailure(call, one, admitted);
        throw admitted.error ?? problem('wrong_credentials');
      }
      await recordSignIn(call, one);
      return found.id;
    });
    // Only people who know the password get this error.
    if (!(await transact(call, ({ db }) => canUsePassword(db, userId), { readOnly: true })))
      throw problem('sso_required');
    return openPasswordSession(call, userId, transport, { inFrame: input.inFrame ?? false });
  }),

  // Ends the session of the cookie. Without a session, only deletes the cookies.
  handleWithoutTransaction(logout, async (call, _, transport) => {
    if (call.actor.kind === 'member') {
      const { userId, sessionId } = sessionOf(call);
      await transact(call, ({ db }) => deleteSession(db, userId, sessionId));
    }
    transport.clearSession();
    return ok;
  }),

  // Tokens are computed from the session alone, without a query.
  handleWithoutTransaction(getTokens, (call) => readTokens(call)),
  handleWithoutTransaction(getSession, (call) => readTokens(call)),

  handle(listSessions, async (call) => {
    const { userId, sessionId } = sessionOf(call);
    const sessions = await selectSessions(call.db, userId, call.now);
    const host = hostOf(call);
    const { isOn, hasApp } = await selectTwoStep(call.db, userId);
    return {
      items: sessionsView(sessions, sessionId),
      hasPassword: await hasPassword(call.db, userId),
      hasApp,
      hasTwoStep: isOn,
      hasPasskey: (await selectPasskeys(call.db, userId)).some((one) => one.host === host),
    };
  }),

  handle(revokeSession, async ({ me, db }, input) => {
    const { userId } = me;
    if (!uuid.test(input.id) || !(await deleteSession(db, userId, input.id)))
      throw problem('not_found');
    return ok;
  }),

  // Ends all of the caller's sessions, or all others, and revokes their API keys.
  handle(revokeAllSessions, async (call, input) => {
    const { userId, sessionId } = sessionOf(call);
    const ended = await deleteSessions(call.db, userId, input.keepCurrent ? sessionId : null);
    await deleteSignInSteps(call.db, userId);
    const revoked = await revokeAccess(call.db, userId, call.now);
    return { ended, ...revoked, kept: await keptSignInMethods(call.db, userId) };
  }),
];
