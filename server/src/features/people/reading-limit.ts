import { record } from '../../kernel/security/audit.ts';
import { transact, type Context } from '../../kernel/context.ts';
import { countShared, takeInMemory } from '../../kernel/security/rate-limits.ts';
import { Problem } from '../../kernel/http/problem.ts';

/** Maximum full profiles of others that a person can see in an hour. Only scripts exceed it. */
export const readingLimit = { max: 500, seconds: 3_600 } as const;
/** Maximum errors that are reported in the same period. */
const reportLimit = { max: 1, seconds: readingLimit.seconds } as const;

/**
 * Counts full profiles before a person sees them. Throws with the seconds to wait if the hourly limit is exceeded. The
 * activity log records the first error per hour, so that admins see who reads many profiles.
 */
export const countReading = async (context: Context, profiles: number): Promise<void> => {
  const { actor, school } = context;
  if (actor.kind !== 'member' || actor.isAdmin || profiles === 0) return;
  const { userId } = actor;
  try {
    await countShared(context, `profiles:${school.school_id}:${userId}`, readingLimit, profiles);
  } catch (error) {
    // This uses a separate transaction, because the error rolls back the current one.
    if (
      error instanceof Problem &&
      (await takeInMemory(context, `profiles-told:${school.school_id}:${userId}`, reportLimit))
    )
      await transact(context, (own) =>
        record(own, 'reading_slowed', { person: userId, shown: readingLimit.max }),
      );
    throw error;
  }
};
