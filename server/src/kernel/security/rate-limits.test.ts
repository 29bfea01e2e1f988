import { describe, expect, test } from 'vitest';
import { inWorld } from '../../../test/world.ts';
import { inTransaction } from '../database/database.ts';
import {
  addUseInTransaction,
  checkInMemory,
  countInMemory,
  networkOf,
  takeInMemory,
  refundInMemory,
} from './rate-limits.ts';
import { writeLimits } from '../http/serve.ts';

const world = inWorld();

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:DB8:0:0:ffff::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'not an address'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe('rate limits in memory', () => {
  test('a limit allows a number of uses per window and does not count rejected or refunded uses', async () => {
    const { pool, clock } = world;
    const at = { pool, clock };
    const limit = { max: 3, seconds: 20 };
    await countInMemory(at, 'x', limit, 2);
    clock.advance(5_000);
    expect(await takeInMemory(at, 'x', limit, 2)).toBe(false);
    await countInMemory(at, 'x', limit);
    await expect(countInMemory(at, 'x', limit)).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { seconds: 15 },
    });
    expect(() => checkInMemory(at, 'x', limit)).toThrow();
    refundInMemory(at, 'x');
    checkInMemory(at, 'x', limit);
    expect(await takeInMemory(at, 'x', limit)).toBe(true);
    expect(await takeInMemory(at, 'y', limit)).toBe(true);
    clock.advance(15_000);
    expect(await takeInMemory(at, 'x', limit, 3)).toBe(true);
  });
});

test('setting the clock back starts a new window, in memory and in the database', async () => {
  const { pool, clock, school } = world;
  const limit = { max: 1, seconds: 3_600 };
  const used = () =>
    inTransaction(
      pool,
      { school },
      async (db) =>
        (
          await addUseInTransaction(
            { db, clock, school: { school_id: school } as never },
            'early',
            3_600,
          )
        ).used,
    );
  clock.advance(86_400_000);
  await countInMemory({ pool, clock }, 'early', limit);
  expect([await used(), await used()]).toEqual([1, 2]);
  clock.advance(-86_400_000);
  await countInMemory({ pool, clock }, 'early', limit);
  expect([await used(), await used()]).toEqual([1, 2]);
});

test(
  'someone who exceeds the write limit gets 429 with Retry-After, but can still read, and others can write',
  { tags: ['soak'] },
  async () => {
    const { ana, ben, clock } = world;
    const write = async (who: typeof ana) => who.try('PATCH /api/v1/privacy', {});
    const statuses = new Set<number>();
    for (let n = 0; n < writeLimits.person.max; n += 60)
      for (const { status } of await Promise.all(Array.from({ length: 60 }, () => write(ana))))
        statuses.add(status);
    expect([...statuses]).not.toContain(429);
    expect(await write(ana)).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
      headers: { 'retry-after': '30' },
    });
    expect((await ana.try('DELETE /api/v1/sessions/{id}', { id: 'none' })).status).toBe(429);
    expect((await ana.try('GET /api/v1/privacy')).status).toBe(200);
    expect((await write(ben)).status).not.toBe(429);
    clock.advance(30_000);
    expect((await write(ana)).status).not.toBe(429);
  },
);
