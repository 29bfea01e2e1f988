import { record } from '../../kernel/security/audit.ts';
import { transact, type Context } from '../../kernel/context.ts';
import { countInMemory, takeInMemory } from '../../kernel/security/rate-limits.ts';
import { Problem } from '../../kernel/http/problem.ts';

/** Maximum number of full profiles of others that a person can see in an hour. Only scripts read more. */
export const readingLimit = { max: 500, seconds: 3_600 } as const;
/** Maximum number of audit log entries about it in the same time. */
const reportLimit = { max: 1, seconds: readingLimit.seconds } as const;

/**
 * Counts full profiles before a person sees them. Above the hour's limit it throws, with the seconds to wait. The first error in an hour is
 * written to the audit log, so that admins see who reads everyone's profile.
 */
export const countReading = async (context: Context, profiles: number): Promise<void> => {
  const { actor, school } = context;
  if (actor.kind !== 'member' || actor.isAdmin || profiles === 0) return;
  const { userId } = actor;
  try {
    await countInMemory(context, `profiles:${school.school_id}:${userId}`, readingLimit, profiles);
  } catch (error) {
    // In a separate transaction, because the error rolls this one back.
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
