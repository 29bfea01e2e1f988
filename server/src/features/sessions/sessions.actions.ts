import { createHash } from 'node:crypto';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { endAllSessions, endSession, login, Tokens } from '#contract/sessions.ts';
import { memberOf, transact, type Context, type Scope } from '../../kernel/context.ts';
import { sessionDays } from '../../kernel/cookies.ts';
import { countUse, forgetUses } from '../../kernel/limits.ts';
import { refused } from '../../kernel/problem.ts';
import type { Transport } from '../../kernel/route.ts';
import { verifyPassword } from '../passwords/hashing.ts';
import { deleteSession, deleteSessions, insertSession, selectCredential, selectSessions } from './sessions.queries.ts';
import { sessionsView } from './sessions.views.ts';

const quarterHour = 900;
/** Tries at one account from one address, then from anywhere: one guesser cannot lock the owner out soon. */
const loginLimits = { here: { max: 10, seconds: quarterHour }, anywhere: { max: 60, seconds: quarterHour } } as const;

const subjects = (email: string, address: string) => {
  const account = createHash('sha256').update(email.toLowerCase()).digest('base64url');
  return { anywhere: `login:${account}`, here: `login:${account}:${address}` };
};

const tokensOf = async ({ tickets, school, clock }: Scope, session: { id: string; userId: number }): Promise<Tokens> => ({
  csrfToken: tickets.csrfToken(session.id),
  jwt: await tickets.jwt({ sessionId: session.id, uid: String(session.userId), school: school.code }, clock.now()),
});

/** Opens a session for a person who has proven who they are. */
export const openSession = async (scope: Scope, userId: number, transport: Transport, inFrame: boolean): Promise<Tokens> => {
  const token = scope.tickets.newToken();
  const now = scope.clock.now();
  const id = await transact(scope, async (context) => {
    // Signing in again in the same browser replaces the session it had.
    if (context.actor.kind === 'member') await deleteSession(context.db, context.actor.userId, context.actor.sessionId);
    return insertSession(context.db, {
      school: scope.school.school_id,
      userId,
      tokenHash: scope.tickets.hash(token),
      userAgent: scope.userAgent,
      now,
      inFrame,
      expiresAt: new Date(now.getTime() + sessionDays * 86_400_000),
    });
  });
  transport.setSession({ token, sessionId: id, inFrame });
  return tokensOf(scope, { id, userId });
};

/** Signs in. Unknown accounts, wrong passwords and accounts without a password take the same time and get the same answer. */
export const logIn = async (scope: Scope, input: HandlerInput<typeof login>, transport: Transport): Promise<Tokens> => {
  const { here, anywhere } = subjects(input.email, scope.address);
  // First here: tries that are refused here count for nobody elsewhere.
  await countUse(scope, here, loginLimits.here);
  await countUse(scope, anywhere, loginLimits.anywhere);
  const found = await transact(scope, ({ db }) => selectCredential(db, input.email), { readOnly: true });
  const isRight = await verifyPassword(found?.password_hash ?? null, input.password);
  if (!isRight || found === undefined) throw refused('wrong_credentials');
  await forgetUses(scope, [here, anywhere]);
  return openSession(scope, found.id, transport, input.inFrame ?? false);
};

/** Ends the session of the cookie; without one it only forgets the cookies. */
export const logOut = async (scope: Scope, _: unknown, transport: Transport): Promise<{ ok: true }> => {
  const { actor } = scope;
  if (actor.kind === 'member') await transact(scope, ({ db }) => deleteSession(db, actor.userId, actor.sessionId));
  transport.clearSession();
  return { ok: true };
};

/** The two tokens of the session. */
export const readTokens = (scope: Scope): Promise<Tokens> => {
  const { sessionId, userId } = memberOf(scope);
  return tokensOf(scope, { id: sessionId, userId });
};

/** Own sessions. */
export const listSessionsOf = async (context: Context) => {
  const { userId, sessionId } = memberOf(context);
  return { items: sessionsView(await selectSessions(context.db, userId, context.clock.now()), sessionId) };
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ends one of the caller's sessions. */
export const endOwnSession = async (context: Context, input: HandlerInput<typeof endSession>): Promise<{ ok: true }> => {
  const { userId } = memberOf(context);
  if (!uuid.test(input.id) || !(await deleteSession(context.db, userId, input.id))) throw refused('not_found');
  return { ok: true };
};

/** Signs the caller out everywhere, or everywhere else. */
export const endOwnSessions = async (context: Context, input: HandlerInput<typeof endAllSessions>): Promise<{ ended: number }> => {
  const { userId, sessionId } = memberOf(context);
  return { ended: await deleteSessions(context.db, userId, input.keepCurrent ? sessionId : null) };
};
