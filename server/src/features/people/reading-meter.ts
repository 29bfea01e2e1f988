import { record } from '../../kernel/audit.ts';
import { transact, type Context } from '../../kernel/context.ts';
import type { Pool } from '../../kernel/database.ts';
import { refused } from '../../kernel/problem.ts';

/** Full profiles of others one person may be shown in an hour: nobody reads more, a script does. */
export const readingLimit = { profiles: 500, seconds: 3_600 } as const;

interface Window {
  endsAt: number;
  shown: number;
  isTold: boolean;
}

// Counted in the process, not in the database: a count that cost a write would make every profile as dear as a change.
// With several server processes each counts for itself, so the limit is at most that many times as high.
const meters = new WeakMap<Pool, Map<string, Window>>();
const kept = 50_000;

const windowOf = (context: Context, key: string, now: number): Window => {
  const meter = meters.get(context.pool) ?? new Map<string, Window>();
  meters.set(context.pool, meter);
  const found = meter.get(key);
  if (found !== undefined && found.endsAt > now) return found;
  if (meter.size >= kept) for (const [one, { endsAt }] of meter) if (endsAt <= now || meter.size >= kept) meter.delete(one);
  const fresh = { endsAt: now + readingLimit.seconds * 1000, shown: 0, isTold: false };
  meter.set(key, fresh);
  return fresh;
};

/**
 * Counts full profiles about to be shown to a person, and refuses with the seconds to wait once the hour's limit is passed.
 * The first refusal of an hour is told in the audit log, so that those who run the campus see who reads everybody.
 */
export const countReading = async (context: Context, profiles: number): Promise<void> => {
  const { actor, school, clock } = context;
  if (actor.kind !== 'member' || actor.isAdmin || profiles === 0) return;
  const now = clock.now().getTime();
  const window = windowOf(context, `${school.school_id}:${actor.userId}`, now);
  if (window.shown + profiles <= readingLimit.profiles) {
    window.shown += profiles;
    return;
  }
  if (!window.isTold) {
    window.isTold = true;
    // In a transaction of its own: this one ends with the refusal.
    await transact(context, (own) => record(own, 'reading_slowed', { person: actor.userId, shown: window.shown }));
  }
  throw refused('too_many_requests', { seconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)) });
};
