import { sendLimit } from '#contract/chat-limits.ts';
import { memberOf, type Scope } from '../../kernel/context.ts';
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

const keyOf = ({ school, ...scope }: Pick<Scope, 'school' | 'actor'>, what: 'send' | 'change'): string =>
  `${what}:${school.school_id}:${memberOf(scope).userId}`;

const isUsedUp = ({ endsAt, used }: Window, now: number): boolean => endsAt > now && used >= sendLimit.max;

const tooMany = ({ endsAt }: Window, now: number) =>
  refused('too_many_requests', { seconds: Math.max(1, Math.ceil((endsAt - now) / 1000)) });

/** Refuses whoever has used up their window, and counts nothing: so that one person's flood costs no transactions. */
export const checkPace = (scope: Scope, what: 'send' | 'change'): void => {
  const now = scope.clock.now().getTime();
  const found = meters.get(scope.pool)?.get(keyOf(scope, what));
  if (found !== undefined && isUsedUp(found, now)) throw tooMany(found, now);
};

/** Counts one message, or one change of messages, of the caller; refuses with the seconds to wait once a window's are used up. */
export const countPace = (scope: Scope, what: 'send' | 'change'): void => {
  const meter = meters.get(scope.pool) ?? new Map<string, Window>();
  meters.set(scope.pool, meter);
  const key = keyOf(scope, what);
  const now = scope.clock.now().getTime();
  const found = meter.get(key);
  if (found === undefined || found.endsAt <= now) {
    if (meter.size >= kept) for (const [one, { endsAt }] of meter) if (endsAt <= now || meter.size >= kept) meter.delete(one);
    meter.set(key, { endsAt: now + sendLimit.seconds * 1000, used: 1 });
    return;
  }
  if (isUsedUp(found, now)) throw tooMany(found, now);
  found.used += 1;
};
