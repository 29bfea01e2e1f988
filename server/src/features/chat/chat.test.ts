import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
let dora: Person;
let finn: Person;

const connect = async (one: Person, two: Person) => {
  await one.call('GET /mobile_ws/v18/user_connect', { student_uid: two.uid, type: 'request' });
  await two.call('GET /mobile_ws/v18/user_connect', { student_uid: one.uid, type: 'accept' });
};
const direct = (who: Person, other: Person) => who.call('POST /api/v1/chat/conversations', { kind: 'direct', uid: other.uid });
const say = (who: Person, conversation: string, text: string, more: object = {}) =>
  who.call('POST /api/v1/chat/conversations/{conversation}/messages', { conversation, clientId: randomUUID(), text, ...more });
const heard = async (who: Person, conversation: string) =>
  (await who.call('GET /api/v1/chat/conversations/{conversation}/messages', { conversation, limit: 100 })).items;
const listed = async (who: Person, folder: 'inbox' | 'archive' | 'requests' = 'inbox') =>
  (await who.call('GET /api/v1/chat/conversations', { folder })).items;

beforeAll(async () => {
  dora = await world.join({ username: 'dora', first_name: 'Dora', last_name: 'Quimby' });
  finn = await world.join({ username: 'finn', first_name: 'Finn', last_name: 'Adler' });
  await connect(world.ana, world.ben);
  await connect(world.ana, dora);
});

describe('[CHAT-01] two people', () => {
  test('have one conversation for ever, which the other sees with the first message', async () => {
    const { ana, ben } = world;
    const begun = await direct(ana, ben);
    expect(begun).toMatchObject({ kind: 'direct', people: [{ uid: ben.uid }], lastMessage: null, can: { send: true, sendRefusal: null } });
    expect(await listed(ben)).toEqual([]);
    expect((await ben.try('GET /api/v1/chat/conversations/{conversation}', { conversation: begun.id })).status).toBe(404);
    const sent = await say(ana, begun.id, ' Hello *Ben*!\r\n ');
    expect(sent).toMatchObject({ seq: 1, change: 1, author: ana.uid, text: 'Hello *Ben*!', deleted: null, hidden: false });
    expect(await listed(ben)).toMatchObject([
      { id: begun.id, unread: 1, lastMessage: { text: 'Hello *Ben*!' }, people: [{ uid: ana.uid }] },
    ]);
    expect((await direct(ben, ana)).id).toBe(begun.id);
    expect(await ben.call('PUT /api/v1/chat/conversations/{conversation}/read', { conversation: begun.id, seq: 1 })).toEqual({
      readSeq: 1,
      unread: 0,
    });
    expect(await heard(ben, begun.id)).toMatchObject([{ text: 'Hello *Ben*!' }]);
  });
});
