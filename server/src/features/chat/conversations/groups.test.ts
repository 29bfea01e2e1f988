import { expect, test } from 'vitest';
import { group, readConversation, sendMessage } from '../../../../test/chat-world.ts';
import { inWorld, type Person } from '../../../../test/world.ts';

const world = inWorld();

test('[CHAT-01] a group keeps its name and member list for people who left, and shows the current ones if they return', async () => {
  const { ana, ben } = world;
  const [dora, finn] = await Promise.all(
    ['dora', 'finn'].map((username) => world.join({ username, first_name: username })),
  );
  if (dora === undefined || finn === undefined) throw new Error('nobody joined');
  await world.admin.call('PUT /api/v1/chat/policy', {
    who: 'anyone',
    requests: false,
    keepDays: null,
  });
  const { id } = await group(ana, [ben, dora], 'Picnic');
  const leave = (by: typeof ana, uid: string) =>
    by.call('DELETE /api/v1/chat/conversations/{conversation}/participants/{uid}', {
      conversation: id,
      uid,
    });
  await sendMessage(ana, id, 'Saturday?');
  await leave(ana, dora.uid);
  // Numbers that only indicate that something has changed keep increasing.
  const known = async () => {
    const { change: _, participants, ...rest } = await readConversation(dora, id);
    return { ...rest, participants: participants.map((one) => ({ ...one, change: 0 })) };
  };
  const before = await known();
  world.clock.advance(60_000);
  await ana.call('POST /api/v1/chat/conversations/{conversation}/participants', {
    conversation: id,
    uids: [finn.uid],
  });
  expect(
    (
      await ana.try('PATCH /api/v1/chat/conversations/{conversation}', {
        conversation: id,
        name: 'Surprise for Dora',
      })
    ).status,
  ).toBe(200);
  await sendMessage(ana, id, 'She must not know.');
  await ben.call('PUT /api/v1/chat/conversations/{conversation}/read', {
    conversation: id,
    seq: 6,
  });
  await leave(finn, finn.uid);
  expect(await known()).toEqual(before);
  expect(JSON.stringify(await dora.call('GET /api/v1/account/data'))).not.toContain('Surprise');
  const called = (search: string) =>
    dora
      .call('GET /api/v1/chat/conversations', { folder: 'inbox', search })
      .then(({ items }) => items.some((one) => one.id === id));
  const [seen, own] = [
    (await dora.call('GET /api/v1/chat/conversations', { folder: 'inbox' })).items.find(
      (one) => one.id === id,
    ),
    await readConversation(dora, id),
  ];
  for (const one of [seen, own])
    expect(one).toMatchObject({ name: 'Picnic', participantCount: 2, pictureUrl: null });
  expect(seen?.people.map(({ uid }) => uid).toSorted()).toEqual([ana.uid, ben.uid].toSorted());
  expect([await called('picnic'), await called('surprise'), await called('finn')]).toEqual([
    true,
    false,
    false,
  ]);
  expect((await readConversation(ben, id)).name).toBe('Surprise for Dora');
  // Filters show only the person's own conversations: those with unread messages, and groups.
  const filtered = async (who: Person, only: 'unread' | 'groups') =>
    (await who.call('GET /api/v1/chat/conversations', { folder: 'inbox', only })).items.map(
      (one) => one.id,
    );
  expect(await filtered(ana, 'groups')).toContain(id);
  expect(await filtered(ben, 'unread')).not.toContain(id);
  await sendMessage(ana, id, 'Bring a cake.');
  expect(await filtered(ben, 'unread')).toContain(id);
  expect(await filtered(world.eve, 'groups')).not.toContain(id);
  await ana.call('POST /api/v1/chat/conversations/{conversation}/participants', {
    conversation: id,
    uids: [dora.uid],
  });
  expect(await readConversation(dora, id)).toMatchObject({
    name: 'Surprise for Dora',
    participantCount: 3,
  });
  // A server of the previous version adds her again and keeps the stored state.
  await world.sql(
    `update participants set left_name = 'Picnic', left_count = 2, left_at = now() where conversation_id = $1 and user_id = $2`,
    [id, dora.uid],
  );
  expect(await readConversation(dora, id)).toMatchObject({
    name: 'Surprise for Dora',
    participantCount: 3,
  });
});
