import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../../test/world.ts';

const world = inWorld();

/** Returns all pages of someone's home feed, with `size` posts per page. */
const pagesOf = async (who: Person, size: number): Promise<string[]> => {
  const texts: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await who.call('GET /api/v1/feed', {
      size,
      ...(cursor !== undefined && { cursor }),
    });
    expect(page.items.length).toBeLessThanOrEqual(size);
    texts.push(...page.items.map(({ text }) => text));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return texts;
};

test('[FEED-01] home feed pages contain each post once and in order, with fewer or more clubs than posts per page', async () => {
  const clubs = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const { id } = await world.admin.call('POST /api/v1/clubs', {
        clientId: newClientId(),
        name: `Club ${n}`,
        membership: 'open',
        president: world.ana.uid,
      });
      if (n > 0) await world.ben.call('PUT /api/v1/clubs/{id}/membership', { id });
      return id;
    }),
  );
  const expected: string[] = [];
  const say = async (place: number | null, text: string) => {
    world.clock.advance(1_000);
    await world.ana.call('POST /api/v1/posts', {
      clientId: randomUUID(),
      text,
      ...(place !== null && { club: clubs[place] }),
    });
    if (place !== 0) expected.unshift(text);
  };
  // One club has only old posts, one has many new ones, one has two posts, and the reader isn't a member of the last.
  await say(5, 'Long ago');
  for (let n = 0; n < 4; n += 1) await say(1 + (n % 2), `First of ${n}`);
  await say(null, 'To the school');
  for (let n = 0; n < 7; n += 1) await say(3, `Quick ${n}`);
  await say(0, 'Not for Ben');
  await say(4, 'Once');
  await say(3, 'Quick again');
  await say(4, 'Twice');
  for (const size of [1, 2, 3, 5, 50]) expect(await pagesOf(world.ben, size)).toEqual(expected);
  expect(await pagesOf(world.eve, 2)).toEqual([]);
});
