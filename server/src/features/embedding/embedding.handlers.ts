import {
  codeSeconds,
  createCode,
  createHandover,
  exchangeCode,
} from '#contract/embedding/endpoints.ts';
import type { Reply } from '#contract/endpoint.ts';
import { type Context, sessionOf, transact } from '../../kernel/context.ts';
import { handle, handleWithoutTransaction } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { record } from '../../kernel/security/audit.ts';
import { countUseInTransaction } from '../../kernel/security/rate-limits.ts';
import { selectOriginalMethod } from '../sessions/sessions.queries.ts';
import { openSession } from '../sessions/session-opening.ts';
import { insertCode, selectReferencedPerson, redeemCode } from './embedding.queries.ts';

/** Maximum codes for frames per person. A sign-in by the window creates one. */
const handovers = { max: 60, seconds: 3_600 } as const;

type Code = Reply<typeof createCode>;

/**
 * Creates a code for a person at an origin. Only its hash is stored. `method`: how the person signed in, or null if a host vouches for them.
 */
const saveCode = async (
  { db, school, clock, tokens }: Context,
  userId: number,
  origin: string,
  method: string | null,
): Promise<Code> => {
  const code = tokens.newToken();
  const expiresAt = new Date(clock.now().getTime() + codeSeconds * 1000);
  await insertCode(db, {
    school: school.school_id,
    hash: tokens.hash(code),
    userId,
    origin,
    expiresAt,
    method,
  });
  return { code, expiresAt: expiresAt.toISOString() };
};

export const embeddingHandlers = [
  // Creates a code for a person that the host's server names. Throws for admins and advisors: a lost key or a compromised host page must
  // not give access to a staff account. People who get a staff role later lose the sessions that codes started (a trigger of `users`).
  // Recorded with the key, so that misuse can be traced.
  handle(createCode, async (call, input) => {
    if (call.actor.kind !== 'key') throw problem('forbidden');
    const { origin, person } = input;
    if (!call.school.embed_origins.includes(origin)) throw problem('origin_not_listed', { origin });
    const found = await selectReferencedPerson(call.db, person);
    if (found === undefined) throw problem('person_not_found');
    if (found.is_admin || found.is_advisor) throw problem('embed_admin_refused');
    await record(call, 'embed_code_made', { person: found.id, origin });
    return saveCode(call, found.id, origin, null);
  }),

  // Creates a code for the caller at the school's own origin. Their sign-in window passes it to the frame that opened it.
  handle(createHandover, async (call) => {
    const { userId, sessionId } = sessionOf(call);
    await countUseInTransaction(call, `handover:${userId}`, handovers);
    return saveCode(call, userId, call.origin, await selectOriginalMethod(call.db, sessionId));
  }),

  // Exchanges a code for a session in a frame, for anyone, because the code is the proof. The frame reports which page gave it the code, so
  // that a page can't use a code for another page, and pages that left the school's list can't either. The code is used up even if no
  // session follows.
  handleWithoutTransaction(exchangeCode, async (call, input, transport) => {
    const { school, tokens, clock, origin: own } = call;
    const taken = await transact(call, ({ db }) =>
      redeemCode(db, tokens.hash(input.code), clock.now()),
    );
    if (taken?.origin !== input.origin) throw problem('embed_code_invalid');
    if (taken.origin !== own && !school.embed_origins.includes(taken.origin))
      throw problem('embed_code_invalid');
    return openSession(call, taken.user_id, transport, {
      inFrame: true,
      method: 'code',
      handedOverFrom: taken.method,
    });
  }),
];
