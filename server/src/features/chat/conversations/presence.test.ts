import { afterEach, beforeAll, expect, test } from 'vitest';
import {
  connect,
  direct,
  group,
  readConversation,
  sendMessage,
} from '../../../../test/chat-world.ts';
import { openLive, type LiveClient } from '../../../../test/live-client.ts';
import { inWorld, type Person } from '../../../../test/world.ts';

const world = inWorld();
const open: LiveClient[] = [];
const live = async (who: Person) => {
  const client = await openLive(world.app, who);
  open.push(client);
  return client;
};
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

let id: string;
beforeAll(async () => {
  await connect(world.ana, world.ben);
  await connect(world.ana, world.cy);
  id = (await group(world.ana, [world.ben, world.cy], 'Three')).id;
  await sendMessage(world.ana, id, 'Hello');
});

test('[CHAT-02] typing is shown only to the other people in the conversation, and only if the person can write there', async () => {
  const [ana, ben, admin] = [await live(world.ana), await live(world.ben), await live(world.admin)];
  expect(await ben.call('typing', { conversation: id })).toEqual({ ok: true });
  expect(await ana.next('typing')).toEqual({
    kind: 'typing',
    conversation: id,
    uid: world.ben.uid,
  });
  // The server forwards it only every few seconds.
  expect(await ben.call('typing', { conversation: id })).toEqual({ ok: true });
  expect(await admin.call('typing', { conversation: id })).toEqual({
    ok: false,
    code: 'not_found',
  });
  expect(await admin.call('typing', { conversation: 'x' })).toEqual({
    ok: false,
    code: 'not_found',
  });
  await sleep(50);
  expect(
    [ana, ben, admin].map(
      ({ events: received }) => received.filter(({ kind }) => kind === 'typing').length,
    ),
  ).toEqual([1, 0, 0]);
});

test('[CHAT-02] typing isn’t shown in a request, on either side', async () => {
  const [one, two] = [await world.join({ username: 'one' }), await world.join({ username: 'two' })];
  const { id: request } = await direct(one, two);
  const [first, second] = [await live(one), await live(two)];
  expect(await first.call('typing', { conversation: request })).toMatchObject({ ok: false });
  await sendMessage(one, request, 'May I?');
  await second.next('conversations_changed');
  world.clock.advance(4_000);
  for (const client of [first, second])
    expect(await client.call('typing', { conversation: request })).toMatchObject({ ok: false });
});

test('[CHAT-02] delivery is marked for everyone at the same time, without marking messages as read', async () => {
  const sent = await sendMessage(world.ana, id, 'Did it come?');
  const [ana, ben, cy] = [await live(world.ana), await live(world.ben), await live(world.cy)];
  await Promise.all(
    [ben, cy].map((client) => client.call('arrived', { conversation: id, seq: sent.seq + 50 })),
  );
  const { delta, change } = await ana.next('conversation_changed');
  expect(change).toBe(sent.change + 1);
  expect(
    delta?.participants
      .map(({ uid, arrivedSeq, readSeq }) => [uid, arrivedSeq, readSeq])
      .toSorted(),
  ).toEqual([world.ben, world.cy].map(({ uid }) => [uid, sent.seq, 0]).toSorted());
});

test('people who turn off read receipts see none and show none, and the others see all', async () => {
  const sent = await sendMessage(world.ana, id, 'Read?');
  const [ana, cy] = [await live(world.ana), await live(world.cy)];
  await world.cy.call('PATCH /api/v1/chat/privacy', { showsReceipts: false });
  // Devices must drop other people's marks that they have stored, which no change number indicates.
  expect(await cy.next('resync')).toMatchObject({ isAnew: true });
  const read = (who: Person) =>
    who.call('PUT /api/v1/chat/conversations/{conversation}/read', {
      conversation: id,
      seq: sent.seq,
    });
  await read(world.cy);
  await read(world.ben);
  const marks = async (who: Person) =>
    Object.fromEntries(
      (await readConversation(who, id)).participants.map(({ uid, readSeq }) => [uid, readSeq]),
    );
  expect(await marks(world.ana)).toEqual({
    [world.ana.uid]: sent.seq,
    [world.ben.uid]: sent.seq,
    [world.cy.uid]: 0,
  });
  expect(await marks(world.cy)).toEqual({
    [world.ana.uid]: 0,
    [world.ben.uid]: 0,
    [world.cy.uid]: 0,
  });
  const reported = async (client: LiveClient) => {
    for (;;) {
      const { delta } = await client.next('conversation_changed');
      const mark = delta?.participants.find(({ uid }) => uid === world.ben.uid);
      if (mark !== undefined) return mark.readSeq;
    }
  };
  expect([await reported(ana), await reported(cy)]).toEqual([sent.seq, 0]);
  expect((await readConversation(world.cy, id)).readSeq).toBe(sent.seq);
  expect(await world.cy.call('GET /api/v1/chat/privacy')).toEqual({
    showsPresence: true,
    showsReceipts: false,
  });
});

test('presence is visible only to connections and people in shared conversations who show their own', async () => {
  const [ana, ben] = [await live(world.ana), await live(world.ben), await live(world.cy)];
  const uids = [world.ana, world.ben, world.cy, world.admin, world.eve].map(({ uid }) => uid);
  expect((await ben.call('watch', { uids })).online?.toSorted()).toEqual(
    [world.ana.uid, world.cy.uid].toSorted(),
  );
  await world.cy.call('PATCH /api/v1/chat/privacy', { showsPresence: false });
  expect((await ben.call('watch', { uids })).online).toEqual([world.ana.uid]);
  await world.ben.call('PATCH /api/v1/chat/privacy', { showsPresence: false });
  expect((await ben.call('watch', { uids })).online).toEqual([]);
  await world.app.hub.catchUp();
  expect((await ana.call('watch', { uids })).online).toEqual([]);
  for (const who of [world.ben, world.cy])
    await who.call('PATCH /api/v1/chat/privacy', { showsPresence: true, showsReceipts: true });
});
