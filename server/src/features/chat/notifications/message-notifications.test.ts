import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inPushService } from '../../../../test/push-receiver.ts';
import { inWorld, type Person } from '../../../../test/world.ts';

const world = inWorld();
const { service, browser } = inPushService();
let ana: Person;
let ben: Person;
let cy: Person;
let conversation = '';

const settle = () => world.app.jobs.settle();
const connect = async (one: Person, two: Person) => {
  await one.call('GET /mobile_ws/v18/user_connect', { student_uid: two.uid, type: 'request' });
  await two.call('GET /mobile_ws/v18/user_connect', { student_uid: one.uid, type: 'accept' });
};
const say = async (who: Person, text = 'Hello', more: object = {}) => {
  world.clock.advance(1_000);
  const { seq } = await who.call('POST /api/v1/chat/conversations/{conversation}/messages', {
    conversation,
    clientId: randomUUID(),
    text,
    ...more,
  });
  return seq;
};
const reported = async (who: Person, text?: string) => {
  const seq = await say(who, text);
  await settle();
  return seq;
};
const read = async (who: Person, seq: number) => {
  await who.call('PUT /api/v1/chat/conversations/{conversation}/read', { conversation, seq });
  await settle();
};
const list = async (who: Person) => (await who.call('GET /api/v1/notifications')).items;
const unread = async (who: Person) =>
  (await who.call('GET /api/v1/notifications/unread-count')).unread;
const group = async (who: Person, others: readonly Person[], name = 'Study group') =>
  (
    await who.call('POST /api/v1/chat/conversations', {
      kind: 'group',
      clientId: randomUUID(),
      name,
      uids: others.map(({ uid }) => uid),
    })
  ).id;

beforeAll(async () => {
  await connect(world.ana, world.ben);
  await connect(world.ana, world.cy);
  await settle();
});
beforeEach(async () => {
  [ana, ben, cy] = await Promise.all([
    world.signInAgain(world.ana),
    world.signInAgain(world.ben),
    world.signInAgain(world.cy),
  ]);
  await world.sql('delete from notifications');
  await world.sql('delete from notification_counters');
  conversation = (
    await ana.call('POST /api/v1/chat/conversations', { kind: 'direct', uid: ben.uid })
  ).id;
});
afterEach(async () => {
  for (const table of [
    'conversations',
    'notifications',
    'notification_counters',
    'notification_devices',
    'outbox',
    'notified_messages',
  ])
    await world.sql(`delete from ${table}`);
});

