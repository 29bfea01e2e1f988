import { beforeAll, expect, test } from 'vitest';
import { maintenance } from '#server/app.ts';
import { runMaintenance } from '#server/kernel/jobs/maintenance.ts';
import {
  connect,
  direct,
  group,
  readMessages,
  listConversations,
  readConversation,
  sendMessage,
  trySendMessage,
  codeOf,
} from '../../../../test/chat-world.ts';
import { inWorld, worldPassword } from '../../../../test/world.ts';

const world = inWorld();
const day = 86_400_000;
beforeAll(() => connect(world.ana, world.ben));

test('deleting an account removes it from groups, and others keep its messages without a name', async () => {
  const { ana, ben } = world;
  const rae = await world.join({ username: 'rae', first_name: 'Rae', last_name: 'Lind' });
  await connect(rae, ana);
  await connect(rae, ben);
  const two = await direct(rae, ana);
  await sendMessage(rae, two.id, 'To you alone');
  const three = await group(rae, [ana, ben], 'Hers');
  await sendMessage(rae, three.id, 'To all');
  await sendMessage(ana, three.id, 'Back');
  await rae.call('PATCH /api/v1/chat/conversations/{conversation}/own', {
    conversation: three.id,
    draft: 'Unsaid',
  });
  await rae.call('PUT /api/v1/chat/conversations/{conversation}/messages/{seq}/reactions', {
    conversation: three.id,
    seq: 3,
    emoji: '🎉',
    isSet: true,
  });
  const { sections } = await rae.call('GET /api/v1/account/data');
  expect(sections).toMatchObject({
    messagesWritten: expect.arrayContaining([
      expect.objectContaining({ text: 'To you alone' }),
      expect.objectContaining({ text: 'To all' }),
    ]),
    conversations: expect.arrayContaining([
      expect.objectContaining({ name: 'Hers', draft: 'Unsaid' }),
    ]),
  });
  expect(JSON.stringify(sections)).not.toContain('Back');
  await rae.call('POST /api/v1/account/erase', { password: worldPassword });
  await world.app.jobs.settle();
  expect((await listConversations(ana)).find(({ id }) => id === two.id)).toMatchObject({
    people: [{ firstName: 'Deleted user', lastName: '' }],
    can: { send: false, sendRefusal: 'gone' },
  });
  expect(codeOf(await trySendMessage(ana, two.id, 'Hello?'))).toEqual([403, 'chat_not_allowed']);
  expect((await readMessages(ana, two.id)).map(({ text }) => text)).toEqual(['To you alone']);
  const after = await readMessages(ben, three.id);
  expect(after.map(({ text, event }) => event?.kind ?? text)).toEqual([
    'begun',
    'To all',
    'Back',
    'left',
    'owner',
  ]);
  expect(after[2]?.reactions).toEqual([]);
  expect(
    await world.sql(`select from participants where user_id = $1 and draft <> ''`, [rae.id]),
  ).toEqual([]);
  expect(
    (await readConversation(ana, three.id)).participants.find(({ uid }) => uid === rae.uid),
  ).toMatchObject({
    hasLeft: true,
    firstName: 'Deleted user',
  });
});

test('a school’s retention period deletes text, files and reactions, and keeps message numbers without a gap', async () => {
  const { ana, ben, admin } = world;
  const { id } = await direct(ana, ben);
  const react = { conversation: id, seq: 1, emoji: '👍', isSet: true };
  await sendMessage(ana, id, 'An old word');
  await ben.call('PUT /api/v1/chat/conversations/{conversation}/messages/{seq}/reactions', react);
  await ana.call('PATCH /api/v1/chat/conversations/{conversation}/messages/{seq}', {
    conversation: id,
    seq: 1,
    text: 'An older word',
  });
  world.clock.advance(20 * day);
  const again = {
    ana: await world.signInAgain(ana),
    ben: await world.signInAgain(ben),
    admin: await world.signInAgain(admin),
  };
  await sendMessage(again.ben, id, 'A newer word', { replyTo: 1 });
  world.clock.advance(15 * day);
  await runMaintenance(world.pool, maintenance, world.clock.now());
  const later = {
    ana: await world.signInAgain(ana),
    ben: await world.signInAgain(ben),
    admin: await world.signInAgain(admin),
  };
  expect((await readMessages(later.ana, id)).map(({ text }) => text)).toEqual([
    'An older word',
    'A newer word',
  ]);
  await later.admin.call('PUT /api/v1/chat/policy', {
    who: 'connections',
    requests: true,
    keepDays: 30,
  });
  const { change } = await readConversation(later.ana, id);
  await runMaintenance(world.pool, maintenance, world.clock.now());
  expect(await readMessages(later.ana, id)).toMatchObject([
    { seq: 1, text: '', deleted: 'retention', reactions: [], change: change + 1 },
    {
      seq: 2,
      text: 'A newer word',
      replyTo: { seq: 1, text: '', deleted: true },
      change: change + 1,
    },
  ]);
  for (const table of ['message_versions', 'reactions'])
    expect([
      table,
      await world.sql(`select from ${table} where conversation_id = $1`, [id]),
    ]).toEqual([table, []]);
  await runMaintenance(world.pool, maintenance, world.clock.now());
  expect((await readConversation(later.ana, id)).change).toBe(change + 1);
  world.clock.advance(30 * day);
  await runMaintenance(world.pool, maintenance, world.clock.now());
  expect(
    await world.sql(
      'select count(*)::int as n from messages where conversation_id = $1 and deleted is null',
      [id],
    ),
  ).toEqual([{ n: 0 }]);
  expect(await world.sql('select oldest_at from conversations where id = $1', [id])).toEqual([
    { oldest_at: null },
  ]);
});
