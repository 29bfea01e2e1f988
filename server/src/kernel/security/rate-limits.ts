import { sql } from 'kysely';
import { isIP } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Context, Scope } from '../context.ts';
import { transact } from '../context.ts';
import type { Pool } from '../database/database.ts';
import { setBounded } from '../bounded-map.ts';
import { problem, type Problem } from '../http/problem.ts';

/*
 * Rate limits. Counts of frequent actions (reads, messages, writes, socket calls) are kept in the process, because a write per action would
 * cost as much as the action; each server counts separately. Counts of writes and of profiles that people read protect other people, so
 * servers that have Redis share them (`countShared`). Counts of expensive or sensitive actions (sign-in, email, uploads) are kept in
 * PostgreSQL and apply to all servers.
 *
 * The library's own PostgreSQL store has one table for all schools and its own connections, so it couldn't roll back a use with the
 * caller's transaction. We use our own statement instead.
 */

/** Maximum uses in a window of `seconds`, which starts with the first use. */
export interface Limit {
  readonly max: number;
  readonly seconds: number;
}

/** Returns the error for a used-up window. Both times are in milliseconds since 1970. */
export const rateLimitError = (endsAt: number, now: number): Problem =>
  problem('too_many_requests', { seconds: Math.max(1, Math.ceil((endsAt - now) / 1000)) });

/**
 * Returns the network of an address: for IPv6 the first 64 bits, which one customer has; for IPv4 the address, even inside IPv6. Returns
 * other text unchanged.
 */
export const networkOf = (address: string): string => {
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [left, right] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [
    string[],
    string[],
  ];
  const groups = [
    ...left,
    ...Array.from({ length: 8 - left.length - right.length }, () => '0'),
    ...right,
  ];
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff')
    return groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
      .join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
};

/** The dependencies of a count. */
type At = Pick<Scope, 'pool' | 'clock'>;

/**
 * Tolerance in milliseconds: simultaneous calls can read the clock in a different order than they count. If the clock was set back, the
 * difference is larger.
 */
const clockSlackMs = 60_000;

/** Maximum windows in memory. The oldest are dropped first. */
const entriesMax = 50_000;

/** The library's storage, based on our clock instead of the system clock, and with a maximum size. */
class Windows {
  readonly #windows = new Map<string, { used: number; endsAt: number; length: number }>();
  now = 0;

  #open(key: string): { used: number; endsAt: number } | undefined {
    const found = this.#windows.get(key);
    // A window that ends later than its length allows started before the clock was set back.
    return found !== undefined &&
      found.endsAt > this.now &&
      found.endsAt - this.now <= found.length + clockSlackMs
      ? found
      : undefined;
  }
  incrby(key: string, points: number, seconds: number): RateLimiterRes {
    const found = this.#open(key);
    if (found === undefined) return this.set(key, points, seconds);
    found.used += points;
    return new RateLimiterRes(0, found.endsAt - this.now, found.used, false);
  }
  set(key: string, points: number, seconds: number): RateLimiterRes {
    // Insert it again, so that the map's first entry is the oldest window.
    this.#windows.delete(key);
    setBounded(
      this.#windows,
      key,
      { used: points, endsAt: this.now + seconds * 1000, length: seconds * 1000 },
      entriesMax,
    );
    return new RateLimiterRes(0, seconds * 1000, points, true);
  }
  get(key: string): RateLimiterRes | null {
    const found = this.#open(key);
    return found === undefined
      ? null
      : new RateLimiterRes(0, found.endsAt - this.now, found.used, false);
  }
  delete(key: string): boolean {
    return this.#windows.delete(key);
  }
}

class MemoryLimiter extends RateLimiterMemory {
  constructor({ max, seconds }: Limit, windows: Windows) {
    super({ points: max, duration: seconds, keyPrefix: '' });
    // The library has no option for its storage and reads the system clock, which tests can't set.
    Object.assign(this, { _memoryStorage: windows });
  }
}

interface Memory {
  readonly windows: Windows;
  readonly limiters: Map<string, MemoryLimiter>;
}

/** One memory per installation that the process serves. */
const memories = new WeakMap<Pool, Memory>();

const memoryAt = ({ pool, clock }: At): Memory => {
  const memory = memories.get(pool) ?? {
    windows: new Windows(),
    limiters: new Map<string, MemoryLimiter>(),
  };
  memories.set(pool, memory);
  memory.windows.now = clock.now().getTime();
  return memory;
};

const limiterOf = ({ limiters, windows }: Memory, limit: Limit): MemoryLimiter => {
  const key = `${limit.max}/${limit.seconds}`;
  const limiter = limiters.get(key) ?? new MemoryLimiter(limit, windows);
  limiters.set(key, limiter);
  return limiter;
};

/** Uses `points` of a subject's window in memory. Returns false and counts nothing if fewer are left. */
export const takeInMemory = async (
  at: At,
  subject: string,
  limit: Limit,
  points = 1,
): Promise<boolean> => {
  const memory = memoryAt(at);
  const limiter = limiterOf(memory, limit);
  try {
    await limiter.consume(subject, points);
    return true;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    await limiter.reward(subject, points);
    return false;
  }
};

/** Counts that several servers share. */
export interface SharedWindows {
  /** Uses points of a subject's window, or none if fewer are left. Returns null if the counts are unavailable. */
  take(
    subject: string,
    limit: Limit,
    points: number,
  ): Promise<{ readonly isTaken: boolean; readonly msLeft: number } | null>;
}

