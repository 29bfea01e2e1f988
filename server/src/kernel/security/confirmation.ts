import { sql } from 'kysely';
import { confirmedMinutes } from '#contract/sessions/endpoints.ts';
import { sessionOf, type Context } from '../context.ts';
import { problem } from '../http/problem.ts';

/**
 * Throws `confirm_identity` unless the session started or was confirmed in the last few minutes. Protects sensitive actions
 * against someone who finds an open session. A session that started with a code needs a password to count as confirmed. API keys
 * have no session and are rejected.
 */
export const requireConfirmed = async (call: Pick<Context, 'db' | 'actor' | 'clock'>) => {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(confirmed_at, case when method <> 'code' then created_at end) as at
    from sessions where id = ${sessionOf(call).sessionId}::uuid`.execute(call.db);
  const at = rows[0]?.at ?? null;
  if (at === null || call.clock.now().getTime() - at.getTime() > confirmedMinutes * 60_000)
    throw problem('confirm_identity');
};
