import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  codeOf,
  connect,
  direct,
  group,
  readMessages,
  sendMessage,
  trySendMessage,
} from '../../../../test/chat-world.ts';
import { inWorld, type Person } from '../../../../test/world.ts';

const world = inWorld();
let vic: Person;
let wes: Person;
let two: string;
let three: string;

/** Sends two messages. The second time, the server has cached the membership. */
const sayTwice = async (who: Person, conversation: string) => {
  await sendMessage(who, conversation, 'One');
  return sendMessage(who, conversation, 'Two');
};

beforeAll(async () => {
  [vic, wes] = [
    await world.join({ username: 'vic', first_name: 'Vic' }),
    await world.join({ username: 'wes', first_name: 'Wes' }),
  ];
  const { ana } = world;
  for (const [one, other] of [
    [vic, wes],
    [ana, vic],
    [ana, wes],
  ] as const)
    await connect(one, other);
  two = (await direct(vic, wes)).id;
  three = (await group(ana, [vic, wes], 'Three')).id;
  await sendMessage(ana, three, 'All here?');
});

beforeEach(async () => {
  world.clock.advance(31_000);
  await sayTwice(vic, two);
  await sayTwice(vic, three);
});

describe('[CHAT-03] a cached membership', () => {
  test('doesn’t let people send after a block, a policy change or leaving, and returns the same errors', async () => {
    const { ana, admin } = world;
    await wes.call('PUT /api/v1/blocks/{uid}', { uid: vic.uid });
    for (const text of ['Three', ''])
      expect(codeOf(await trySendMessage(vic, two, text))).toEqual([404, 'not_found']);
    await wes.call('DELETE /api/v1/blocks/{uid}', { uid: vic.uid });
    await connect(vic, wes);
    await sayTwice(vic, two);
    await vic.call('GET /mobile_ws/v18/user_connect', { student_uid: wes.uid, type: 'disconnect' });
    expect(codeOf(await trySendMessage(vic, two, 'Four'))).toEqual([403, 'chat_not_allowed']);
    const policy = (who: string) =>
      admin.call('PUT /api/v1/chat/policy', { who, requests: false, keepDays: null } as never);
    await policy('anyone');
    await sayTwice(vic, two);
    await policy('connections');
    expect(codeOf(await trySendMessage(vic, two, 'Five'))).toEqual([403, 'chat_not_allowed']);
    await connect(vic, wes);
    await sayTwice(vic, two);
    await ana.call('DELETE /api/v1/chat/conversations/{conversation}/participants/{uid}', {
      conversation: three,
      uid: vic.uid,
    });
    for (const text of ['Six', ''])
      expect(codeOf(await trySendMessage(vic, three, text))).toEqual([403, 'chat_left']);
    await ana.call('POST /api/v1/chat/conversations/{conversation}/participants', {
      conversation: three,
      uids: [vic.uid],
    });
    expect(
      (await readMessages(wes, two)).filter(({ text }) => ['Three', 'Four', 'Five'].includes(text)),
    ).toEqual([]);
    expect((await readMessages(wes, three)).filter(({ text }) => text === 'Six')).toEqual([]);
  });

  test('returns an earlier message for its client id, even if sending is no longer allowed', async () => {
    const clientId = randomUUID();
    const source = await sendMessage(vic, two, 'Pass this on');
    const wish = {
      conversation: three,
      clientId,
      text: '',
      forward: { conversation: two, seq: source.seq },
    };
    const sent = await vic.call('POST /api/v1/chat/conversations/{conversation}/messages', wish);
    await vic.call('DELETE /api/v1/chat/conversations/{conversation}/messages/{seq}', {
      conversation: two,
      seq: source.seq,
    });
    expect(
      await vic.call('POST /api/v1/chat/conversations/{conversation}/messages', wish),
    ).toMatchObject({
      seq: sent.seq,
      text: 'Pass this on',
    });
    const { id } = await vic.call('POST /api/v1/chat/conversations/{conversation}/messages', {
      ...wish,
      clientId: clientId.toUpperCase(),
    });
    expect(id).toBe(sent.id);
    expect(
      codeOf(
        await vic.try('POST /api/v1/chat/conversations/{conversation}/messages', {
          ...wish,
          clientId: randomUUID(),
        }),
      ),
    ).toEqual([404, 'not_found']);
  });

  test('counts each message once against the rate limit, even after retries', async () => {
    const again = { conversation: two, clientId: randomUUID(), text: 'Again' };
    for (let n = 0; n < 10; n += 1)
      await vic.call('POST /api/v1/chat/conversations/{conversation}/messages', again);
    // This follows four earlier messages. The school's row changes with every tenth.
    for (let n = 5; n < 60; n += 1) {
      if (n % 10 === 0)
        await world.sql(`update schools set name = name || '.' where school_id = $1`, [
          world.school,
        ]);
      await sendMessage(vic, n % 2 === 0 ? two : three, `Message ${n}`);
    }
    expect(codeOf(await trySendMessage(vic, two, 'One more'))).toEqual([429, 'too_many_requests']);
    world.clock.advance(31_000);
    await sendMessage(vic, two, 'One more');
  });
});
