import { confirmedMinutes } from '#contract/sessions/endpoints.ts';
import { sessionOf, type Context } from '../../kernel/context.ts';
import { problem } from '../../kernel/http/problem.ts';
import { selectConfirmedAt } from './sessions.queries.ts';

/**
 * Refuses a session that was neither begun nor confirmed within the last minutes (`confirm_identity`): for what somebody who finds it
 * open must not do. A key has no session and is refused.
 */
export const requireConfirmed = async (call: Pick<Context, 'db' | 'actor' | 'clock'>) => {
  const at = await selectConfirmedAt(call.db, sessionOf(call).sessionId);
  if (at === null || call.clock.now().getTime() - at.getTime() > confirmedMinutes * 60_000)
    throw problem('confirm_identity');
};