describe('[NOTIF-04] message notifications', () => {
  test('are sent once for many unread messages, and reading the conversation marks them as read', async () => {
    await reported(ana, 'Are you there?');
    expect(await list(ben)).toMatchObject([
      {
        key: 'general.chat',
        kind: 'message_written',
        people: [{ uid: ana.uid }],
        conversation: { id: conversation, name: null },
        isRead: false,
      },
    ]);
    expect(await list(ana)).toEqual([]);
    for (const text of ['Hello?', 'Well']) await reported(ana, text);
    expect([(await list(ben)).length, await unread(ben)]).toEqual([1, 1]);
    const [before] = await world.sql(
      'select change from notification_counters where user_id = $1',
      [ben.id],
    );
    expect(before).toEqual({ change: 1 });
    await read(ben, 1);
    expect(await unread(ben)).toBe(0);
    expect((await list(ben)).map(({ isRead }) => isRead)).toEqual([true]);
    await reported(ana, 'One more');
    expect(await list(ben)).toMatchObject([{ isRead: false }, { isRead: true }]);
    // Messages from before it was dismissed don't cause another notification.
    await ben.call('PATCH /api/v1/notifications/mark-all-as-read');
    await world.sql(`update outbox set delivered_at = null where kind = 'message_written'`);
    await settle();
    expect([(await list(ben)).length, await unread(ben)]).toEqual([2, 0]);
  });

  test('aren’t sent to people who already read the message or who wrote it', async () => {
    const seq = await say(ana);
    await ben.call('PUT /api/v1/chat/conversations/{conversation}/read', { conversation, seq });
    await settle();
    expect([await list(ben), await list(ana)]).toEqual([[], []]);
  });

  test('have the group’s name, reach people who muted it only on mentions, and skip people who blocked the author', async () => {
    conversation = await group(ana, [ben, cy]);
    const first = await reported(ana);
    expect(await list(ben)).toMatchObject([
      { conversation: { id: conversation, name: 'Study group' } },
    ]);
    expect(await list(cy)).toHaveLength(1);
    for (const who of [ben, cy]) await read(who, first);
    await ben.call('PATCH /api/v1/chat/conversations/{conversation}/own', {
      conversation,
      muteMinutes: -1,
    });
    await reported(ana, 'To all');
    expect([await unread(ben), await unread(cy)]).toEqual([0, 1]);
    const last = await reported(ana, `Even @[${ben.uid}]`);
    expect(await unread(ben)).toBe(1);
    for (const who of [ben, cy]) await read(who, last);
    await cy.call('PUT /api/v1/blocks/{uid}', { uid: ben.uid });
    await settle();
    await reported(ben, 'Can you hear me?');
    expect([await unread(ana), await unread(cy)]).toEqual([1, 0]);
    await cy.call('DELETE /api/v1/blocks/{uid}', { uid: ben.uid });
    await connect(world.ana, world.cy);
  });

  test('reach each person once, even with ten runs at once', { tags: ['soak'] }, async () => {
    const others = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        world.join({ username: `room-${n}`, first_name: `Room${n}` }),
      ),
    );
    for (const other of others) await connect(ana, other);
    conversation = await group(ana, others, 'Room');
    await settle();
    await world.sql('delete from notifications');
    for (let n = 0; n < 5; n += 1) await say(ana, `Message ${n}`);
    const servers = await Promise.all(Array.from({ length: 4 }, () => world.startAnother({})));
    await settle();
    await world.sql('delete from notifications');
    await world.sql('update notification_counters set unread = 0, total = 0');
    const [event] = await world.sql<{ id: number }>(
      `select id from outbox where kind = 'message_written' order by id desc limit 1`,
    );
    await Promise.all(
      [world.app, ...servers, world.app, ...servers].map(({ jobs }) =>
        jobs.repeat('chat.notify', world.school, event?.id ?? 0),
      ),
    );
    await Promise.all(servers.map((server) => server.close()));
    const rows = await world.sql(
      `select count(*)::int as items, count(distinct user_id)::int as people from notifications`,
    );
    expect(rows).toEqual([{ items: 12, people: 12 }]);
    expect(
      await world.sql(`select distinct unread, total from notification_counters where unread > 0`),
    ).toEqual([{ unread: 1, total: 1 }]);
  });

  test('show the message text in a push unless the person hides it', async () => {
    const phone = browser();
    service.publicKey = (
      await ben.call('GET /api/v1/notifications/capabilities')
    ).platforms.mobile.publicKey;
    await ben.call('POST /api/v1/notifications/devices', phone.subscription);
    await reported(ana, `Lunch at noon, @[${ben.uid}]?`);
    expect(phone.pushes).toMatchObject([
      {
        body: 'Ana Silva messaged you: Lunch at noon, @Ben Okafor?',
        path: `/chat/${conversation}`,
      },
    ]);
    await read(ben, 1);
    await ben.call('PATCH /api/v1/notifications/settings', { hidesText: true });
    await reported(ana, 'A secret');
    expect(phone.pushes.at(-1)?.body).toBe('You have a new notification');
    await world.sql('delete from notification_settings');
  });

  const later = async (seconds: number) => {
    world.clock.advance(seconds * 1_000);
    await settle();
  };
  const phoneOf = async (who: Person) => {
    const phone = browser();
    service.publicKey = (
      await who.call('GET /api/v1/notifications/capabilities')
    ).platforms.mobile.publicKey;
    await who.call('POST /api/v1/notifications/devices', phone.subscription);
    return phone;
  };

  test('replace the push of a conversation 30 seconds later with newer messages, and count once', async () => {
    const phone = await phoneOf(ben);
    await reported(ana, 'See you at noon');
    await reported(ana, 'Or wait');
    await reported(ana, 'The room has changed, come now');
    expect(phone.pushes.map(({ body }) => body)).toEqual([
      'Ana Silva messaged you: See you at noon',
    ]);
    expect([(await list(ben)).length, await unread(ben)]).toEqual([1, 1]);
    await later(30);
    expect(phone.pushes.map(({ body }) => body).slice(1)).toEqual([
      'Ana Silva messaged you: The room has changed, come now',
    ]);
    expect(new Set(phone.pushes.map(({ tag }) => tag))).toEqual(new Set([`c${conversation}`]));
    expect([(await list(ben)).length, await unread(ben)]).toEqual([1, 1]);
    // A notification that is read before its push is due isn't pushed.
    const seq = await reported(ana, 'Are you there?');
    await read(ben, seq);
    await later(30);
    expect(phone.pushes).toHaveLength(2);
    expect(await unread(ben)).toBe(0);
  });

  test('move up in the list at most twice a minute without a device', async () => {
    await reported(ana, 'One');
    const [first] = await list(ben);
    await reported(ana, 'Two');
    expect((await list(ben)).map(({ id }) => id)).toEqual([first?.id]);
    world.clock.advance(30_000);
    await reported(ana, 'Three');
    const [second, ...others] = await list(ben);
    expect([second?.id === first?.id, others, await unread(ben)]).toEqual([false, [], 1]);
  });

  test('repeat in a large group only for people who are mentioned', async () => {
    conversation = await group(ana, [ben, cy], 'Campus');
    await settle();
    await world.sql('update conversations set participant_count = 400 where id = $1', [
      conversation,
    ]);
    const phones = { ben: await phoneOf(ben), cy: await phoneOf(cy) };
    await reported(ana, 'Welcome');
    await later(60);
    await reported(ana, `Hello @[${ben.uid}]`);
    await later(60);
    expect([phones.ben.pushes.length, phones.cy.pushes.length]).toEqual([2, 1]);
    expect([await unread(ben), await unread(cy)]).toEqual([1, 1]);
  });

  test('show the name but not the text of a stranger’s request', async () => {
    await world.admin.call('PUT /api/v1/chat/policy', {
      who: 'connections',
      requests: true,
      keepDays: null,
    });
    const [dee, phone] = [
      await world.join({ username: 'dee', first_name: 'Dee' }),
      await phoneOf(ben),
    ];
    conversation = (
      await dee.call('POST /api/v1/chat/conversations', { kind: 'direct', uid: ben.uid })
    ).id;
    await reported(dee, 'Something nobody wants to read');
    expect(phone.pushes.map(({ body }) => body)).toEqual([
      expect.not.stringContaining('nobody wants'),
    ]);
    expect(phone.pushes[0]?.body).toContain('Dee');
  });
});
