import { sql } from 'kysely';
import { confirmedMinutes } from '#contract/sessions/endpoints.ts';
import { sessionOf, type Context } from '../context.ts';
import { problem } from '../http/problem.ts';

/**
 * Refuses a session that was neither begun nor confirmed within the last minutes (`confirm_identity`): for what a person who finds it
 * open must not do. A session that a code began was proven only by its password since. A key has no session and is refused.
 */
export const requireConfirmed = async (call: Pick<Context, 'db' | 'actor' | 'clock'>) => {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(confirmed_at, case when method <> 'code' then created_at end) as at
    from sessions where id = ${sessionOf(call).sessionId}::uuid`.execute(call.db);
  const at = rows[0]?.at ?? null;
  if (at === null || call.clock.now().getTime() - at.getTime() > confirmedMinutes * 60_000)
    throw problem('confirm_identity');
};
