import { expect, test } from 'vitest';
import { ownLimit, switchLimit } from '#contract/chat/limits.ts';
import { codeOf, connect, direct, sendMessage } from '../../../../test/chat-world.ts';
import { inWorld } from '../../../../test/world.ts';

const world = inWorld();

test(
  '[CHAT-04] a person who marks and drafts too fast gets 429 until the window ends, and others are not affected',
  { tags: 'soak' },
  async () => {
    const { ana, ben } = world;
    await connect(ana, ben);
    const { id } = await direct(ana, ben);
    await sendMessage(ana, id, 'Hello');
    const draft = (who: typeof ana, text: string) =>
      who.try('PATCH /api/v1/chat/conversations/{conversation}/own', {
        conversation: id,
        draft: text,
      });
    const mark = () =>
      ben.try('PUT /api/v1/chat/conversations/{conversation}/read', { conversation: id, seq: 1 });
    for (let n = 0; n < ownLimit.max; n += 1)
      expect((await (n % 2 === 0 ? draft(ben, `${n}`) : mark())).status).toBe(200);
    expect(codeOf(await draft(ben, 'one more'))).toEqual([429, 'too_many_requests']);
    expect(codeOf(await mark())).toEqual([429, 'too_many_requests']);
    expect((await draft(ana, 'mine')).status).toBe(200);
    world.clock.advance(ownLimit.seconds * 1_000);
    expect((await draft(ben, 'later')).status).toBe(200);
  },
);

test('[CHAT-04] read receipts have an hourly limit for turning them on and off, and keep the last setting', async () => {
  const set = (showsReceipts: boolean) =>
    world.cy.try('PATCH /api/v1/chat/privacy', { showsReceipts });
  for (let n = 0; n < switchLimit.max; n += 1) expect((await set(n % 2 === 0)).status).toBe(200);
  expect(codeOf(await set(true))).toEqual([429, 'too_many_requests']);
  expect(await world.cy.call('GET /api/v1/chat/privacy')).toMatchObject({ showsReceipts: false });
});
