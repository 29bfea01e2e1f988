import { expect, test } from 'vitest';
import { readLimit, searchLimit } from '#contract/chat/limits.ts';
import { codeOf, connect, direct, sendMessage } from '../../../../test/chat-world.ts';
import { inWorld } from '../../../../test/world.ts';

const world = inWorld();

test('[CHAT-04] a person who searches too fast gets 429 until the window ends, without affecting others or the list', async () => {
  const { ana, ben } = world;
  await connect(ana, ben);
  const { id } = await direct(ana, ben);
  await sendMessage(ana, id, 'The kayak is dry');
  const words = (who: typeof ana) => who.try('GET /api/v1/chat/search', { words: 'kayak' });
  const list = (search?: string) =>
    ben.try('GET /api/v1/chat/conversations', { folder: 'inbox', ...(search && { search }) });
  for (let n = 0; n < searchLimit.max; n += 1)
    expect((await (n % 2 === 0 ? words(ben) : list('ana'))).status).toBe(200);
  expect(codeOf(await words(ben))).toEqual([429, 'too_many_requests']);
  expect(codeOf(await list('ana'))).toEqual([429, 'too_many_requests']);
  expect((await list()).status).toBe(200);
  expect((await words(ana)).status).toBe(200);
  world.clock.advance(searchLimit.seconds * 1_000);
  expect((await words(ben)).status).toBe(200);
});

test(
  '[CHAT-04] a person who reads too fast gets 429 but can still write, and others are not affected',
  { tags: 'soak' },
  async () => {
    const { ana, ben } = world;
    const { id } = await direct(ana, ben);
    const page = (who: typeof ana) =>
      who.try('GET /api/v1/chat/conversations/{conversation}/messages', {
        conversation: id,
        limit: 5,
      });
    const changes = () =>
      ben.try('GET /api/v1/chat/conversations/{conversation}/changes', {
        conversation: id,
        after: 0,
      });
    world.clock.advance(readLimit.seconds * 1_000);
    for (let n = 0; n < readLimit.max; n += 1)
      expect((await (n % 2 === 0 ? page(ben) : changes())).status).toBe(200);
    expect(codeOf(await page(ben))).toEqual([429, 'too_many_requests']);
    expect(codeOf(await changes())).toEqual([429, 'too_many_requests']);
    expect(codeOf(await ben.try('GET /api/v1/chat/unread'))).toEqual([429, 'too_many_requests']);
    await sendMessage(ben, id, 'I only read');
    expect((await page(ana)).status).toBe(200);
    world.clock.advance(readLimit.seconds * 1_000);
    expect((await page(ben)).status).toBe(200);
  },
);
