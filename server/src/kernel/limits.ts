import { sql } from 'kysely';
import type { Context, Scope } from './context.ts';
import { transact } from './context.ts';
import { refused, type Refusal } from './problem.ts';

/** How often something may be done in a window. */
export interface Limit {
  readonly max: number;
  readonly seconds: number;
}

/** The refusal of whoever has used up a window that ends then, both in milliseconds since 1970. */
export const tooManyUntil = (endsAt: number, now: number): Refusal =>
  refused('too_many_requests', { seconds: Math.max(1, Math.ceil((endsAt - now) / 1000)) });

/**
 * Counts one use by `subject` in the caller's transaction: a use that is undone with it has not been. Past `max` it refuses
 * with the seconds until the window ends, again and again, because the use that was too much is undone too.
 */
export const countUseWithin = async (
  { db, school, clock }: Pick<Context, 'db' | 'school' | 'clock'>,
  subject: string,
  limit: Limit,
): Promise<void> => {
  const now = clock.now();
  const endsAt = new Date(now.getTime() + limit.seconds * 1000);
  const { rows } = await sql<{ used: number; window_ends_at: Date }>`
    insert into limits (school_id, subject, window_ends_at, used) values (${school.school_id}, ${subject}, ${endsAt}, 1)
    on conflict (school_id, subject) do update set
      used = case when limits.window_ends_at <= ${now} then 1 else limits.used + 1 end,
      window_ends_at = case when limits.window_ends_at <= ${now} then excluded.window_ends_at else limits.window_ends_at end
    returning used, window_ends_at`.execute(db);
  const row = rows[0];
  if (row && row.used > limit.max) throw tooManyUntil(row.window_ends_at.getTime(), now.getTime());
};

/** The same in a transaction of its own, so that the count stands when the work is refused. */
export const countUse = (scope: Scope, subject: string, limit: Limit): Promise<void> =>
  transact(scope, (context) => countUseWithin(context, subject, limit));

/** Forgets the uses of a subject, after a success. */
export const forgetUses = async (scope: Scope, subjects: readonly string[]): Promise<void> => {
  await transact(scope, ({ db }) => sql`delete from limits where subject = any(${subjects})`.execute(db));
};
