import { sendLimit } from '#contract/chat-limits.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import type { Pool } from '../../kernel/database.ts';
import { refused } from '../../kernel/problem.ts';

interface Window {
  endsAt: number;
  used: number;
}

// Counted in the process, as reading-meter.ts counts: a count that cost a write would make every message as dear as two. With
// several server processes each counts for itself, so the limit is at most that many times as high.
const meters = new WeakMap<Pool, Map<string, Window>>();
const kept = 50_000;

/** Counts one message, or one change of messages, of the caller; refuses with the seconds to wait once a window's are used up. */
export const countPace = (context: Context, what: 'send' | 'change'): void => {
  const meter = meters.get(context.pool) ?? new Map<string, Window>();
  meters.set(context.pool, meter);
  const key = `${what}:${context.school.school_id}:${memberOf(context).userId}`;
  const now = context.clock.now().getTime();
  const found = meter.get(key);
  if (found === undefined || found.endsAt <= now) {
    if (meter.size >= kept) for (const [one, { endsAt }] of meter) if (endsAt <= now || meter.size >= kept) meter.delete(one);
    meter.set(key, { endsAt: now + sendLimit.seconds * 1000, used: 1 });
    return;
  }
  if (found.used >= sendLimit.max) throw refused('too_many_requests', { seconds: Math.max(1, Math.ceil((found.endsAt - now) / 1000)) });
  found.used += 1;
};
