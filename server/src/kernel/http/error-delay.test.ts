import { describe, expect, test } from 'vitest';
import { inWorld } from '../../../test/world.ts';

const world = inWorld();

describe('error delays', () => {
  test('after many errors in a short time, the server delays only further errors of the same caller', async () => {
    const held: number[] = [];
    const app = await world.startAnother({ wait: async (ms) => void held.push(ms) });
    const { ana, ben, clock } = world;
    const ask = async (token: string | null, path: string) => {
      const headers = {
        host: 'localhost',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      };
      return (await app.http.inject({ method: 'GET', url: `/api/v1${path}`, headers })).statusCode;
    };
    const [hers, his] = [ana.tokens.jwt, ben.tokens.jwt];
    const nowhere = '/chat/conversations/999999999';
    try {
      for (let n = 0; n < 60; n += 1) expect(await ask(hers, nowhere)).toBe(404);
      expect(held).toEqual([]);
      expect(await ask(hers, nowhere)).toBe(404);
      expect(held).toEqual([1_000]);
      expect(await ask(hers, '/chat/conversations')).toBe(200);
      expect(await ask(his, nowhere)).toBe(404);
      // Unauthenticated callers share a limit by address, because a whole school can sign in from one. Made-up tokens don't avoid it.
      for (let n = 0; n < 1_200; n += 1)
        expect(await ask(n % 2 === 0 ? null : `${hers}${n}`, nowhere)).toBe(401);
      expect(held).toHaveLength(1);
      await ask(`${hers}0`, nowhere);
      expect(held).toHaveLength(2);
      clock.advance(30_000);
      expect(await ask(hers, nowhere)).toBe(404);
      expect(held).toHaveLength(2);
    } finally {
      await app.close();
    }
  });
});
