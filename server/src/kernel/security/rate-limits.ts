import { sql } from 'kysely';
import { isIP } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Context, Scope } from '../context.ts';
import { transact } from '../context.ts';
import type { Pool } from '../database/database.ts';
import { setBounded } from '../bounded-map.ts';
import { problem, type Problem } from '../http/problem.ts';

/*
 * How often somebody may do something: the one place that counts. Counts of what comes often (reads, messages, writes, socket
 * calls) are kept in the process, because a count that costs a write would be as dear as what it counts; with several servers
 * each counts for itself. Counts of what is dear or dangerous (sign-in, mail, uploads) are kept in PostgreSQL and hold for all.
 *
 * The library's own PostgreSQL store has one table for everybody and connections of its own: it knows neither schools nor the
 * caller's transaction, with which a use must be undone. So that half is our own statement.
 */

/** How often something may be done in a window, which begins with the first use. */
export interface Limit {
  readonly max: number;
  readonly seconds: number;
}

/** The error of whoever has used up a window that ends then, both in milliseconds since 1970. */
export const rateLimitError = (endsAt: number, now: number): Problem =>
  problem('too_many_requests', { seconds: Math.max(1, Math.ceil((endsAt - now) / 1000)) });

/**
 * The network an address counts as: of IPv6 the first 64 bits, which is what one customer has; of IPv4 the address itself, also
 * where it comes inside IPv6. What is no address stays as it is.
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

/** What a count needs at hand. */
type At = Pick<Scope, 'pool' | 'clock'>;

/** Calls that come at once may read the clock in another order than they count; a clock that was set back is off by more. */
const clockSlackMs = 60_000;

/** Windows kept in mind; past that the oldest go. */
const entriesMax = 50_000;

/** Where the library keeps its windows: by the campus's clock instead of the machine's, and never more than so many. */
class Windows {
  readonly #windows = new Map<string, { used: number; endsAt: number; length: number }>();
  now = 0;

  #open(key: string): { used: number; endsAt: number } | undefined {
    const found = this.#windows.get(key);
    // One that ends further away than it is long began under a clock that has been set back since.
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
    // Anew, so that the oldest of the map is the one that began first.
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
    // The library has no setting for its storage and reads the machine's clock, which tests cannot move.
    Object.assign(this, { _memoryStorage: windows });
  }
}

interface Memory {
  readonly windows: Windows;
  readonly limiters: Map<string, MemoryLimiter>;
}

/** For each installation a process serves. */
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

/** Takes `points` of a subject's window in the process. False where fewer are left; then nothing is counted. */
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

/** Refuses whoever has used up their window in the process, with the seconds until it ends; counts nothing. */
export const checkInMemory = (at: At, subject: string, limit: Limit): void => {
  const { windows } = memoryAt(at);
  const found = windows.get(subject);
  if (found !== null && found.consumedPoints >= limit.max)
    throw rateLimitError(windows.now + found.msBeforeNext, windows.now);
};

/** Counts `points` by a subject in the process, or refuses with the seconds until the window ends; then nothing is counted. */
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

/** Counts `points` by a subject in the process, however many there are, for what is known only once it is done; `checkInMemory` refuses. */
export const addInMemory = (at: At, subject: string, { seconds }: Limit, points: number): void => {
  memoryAt(at).windows.incrby(subject, points, seconds);
};

/** Takes one count in the process back: what was counted was not done. */
export const refundInMemory = (at: At, subject: string): void => {
  const { windows } = memoryAt(at);
  if ((windows.get(subject)?.consumedPoints ?? 0) > 0) windows.incrby(subject, -1, 0);
};

/** What a subject has used of the window that is open for it in the database. */
export interface Usage {
  readonly used: number;
  readonly endsAt: Date;
}

type Within = Pick<Context, 'db' | 'school' | 'clock'>;

/** Adds one use in the caller's transaction and answers how many there are, whatever the limit; never refuses. */
export const addUseWithin = async (
  { db, school, clock }: Within,
  subject: string,
  seconds: number,
): Promise<Usage> => {
  const now = clock.now();
  const endsAt = new Date(now.getTime() + seconds * 1000);
  // A window that ends later than that began under a clock that has been set back since.
  const tooFar = new Date(endsAt.getTime() + clockSlackMs);
  const { rows } = await sql<{ used: number; window_ends_at: Date }>`
    insert into limits (school_id, subject, window_ends_at, used) values (${school.school_id}, ${subject}, ${endsAt}, 1)
    on conflict (school_id, subject) do update set
      used = case when limits.window_ends_at <= ${now} or limits.window_ends_at > ${tooFar} then 1 else limits.used + 1 end,
      window_ends_at = case when limits.window_ends_at <= ${now} or limits.window_ends_at > ${tooFar} then excluded.window_ends_at
        else limits.window_ends_at end
    returning used, window_ends_at`.execute(db);
  const [row] = rows;
  return row === undefined ? { used: 1, endsAt } : { used: row.used, endsAt: row.window_ends_at };
};

/**
 * Counts one use by `subject` in the caller's transaction: a use that is undone with it has not been. Past `max` it refuses
 * with the seconds until the window ends, again and again, because the use that was too much is undone too.
 */
export const countUseWithin = async (
  context: Within,
  subject: string,
  limit: Limit,
): Promise<void> => {
  const { used, endsAt } = await addUseWithin(context, subject, limit.seconds);
  if (used > limit.max) throw rateLimitError(endsAt.getTime(), context.clock.now().getTime());
};

/** The same in a transaction of its own, so that the count stands when the work is refused. */
export const countUse = (scope: Scope, subject: string, limit: Limit): Promise<void> =>
  transact(scope, (context) => countUseWithin(context, subject, limit));

/** What each of the subjects has used; 0 where no window is open. */
export const usesWithin = async (
  { db, clock }: Within,
  subjects: readonly string[],
): Promise<number[]> => {
  const { rows } = await sql<{ subject: string; used: number }>`
    select subject, used from limits where subject = any(${subjects}) and window_ends_at > ${clock.now()}`.execute(
    db,
  );
  return subjects.map((subject) => rows.find((row) => row.subject === subject)?.used ?? 0);
};

/** Forgets the uses of subjects, after a success, in the caller's transaction. */
export const forgetUsesWithin = async (
  { db }: Pick<Context, 'db'>,
  subjects: readonly string[],
): Promise<void> => {
  await sql`delete from limits where subject = any(${subjects})`.execute(db);
};
