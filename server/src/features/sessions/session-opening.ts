import type { Tokens } from '#contract/sessions/endpoints.ts';
import { transact, type Scope } from '../../kernel/context.ts';
import { firstExpiry } from '../../kernel/security/session-lifetime.ts';
import type { Transport } from '../../kernel/http/route.ts';
import { rememberBrowser } from './known-browser.ts';
import { deleteSession, insertSession, type SignInMethod } from './sessions.queries.ts';

/** Returns the two tokens of a session. */
export const tokensOf = async (
  { tokens, school, clock }: Scope,
  session: { id: string; userId: number },
): Promise<Tokens> => ({
  csrfToken: tokens.csrfToken(session.id),
  jwt: await tokens.jwt(
    { sessionId: session.id, uid: String(session.userId), school: school.code },
    clock.now(),
  ),
});

/** Opens a session for a person who has proven their identity. */
export const openSession = async (
  scope: Scope,
  userId: number,
  transport: Transport,
  {
    inFrame,
    method,
    handedOverFrom = null,
  }: {
    inFrame: boolean;
    method: SignInMethod;
    /** How the person had started the session that created this session's code. */
    handedOverFrom?: string | null;
  },
): Promise<Tokens> => {
  const token = scope.tokens.newToken();
  const now = scope.clock.now();
  const id = await transact(scope, async (context) => {
    // Signing in again in the same browser replaces its session. A sign-in with a code only replaces a session in a
    // frame. The school's portal sends the cookie of the person's own tab along, and opening the portal must not sign
    // them out there.
    if (context.actor.kind === 'member' && context.actor.sessionId !== null)
      await deleteSession(context.db, context.actor.userId, context.actor.sessionId, {
        inFrameOnly: method === 'code',
      });
    return insertSession(context.db, {
      school: scope.school.school_id,
      userId,
      tokenHash: scope.tokens.hash(token),
      userAgent: scope.userAgent,
      now,
      inFrame,
      method,
      handedOverFrom,
      expiresAt: firstExpiry(scope.school, now),
    });
  });
  transport.setSession({ token, sessionId: id, inFrame });
  // A frame has no cookie for known browsers, and with a code another system has vouched for the person.
  if (!inFrame && method !== 'code') rememberBrowser(scope, transport, userId);
  return tokensOf(scope, { id, userId });
};
