import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Pool } from '../database/database.ts';
import type { Redis } from '../redis.ts';
import { shareWindows, type Limit } from './rate-limits.ts';

/** Milliseconds that a count waits for Redis. After that, the server's memory counts. */
const waitMs = 250;

/** Counts of an installation's limits in Redis. Redis's clock measures the windows. */
export const shareLimits = (pool: Pool, redis: Redis): void => {
  const limiters = new Map<string, RateLimiterRedis>();
  const limiterOf = ({ max, seconds }: Limit): RateLimiterRedis => {
    const key = `${max}/${seconds}`;
    const found =
      limiters.get(key) ??
      new RateLimiterRedis({
        storeClient: redis.client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        points: max,
        duration: seconds,
        keyPrefix: 'commons:limit',
      });
    limiters.set(key, found);
    return found;
  };
  /** Resolves with null if Redis doesn't answer in time or fails. */
  const inTime = async (counting: Promise<RateLimiterRes>): Promise<RateLimiterRes | null> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((done) => {
      timer = setTimeout(() => done(null), waitMs);
    });
    try {
      return await Promise.race([counting, late]);
    } catch (error) {
      return error instanceof RateLimiterRes ? error : null;
    } finally {
      clearTimeout(timer);
    }
  };
  shareWindows(pool, {
    take: async (subject, limit, points) => {
      if (!redis.isReady()) return null;
      const limiter = limiterOf(limit);
      const found = await inTime(limiter.consume(subject, points));
      if (found === null) return null;
      const isTaken = found.consumedPoints <= limit.max;
      // Rejected uses don't count.
      if (!isTaken) limiter.reward(subject, points).catch(() => undefined);
      return { isTaken, msLeft: found.msBeforeNext };
    },
  });
};
