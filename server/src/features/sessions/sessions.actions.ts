import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import type { endAllSessions, endSession, login, Tokens } from '#contract/sessions.ts';
import { memberOf, sessionOf, transact, type Context, type Scope } from '../../kernel/context.ts';
import { problem } from '../../kernel/http/problem.ts';
import type { Transport } from '../../kernel/http/route.ts';
import { updateKeysEnded } from '../api-keys/api-keys.queries.ts';
import { verifyPassword } from '../passwords/hashing.ts';
import { canUsePassword } from '../sso/sso.queries.ts';
import { browserOf } from './known-browser.ts';
import { openSession, tokensOf } from './session-opening.ts';
import {
  deleteSession,
  deleteSessions,
  hasPassword,
  selectCredential,
  selectSessions,
} from './sessions.queries.ts';
import { admitTry, countFailure, inTurn, noteArrival } from './sign-in-limits.ts';
import { sessionsView } from './sessions.views.ts';

/** Signs in. Unknown accounts, wrong passwords and accounts without a password take the same time and get the same answer. */
export const logIn = async (
  scope: Scope,
  input: HandlerInput<typeof login>,
  transport: Transport,
): Promise<Tokens> => {
  const userId = await inTurn(async () => {
    const found = await transact(scope, ({ db }) => selectCredential(db, input.email), {
      readOnly: true,
    });
    const browser = found === undefined ? undefined : browserOf(scope, transport, found.id);
    const one = { email: input.email, userId: found?.id, browser };
    const admitted = await admitTry(scope, one);
    const isRight = await verifyPassword(found?.password_hash ?? null, input.password);
    if (!isRight || found === undefined) {
      await countFailure(scope, one, admitted);
      throw problem('wrong_credentials');
    }
    await noteArrival(scope, one);
    return found.id;
  });
  // Told only to whoever knows the password.
  if (!(await transact(scope, ({ db }) => canUsePassword(db, userId), { readOnly: true })))
    throw problem('sso_required');
  return openSession(scope, userId, transport, {
    inFrame: input.inFrame ?? false,
    method: 'password',
  });
};

/** Ends the session of the cookie; without one it only forgets the cookies. */
export const logOut = async (
  scope: Scope,
  _: unknown,
  transport: Transport,
): Promise<{ ok: true }> => {
  if (scope.actor.kind === 'member') {
    const { userId, sessionId } = sessionOf(scope);
    await transact(scope, ({ db }) => deleteSession(db, userId, sessionId));
  }
  transport.clearSession();
  return { ok: true };
};

/** The two tokens of the session. */
export const readTokens = (scope: Scope): Promise<Tokens> => {
  const { sessionId, userId } = sessionOf(scope);
  return tokensOf(scope, { id: sessionId, userId });
};

/** Own sessions. */
export const listSessionsOf = async (context: Context) => {
  const { userId, sessionId } = sessionOf(context);
  const sessions = await selectSessions(context.db, userId, context.clock.now());
  return {
    items: sessionsView(sessions, sessionId),
    hasPassword: await hasPassword(context.db, userId),
  };
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ends one of the caller's sessions. */
export const endOwnSession = async (
  context: Context,
  input: HandlerInput<typeof endSession>,
): Promise<{ ok: true }> => {
  const { userId } = memberOf(context);
  if (!uuid.test(input.id) || !(await deleteSession(context.db, userId, input.id)))
    throw problem('not_found');
  return { ok: true };
};

/** Signs the caller out everywhere, or everywhere else; their own API keys end as well. */
export const endOwnSessions = async (
  context: Context,
  input: HandlerInput<typeof endAllSessions>,
): Promise<Reply<typeof endAllSessions>> => {
  const { userId, sessionId } = sessionOf(context);
  const ended = await deleteSessions(context.db, userId, input.keepCurrent ? sessionId : null);
  return { ended, endedKeys: await updateKeysEnded(context.db, userId, context.clock.now()) };
};
