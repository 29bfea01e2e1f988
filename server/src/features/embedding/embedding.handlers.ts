import {
  codeSeconds,
  createCode,
  createHandover,
  tradeCode,
} from '#contract/embedding/endpoints.ts';
import type { Reply } from '#contract/endpoint.ts';
import { type Context, sessionOf, transact } from '../../kernel/context.ts';
import { handle, handleWithoutTransaction } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { record } from '../../kernel/security/audit.ts';
import { countUseWithin } from '../../kernel/security/rate-limits.ts';
import { openSession } from '../sessions/session-opening.ts';
import { insertCode, selectNamed, takeCode } from './embedding.queries.ts';

/** Codes one person makes for frames: one each time they sign in by the window. */
const handovers = { max: 60, seconds: 3_600 } as const;

type Code = Reply<typeof createCode>;

/** Makes a code for a person at an origin; only its hash is kept. */
const saveCode = async (
  { db, school, clock, tokens }: Context,
  userId: number,
  origin: string,
): Promise<Code> => {
  const code = tokens.newToken();
  const expiresAt = new Date(clock.now().getTime() + codeSeconds * 1000);
  await insertCode(db, {
    school: school.school_id,
    hash: tokens.hash(code),
    userId,
    origin,
    expiresAt,
  });
  return { code, expiresAt: expiresAt.toISOString() };
};

export const embeddingHandlers = [
  // A code for whom the host's server names. Admins and advisers are refused: a key that is lost, or a host page that
  // somebody has broken into, must not give access to a staff account. Whoever gets a staff role later loses the sessions that codes began (a
  // trigger of `users`). Recorded with the key, so that one that is misused can be followed.
  handle(createCode, async (call, input) => {
    if (call.actor.kind !== 'key') throw problem('forbidden');
    const { origin, person } = input;
    if (!call.school.embed_origins.includes(origin)) throw problem('origin_not_listed', { origin });
    const found = await selectNamed(call.db, person);
    if (found === undefined) throw problem('person_not_found');
    if (found.is_admin || found.is_advisor) throw problem('embed_admin_refused');
    await record(call, 'embed_code_made', { person: found.id, origin });
    return saveCode(call, found.id, origin);
  }),

  // A code for the caller themself, good at the campus's own origin: their sign-in window gives it to the frame that opened it.
  handle(createHandover, async (call) => {
    const { userId } = sessionOf(call);
    await countUseWithin(call, `handover:${userId}`, handovers);
    return saveCode(call, userId, call.origin);
  }),

  // Trades a code for a session in a frame. Anybody may: the code proves it. The frame says which page gave it the code, so that a
  // page cannot sign people in with a code that was made for another; one that has left the school's list cannot either.
  // The code is used up also where no session follows.
  handleWithoutTransaction(tradeCode, async (call, input, transport) => {
    const { school, tokens, clock, origin: own } = call;
    const taken = await transact(call, ({ db }) =>
      takeCode(db, tokens.hash(input.code), clock.now()),
    );
    if (taken?.origin !== input.origin) throw problem('embed_code_invalid');
    if (taken.origin !== own && !school.embed_origins.includes(taken.origin))
      throw problem('embed_code_invalid');
    return openSession(call, taken.user_id, transport, { inFrame: true, method: 'code' });
  }),
];
