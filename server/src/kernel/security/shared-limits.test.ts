import { expect, onTestFinished, test } from 'vitest';
import { redisProgram, startRedis } from '../../../test/redis.ts';
import { inWorld, send, type Person } from '../../../test/world.ts';
import type { App } from '../../app.ts';
import { readingLimit } from '../../features/people/reading-limit.ts';
import { openPool } from '../database/database.ts';
import { writeLimits } from '../http/serve.ts';
import { countShared } from './rate-limits.ts';

const world = inWorld();

/** Starts another server with its own memory. */
const start = async (
  redisUrl?: string,
): Promise<{ app: App; at: Parameters<typeof countShared>[0] }> => {
  const pool = openPool({
    url: String(world.pool.raw.options.connectionString),
    isPooled: world.pool.isPooled,
    max: 4,
  });
  const app = await world.startAnother({ pool, ...(redisUrl !== undefined && { redisUrl }) });
  onTestFinished(async () => {
    await app.close();
    await pool.close();
  });
  return { app, at: { pool, clock: world.clock } };
};
const ask = async (app: App, who: Person, path: string, method: 'GET' | 'POST' = 'GET') =>
  (
    await send(app, path, {
      method,
      headers: {
        authorization: `Bearer ${who.tokens.jwt}`,
        'x-cg-csrf-token': who.tokens.csrfToken,
        'x-xsrf-token': who.cookies.get('XSRF-TOKEN') ?? '',
        cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(method === 'POST' && { body: { kind: 'direct', uid: world.ben.uid } }),
    })
  ).status;
const write = (app: App, who: Person) => ask(app, who, '/api/v1/chat/conversations', 'POST');
const readProfile = (app: App, who: Person) =>
  ask(app, who, `/mobile_ws/v18/user_profile?uid=${world.ben.uid}`);

test.skipIf(redisProgram === undefined)(
  'servers share the limits for writes and profiles through Redis, and each counts separately while Redis is down',
  async () => {
    const redis = await startRedis();
    onTestFinished(redis.stop);
    const url = `redis://127.0.0.1:${redis.port}`;
    const [one, two] = [await start(url), await start(url)];
    const subject = `writes:${world.school}:${world.ana.id}`;
    await countShared(one.at, subject, writeLimits.person, writeLimits.person.max);
    await expect(countShared(two.at, subject, writeLimits.person)).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { seconds: expect.any(Number) },
    });
    expect(await write(two.app, world.ana)).toBe(429);
    // Rejected uses don't count, and others are unaffected.
    await countShared(two.at, `writes:${world.school}:${world.ben.id}`, writeLimits.person);
    const profiles = `profiles:${world.school}:${world.cy.id}`;
    await countShared(one.at, profiles, readingLimit, readingLimit.max - 1);
    await expect(countShared(two.at, profiles, readingLimit, 2)).rejects.toThrow();
    expect(await readProfile(two.app, world.cy)).toBe(200);
    expect(await readProfile(one.app, world.cy)).toBe(429);

    await redis.stop();
    const startedAt = performance.now();
    expect(await write(two.app, world.ana)).not.toBe(429);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    // In memory, the limit still applies.
    await countShared(two.at, subject, writeLimits.person, writeLimits.person.max - 1);
    await expect(countShared(two.at, subject, writeLimits.person)).rejects.toThrow();
    await redis.start();
    await expect
      .poll(
        () =>
          countShared(one.at, 'again', { max: 1, seconds: 60 }).then(
            () =>
              countShared(two.at, 'again', { max: 1, seconds: 60 }).then(
                () => 'apart',
                () => 'shared',
              ),
            () => 'used',
          ),
        { timeout: 30_000, interval: 1_000 },
      )
      .not.toBe('apart');
  },
);
