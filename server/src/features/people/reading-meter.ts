import { record } from '../../kernel/audit.ts';
import { transact, type Context } from '../../kernel/context.ts';
import { tooManyUntil } from '../../kernel/limits.ts';
import { openMeters, type Window } from '../../kernel/meters.ts';

/** Full profiles of others one person may be shown in an hour: nobody reads more, a script does. */
export const readingLimit = { profiles: 500, seconds: 3_600 } as const;

const metersOf = openMeters(readingLimit.seconds);
/** Windows in which the first refusal has been told. */
const told = new WeakSet<Window>();

/**
 * Counts full profiles about to be shown to a person, and refuses with the seconds to wait once the hour's limit is passed.
 * The first refusal of an hour is told in the audit log, so that those who run the campus see who reads everybody.
 */
export const countReading = async (context: Context, profiles: number): Promise<void> => {
  const { actor, school, clock } = context;
  if (actor.kind !== 'member' || actor.isAdmin || profiles === 0) return;
  const now = clock.now().getTime();
  const window = metersOf(context.pool).open(`${school.school_id}:${actor.userId}`, now);
  if (window.used + profiles <= readingLimit.profiles) {
    window.used += profiles;
    return;
  }
  if (!told.has(window)) {
    told.add(window);
    // In a transaction of its own: this one ends with the refusal.
    await transact(context, (own) => record(own, 'reading_slowed', { person: actor.userId, shown: window.used }));
  }
  throw tooManyUntil(window.endsAt, now);
};
