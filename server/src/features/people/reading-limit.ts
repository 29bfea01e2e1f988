import { record } from '../../kernel/security/audit.ts';
import { transact, type Context } from '../../kernel/context.ts';
import { countInMemory, takeInMemory } from '../../kernel/security/rate-limits.ts';
import { Problem } from '../../kernel/http/problem.ts';

/** Full profiles of others one person may be shown in an hour: nobody reads more, a script does. */
export const readingLimit = { max: 500, seconds: 3_600 } as const;
/** Errors told in as long a time. */
const reportLimit = { max: 1, seconds: readingLimit.seconds } as const;

/**
 * Counts full profiles about to be shown to a person, and refuses with the seconds to wait once the hour's limit is passed.
 * The first error of an hour is told in the audit log, so that admins see who reads everybody.
 */
export const countReading = async (context: Context, profiles: number): Promise<void> => {
  const { actor, school } = context;
  if (actor.kind !== 'member' || actor.isAdmin || profiles === 0) return;
  const { userId } = actor;
  try {
    await countInMemory(context, `profiles:${school.school_id}:${userId}`, readingLimit, profiles);
  } catch (error) {
    // In a transaction of its own: this one ends with the error.
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