const sharedWindows = new WeakMap<Pool, SharedWindows>();

/** Shares the counts of an installation with other servers. */
export const shareWindows = (pool: Pool, windows: SharedWindows): void =>
  void sharedWindows.set(pool, windows);

/** Throws if the subject's window in memory is used up, with the seconds until it ends. Counts nothing. */
export const checkInMemory = (at: At, subject: string, limit: Limit): void => {
  const { windows } = memoryAt(at);
  const found = windows.get(subject);
  if (found !== null && found.consumedPoints >= limit.max)
    throw rateLimitError(windows.now + found.msBeforeNext, windows.now);
};

/** Counts `points` of a subject in memory. Throws and counts nothing if they exceed the limit, with the seconds until the window ends. */
export const countInMemory = async (
  at: At,
  subject: string,
  limit: Limit,
  points = 1,
): Promise<void> => {
  if (await takeInMemory(at, subject, limit, points)) return;
  const { windows } = memoryAt(at);
  throw rateLimitError(windows.now + (windows.get(subject)?.msBeforeNext ?? 0), windows.now);
};

/**
 * Counts `points` of a subject for all servers, if they have Redis, and otherwise in memory. While Redis is away, each server counts in
 * memory, so no one is rejected because of it. Throws and counts nothing if they exceed the limit.
 */
export const countShared = async (
  at: At,
  subject: string,
  limit: Limit,
  points = 1,
): Promise<void> => {
  const found = (await sharedWindows.get(at.pool)?.take(subject, limit, points)) ?? null;
  if (found === null) return countInMemory(at, subject, limit, points);
  const now = at.clock.now().getTime();
  if (!found.isTaken) throw rateLimitError(now + found.msLeft, now);
};

/** Counts `points` of a subject in memory without a limit, for costs that are known only afterward. `checkInMemory` rejects later calls. */
export const addInMemory = (at: At, subject: string, { seconds }: Limit, points: number): void => {
  memoryAt(at).windows.incrby(subject, points, seconds);
};

/** Removes one count in memory, because the action didn't happen. */
export const refundInMemory = (at: At, subject: string): void => {
  const { windows } = memoryAt(at);
  if ((windows.get(subject)?.consumedPoints ?? 0) > 0) windows.incrby(subject, -1, 0);
};

/** A subject's use of its current window in the database. */
export interface Usage {
  readonly used: number;
  readonly endsAt: Date;
}

type RateLimitContext = Pick<Context, 'db' | 'school' | 'clock'>;

/** Adds one use in the caller's transaction, and returns the number of uses. Never throws because of the limit. */
export const addUseInTransaction = async (
  { db, school, clock }: RateLimitContext,
  subject: string,
  seconds: number,
): Promise<Usage> => {
  const now = clock.now();
  const endsAt = new Date(now.getTime() + seconds * 1000);
  // A window that ends later than this started before the clock was set back.
  const tooFar = new Date(endsAt.getTime() + clockSlackMs);
  const { rows } = await sql<{ used: number; window_ends_at: Date }>`
    insert into rate_limits (school_id, subject, window_ends_at, used) values (${school.school_id}, ${subject}, ${endsAt}, 1)
    on conflict (school_id, subject) do update set
      used = case when rate_limits.window_ends_at <= ${now} or rate_limits.window_ends_at > ${tooFar} then 1 else rate_limits.used + 1 end,
      window_ends_at = case when rate_limits.window_ends_at <= ${now} or rate_limits.window_ends_at > ${tooFar} then excluded.window_ends_at
        else rate_limits.window_ends_at end
    returning used, window_ends_at`.execute(db);
  const [row] = rows;
  return row === undefined ? { used: 1, endsAt } : { used: row.used, endsAt: row.window_ends_at };
};

/**
 * Counts one use of `subject` in the caller's transaction, so that a rollback also removes the use. Over `max`, throws with the seconds
 * until the window ends. The rollback removes the excess use, so it throws again next time.
 */
export const countUseInTransaction = async (
  context: RateLimitContext,
  subject: string,
  limit: Limit,
): Promise<void> => {
  const { used, endsAt } = await addUseInTransaction(context, subject, limit.seconds);
  if (used > limit.max) throw rateLimitError(endsAt.getTime(), context.clock.now().getTime());
};

/** Counts one use in a separate transaction, so that the use counts even if the work fails. */
export const countUse = (scope: Scope, subject: string, limit: Limit): Promise<void> =>
  transact(scope, (context) => countUseInTransaction(context, subject, limit));

/** Returns the uses of each subject, 0 if it has no current window. */
export const selectRateLimitUses = async (
  { db, clock }: RateLimitContext,
  subjects: readonly string[],
): Promise<number[]> => {
  const { rows } = await sql<{ subject: string; used: number }>`
    select subject, used from rate_limits where subject = any(${subjects}) and window_ends_at > ${clock.now()}`.execute(
    db,
  );
  return subjects.map((subject) => rows.find((row) => row.subject === subject)?.used ?? 0);
};

/** Deletes the uses of subjects after a success, in the caller's transaction. */
export const forgetUsesWithin = async (
  { db }: Pick<Context, 'db'>,
  subjects: readonly string[],
): Promise<void> => {
  await sql`delete from rate_limits where subject = any(${subjects})`.execute(db);
};
