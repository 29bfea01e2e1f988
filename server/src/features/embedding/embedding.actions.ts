import { codeSeconds, type makeHandover, type tradeCode } from '#contract/embedding.ts';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import type { Tokens } from '#contract/sessions.ts';
import { memberOf, transact, type Context, type Scope } from '../../kernel/context.ts';
import { refused } from '../../kernel/problem.ts';
import type { Transport } from '../../kernel/route.ts';
import { openSession } from '../sessions/session-opening.ts';
import { insertCode, takeCode } from './embedding.queries.ts';

type Code = Reply<typeof makeHandover>;

/** Makes a code for a person at an origin; only its hash is kept. */
const makeCode = async ({ db, school, clock, tickets }: Context, userId: number, origin: string): Promise<Code> => {
  const code = tickets.newToken();
  const expiresAt = new Date(clock.now().getTime() + codeSeconds * 1000);
  await insertCode(db, { school: school.school_id, hash: tickets.hash(code), userId, origin, expiresAt });
  return { code, expiresAt: expiresAt.toISOString() };
};

/** A code for the caller themself, good at the campus's own origin: their sign-in window gives it to the frame that opened it. */
export const makeOwnCode = (context: Context): Promise<Code> => makeCode(context, memberOf(context).userId, context.origin);

/**
 * Trades a code for a session in a frame. Anybody may: the code proves it. The frame says which page gave it the code, so that a
 * page cannot sign people in with a code that was made for another; one that has left the school's list cannot either.
 */
export const openCodeSession = async (scope: Scope, input: HandlerInput<typeof tradeCode>, transport: Transport): Promise<Tokens> => {
  const { school, tickets, clock, origin: own } = scope;
  const taken = await transact(scope, ({ db }) => takeCode(db, tickets.hash(input.code), clock.now()));
  if (taken?.origin !== input.origin) throw refused('embed_code_invalid');
  if (taken.origin !== own && !school.embed_origins.includes(taken.origin)) throw refused('embed_code_invalid');
  return openSession(scope, taken.user_id, transport, { inFrame: true, method: 'code' });
};
