import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  codeOf,
  connect,
  direct,
  group,
  readMessages,
  listConversations,
  readConversation,
  sendMessage,
  trySendMessage,
} from '../../../test/chat-world.ts';
import { openLive } from '../../../test/live-client.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
let dora: Person;
let finn: Person;
/** Has no connections. */
let gus: Person;

beforeAll(async () => {
  [dora, finn, gus] = [
    await world.join({ username: 'dora', first_name: 'Dora', last_name: 'Quimby' }),
    await world.join({ username: 'finn', first_name: 'Finn', last_name: 'Adler' }),
    await world.join({ username: 'gus', first_name: 'Gus', last_name: 'Mayer' }),
  ];
  const { ana, ben, admin } = world;
  for (const other of [ben, dora, finn]) await connect(ana, other);
  await connect(ben, dora);
  await connect(ana, admin);
});

const policy = (change: object) =>
  world.admin.call('PUT /api/v1/chat/policy', {
    who: 'connections',
    requests: true,
    keepDays: null,
    ...change,
  });
const change = (who: Person, conversation: string, body: object) =>
  who.try('PATCH /api/v1/chat/conversations/{conversation}', { conversation, ...body });
const leave = (who: Person, conversation: string, uid: string) =>
  who.try('DELETE /api/v1/chat/conversations/{conversation}/participants/{uid}', {
    conversation,
    uid,
  });
const own = (who: Person, conversation: string, body: object) =>
  who.call('PATCH /api/v1/chat/conversations/{conversation}/own', { conversation, ...body });

describe('[CHAT-01] a conversation of two people', () => {
  test('exists only once and appears for the other person with the first message', async () => {
    const { ana, ben } = world;
    const begun = await direct(ana, ben);
    expect(begun).toMatchObject({
      kind: 'direct',
      people: [{ uid: ben.uid }],
      lastMessage: null,
      can: { send: true, sendRefusal: null },
    });
    expect([await listConversations(ben), (await listConversations(ana)).length]).toEqual([[], 1]);
    expect(
      (await ben.try('GET /api/v1/chat/conversations/{conversation}', { conversation: begun.id }))
        .status,
    ).toBe(404);
    const sent = await sendMessage(ana, begun.id, ' Hello *Ben*!\r\n ');
    expect(sent).toMatchObject({
      seq: 1,
      change: 1,
      author: ana.uid,
      text: 'Hello *Ben*!',
      deleted: null,
      hidden: false,
    });
    expect(await listConversations(ben)).toMatchObject([
      {
        id: begun.id,
        unread: 1,
        lastMessage: { text: 'Hello *Ben*!' },
        people: [{ uid: ana.uid }],
      },
    ]);
    expect(await ben.call('GET /api/v1/chat/unread')).toMatchObject({
      total: 1,
      conversations: [{ id: begun.id, unread: 1 }],
    });
    expect((await direct(ben, ana)).id).toBe(begun.id);
    const mark = { conversation: begun.id, seq: 1 };
    expect(await ben.call('PUT /api/v1/chat/conversations/{conversation}/read', mark)).toEqual({
      readSeq: 1,
      unread: 0,
    });
    expect((await readConversation(ana, begun.id)).participants).toMatchObject([
      { uid: ben.uid, readSeq: 1 },
      { uid: ana.uid },
    ]);
    expect(
      await ben.call('PUT /api/v1/chat/conversations/{conversation}/read', {
        ...mark,
        seq: 0,
        isBack: true,
      }),
    ).toEqual({
      readSeq: 0,
      unread: 1,
    });
    expect(await readMessages(ben, begun.id)).toMatchObject([{ text: 'Hello *Ben*!' }]);
  });

  test('is the same one if both start it at the same time', async () => {
    const { admin } = world;
    for (let n = 0; n < 5; n += 1) {
      const other = await world.join({ username: `pair${n}` });
      const all = await Promise.all([
        direct(admin, other),
        admin.call('POST /api/v1/chat/conversations', { kind: 'direct', uid: other.uid }),
        direct(admin, other),
      ]);
      await connect(admin, other);
      all.push(...(await Promise.all([direct(other, admin), direct(admin, other)])));
      expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    }
    const [low, high] = [
      await world.join({ username: 'low' }),
      await world.join({ username: 'high' }),
    ];
    await connect(low, high);
    const both = await Promise.all([
      direct(low, high),
      direct(high, low),
      direct(low, high),
      direct(high, low),
    ]);
    expect(new Set(both.map(({ id }) => id)).size).toBe(1);
    expect(both.every(({ people }) => people.length === 1)).toBe(true);
  });

  test('can’t be started with oneself, unknown people or people from another school', async () => {
    const { ana, eve } = world;
    for (const [uid, code] of [
      [ana.uid, 'chat_self'],
      [eve.uid, 'person_not_found'],
      ['123', 'person_not_found'],
      ['x', 'person_not_found'],
    ] as const)
      expect(
        codeOf(await ana.try('POST /api/v1/chat/conversations', { kind: 'direct', uid }))[1],
      ).toBe(code);
  });

  test('keeps its messages but accepts no new ones after the connection ends', async () => {
    const { ben } = world;
    const { id } = await direct(ben, dora);
    await sendMessage(ben, id, 'See you.');
    await ben.call('GET /mobile_ws/v18/user_connect', {
      student_uid: dora.uid,
      type: 'disconnect',
    });
    expect(await readMessages(dora, id)).toHaveLength(1);
    expect((await readConversation(dora, id)).can).toMatchObject({
      send: false,
      sendRefusal: 'policy',
    });
    expect(codeOf(await trySendMessage(dora, id, 'Wait!'))).toEqual([403, 'chat_not_allowed']);
    await connect(ben, dora);
    await sendMessage(dora, id, 'Back again.');
  });
});

describe('[CHAT-01] permission to message someone', () => {
  test('follows the school’s policy (connections, shared hubs or anyone), and staff can always write', async () => {
    const { ben, admin } = world;
    const begin = async (who: Person, other: Person) =>
      codeOf(
        await who.try('POST /api/v1/chat/conversations', { kind: 'direct', uid: other.uid }),
      )[0];
    const [pia, quin] = [
      await world.join({ username: 'pia', major: 'Alchemy' }),
      await world.join({ username: 'quin', major: 'Alchemy' }),
    ];
    await policy({ requests: false });
    expect([await begin(pia, quin), await begin(pia, ben), await begin(admin, pia)]).toEqual([
      403, 403, 200,
    ]);
    await policy({ who: 'groups', requests: false });
    const hub = { description: '', icon: null, isForEveryone: false, accountTypes: [], majors: [] };
    await admin.call('POST /api/v1/school/hubs', {
      ...hub,
      name: 'Everybody',
      isForEveryone: true,
    });
    expect(await begin(pia, quin)).toBe(403);
    await admin.call('POST /api/v1/school/hubs', {
      ...hub,
      name: 'Alchemists',
      majors: ['Alchemy'],
    });
    expect([await begin(pia, quin), await begin(pia, ben)]).toEqual([200, 403]);
    await policy({ who: 'anyone', requests: false });
    expect([await begin(pia, ben), await begin(gus, quin)]).toEqual([200, 200]);
    await policy({});
    const entries = (await admin.call('GET /api/v1/audit', { size: 1 })).entries;
    expect(entries).toMatchObject([
      {
        kind: 'chat_policy_changed',
        detail: { before: { who: 'anyone' }, after: { who: 'connections' } },
      },
    ]);
    expect(
      (await ben.try('PUT /api/v1/chat/policy', { who: 'anyone', requests: true, keepDays: null }))
        .status,
    ).toBe(403);
  });

  test('lets people reply to staff who message them, but not message staff first', async () => {
    const { admin } = world;
    await policy({ requests: false });
    const sam = await world.join({ username: 'sam' });
    expect(
      codeOf(await sam.try('POST /api/v1/chat/conversations', { kind: 'direct', uid: admin.uid })),
    ).toEqual([403, 'chat_not_allowed']);
    const { id } = await direct(admin, sam);
    await sendMessage(admin, id, 'Your card is ready.');
    expect(await listConversations(sam)).toMatchObject([
      { id, isRequest: false, can: { send: true } },
    ]);
    await sendMessage(sam, id, 'Thank you!');
    await policy({});
  });

  test('limits strangers to one message, a request, until it is accepted, and doesn’t reveal a decline', async () => {
    const { ben } = world;
    const begun = await direct(gus, ben);
    await sendMessage(gus, begun.id, 'Are you the one with the printers?');
    expect(codeOf(await trySendMessage(gus, begun.id, 'Hello?'))).toEqual([
      403,
      'chat_not_allowed',
    ]);
    const more = { conversation: begun.id, seq: 1, text: 'And much more' };
    expect(
      codeOf(await gus.try('PATCH /api/v1/chat/conversations/{conversation}/messages/{seq}', more)),
    ).toEqual([403, 'chat_not_allowed']);
    expect((await readConversation(gus, begun.id)).can).toMatchObject({
      send: false,
      sendRefusal: 'request',
    });
    expect((await listConversations(ben)).map(({ id }) => id)).not.toContain(begun.id);
    expect(await listConversations(ben, 'requests')).toMatchObject([
      { id: begun.id, isRequest: true, unread: 1 },
    ]);
    const { conversations } = await ben.call('GET /api/v1/chat/unread');
    expect(conversations.find(({ id }) => id === begun.id)).toMatchObject({ isQuiet: true });
    expect((await ben.call('GET /api/v1/chat/conversations', {})).counts).toMatchObject({
      requests: 1,
    });
    await own(ben, begun.id, { request: 'decline' });
    expect(await listConversations(ben, 'requests')).toEqual([]);
    expect((await readConversation(gus, begun.id)).can).toMatchObject({
      send: false,
      sendRefusal: 'request',
    });
    // After declining, the person can change their mind: writing accepts.
    expect((await direct(ben, gus)).id).toBe(begun.id);
    await sendMessage(ben, begun.id, 'Yes, on Thursdays.');
    await sendMessage(gus, begun.id, 'See you there.');
    expect((await listConversations(ben)).map(({ id }) => id)).toContain(begun.id);
  });

  test('is granted by accepting the request or by connecting', async () => {
    const [tom, una] = [
      await world.join({ username: 'tom' }),
      await world.join({ username: 'una' }),
    ];
    const first = await direct(tom, dora);
    await sendMessage(tom, first.id, 'One.');
    expect(await own(dora, first.id, { request: 'accept' })).toMatchObject({
      isRequest: false,
      can: { send: true },
    });
    await sendMessage(tom, first.id, 'Two.');
    const second = await direct(una, dora);
    await sendMessage(una, second.id, 'One.');
    await connect(una, dora);
    await world.app.jobs.settle();
    expect(await listConversations(dora, 'requests')).toEqual([]);
    await sendMessage(una, second.id, 'Two.');
  });
});

describe('[CHAT-01] a group chat', () => {
  test('shows system messages when it is created and members are added, leave or change', async () => {
    const { ana, ben } = world;
    const { id } = await group(ana, [ben, dora], 'Rowing');
    expect([
      await listConversations(ben).then((all) => all.some((one) => one.id === id)),
      (await readConversation(ana, id)).role,
    ]).toEqual([false, 'owner']);
    await sendMessage(ana, id, 'Sunday at eight?');
    expect((await listConversations(ben)).find((one) => one.id === id)).toMatchObject({
      id,
      name: 'Rowing',
      unread: 1,
      participantCount: 3,
      role: 'member',
      can: { rename: false, leave: true },
    });
    await ana.call('POST /api/v1/chat/conversations/{conversation}/participants', {
      conversation: id,
      uids: [finn.uid, ben.uid],
    });
    expect(codeOf(await change(ben, id, { name: 'Mine' }))).toEqual([403, 'forbidden']);
    expect((await change(ana, id, { name: 'Rowing on Sunday' })).status).toBe(200);
    expect((await change(ana, id, { owner: ben.uid })).status).toBe(200);
    expect(codeOf(await leave(dora, id, finn.uid))).toEqual([403, 'forbidden']);
    expect((await leave(ana, id, ana.uid)).body).toMatchObject({
      endSeq: 6,
      can: { send: false, sendRefusal: 'left', leave: false },
    });
    await sendMessage(ben, id, 'Without Ana, then.');
    const events = (await readMessages(ben, id)).map(({ event, text }) => event?.kind ?? text);
    expect(events).toEqual([
      'begun',
      'Sunday at eight?',
      'added',
      'renamed',
      'owner',
      'left',
      'Without Ana, then.',
    ]);
    expect((await readMessages(dora, id))[2]?.event).toMatchObject({
      kind: 'added',
      people: [{ uid: finn.uid, firstName: 'Finn' }],
    });
    // People can read neither earlier messages than their joining nor later ones than their leaving.
    expect((await readMessages(finn, id)).map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7]);
    expect((await readMessages(ana, id)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await readConversation(ana, id)).lastSeq).toBe(6);
    expect(codeOf(await trySendMessage(ana, id, 'One more thing'))).toEqual([403, 'chat_left']);
  });

  test('passes to the longest-standing member if its owner leaves, and the last member can leave', async () => {
    const { ana, ben } = world;
    const { id } = await group(ana, [ben, dora]);
    await sendMessage(ana, id, 'Hello');
    world.clock.advance(1_000);
    await leave(ana, id, ana.uid);
    const owners = (await readConversation(ben, id)).participants
      .filter(({ role }) => role === 'owner')
      .map(({ uid }) => uid);
    expect(owners).toHaveLength(1);
    for (const who of [ben, dora]) expect((await leave(who, id, who.uid)).status).toBe(200);
    expect(
      await world.sql('select participant_count as n from conversations where id = $1', [id]),
    ).toEqual([{ n: 0 }]);
  });

  test('is created once per client id, and strangers can’t be added', async () => {
    const { ana, ben } = world;
    const wish = {
      kind: 'group' as const,
      clientId: randomUUID(),
      name: 'Twice',
      uids: [ben.uid, dora.uid],
    };
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => ana.call('POST /api/v1/chat/conversations', wish)),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(
      codeOf(
        await ana.try('POST /api/v1/chat/conversations', {
          ...wish,
          clientId: randomUUID(),
          uids: [gus.uid],
        }),
      ),
    ).toEqual([403, 'chat_not_allowed']);
    // The candidate list already contains the reason, and the error has the people.
    expect(
      (
        await ana.call('GET /api/v1/chat/group-candidates', {
          uids: [ben.uid, gus.uid, world.eve.uid, ana.uid].join(),
        })
      ).items.map(({ canAdd }) => canAdd),
    ).toEqual([true, false, false, false]);
    expect(
      (
        await ana.try('POST /api/v1/chat/conversations', {
          ...wish,
          clientId: randomUUID(),
          uids: [ben.uid, gus.uid],
        })
      ).body,
    ).toMatchObject({ code: 'chat_not_allowed', errors: [{ path: 'uids.1' }] });
    expect(
      codeOf(
        await ana.try('POST /api/v1/chat/conversations', {
          ...wish,
          clientId: randomUUID(),
          uids: [world.eve.uid],
        }),
      )[0],
    ).toBe(404);
    const add = { conversation: all[0]?.id ?? '', uids: [gus.uid] };
    expect(
      codeOf(await ana.try('POST /api/v1/chat/conversations/{conversation}/participants', add)),
    ).toEqual([403, 'chat_not_allowed']);
  });

  test('shows no read receipts with more than 50 people, and has at most 1,000', async () => {
    const { admin, ana } = world;
    const { id } = await group(admin, [ana, world.ben], 'Many');
    await sendMessage(admin, id, 'Hello');
    await ana.call('PUT /api/v1/chat/conversations/{conversation}/read', {
      conversation: id,
      seq: 2,
    });
    const marks = async () =>
      (await readConversation(admin, id)).participants
        .map(({ readSeq }) => readSeq)
        .filter((seq) => seq > 0).length;
    expect(await marks()).toBe(2);
    const crowd = await world.sql<{ id: number }>(
      `insert into users (school_id, username, first_name, last_name) select $1, 'm' || n, 'Many', 'M' || n from generate_series(1, 49) as n returning id`,
      [world.school],
    );
    const bring = (uids: string[]) =>
      admin.try('POST /api/v1/chat/conversations/{conversation}/participants', {
        conversation: id,
        uids,
      });
    const { change: before } = await readConversation(ana, id);
    expect((await bring(crowd.map((one) => String(one.id)))).status).toBe(200);
    expect(await marks()).toBe(0);
    const { delta, isWhole } = await ana.call(
      'GET /api/v1/chat/conversations/{conversation}/changes',
      { conversation: id, after: before },
    );
    expect([
      isWhole,
      delta.participants.length,
      delta.participants.every(({ readSeq }) => readSeq === 0),
    ]).toEqual([true, 52, true]);
    const one = { conversation: id, uid: String(crowd[0]?.id) };
    await admin.call('DELETE /api/v1/chat/conversations/{conversation}/participants/{uid}', one);
    expect(await marks()).toBe(0);
    await admin.call('DELETE /api/v1/chat/conversations/{conversation}/participants/{uid}', {
      ...one,
      uid: String(crowd[1]?.id),
    });
    expect(await marks()).toBe(2);
    await world.sql('update conversations set participant_count = 1000 where id = $1', [id]);
    expect(codeOf(await bring([gus.uid]))).toEqual([409, 'chat_full']);
  });

  test('can be pinned, muted and archived, and has a draft, for each member separately', async () => {
    const { ana, ben } = world;
    const { id } = await group(ana, [ben], 'Quiet');
    await sendMessage(ana, id, 'Psst');
    expect(await own(ben, id, { muteMinutes: -1, isPinned: true, draft: 'Not yet' })).toMatchObject(
      {
        isPinned: true,
        draft: 'Not yet',
        mutedUntil: '9999-01-01T00:00:00.000Z',
      },
    );
    expect((await listConversations(ben))[0]?.id).toBe(id);
    const { conversations } = await ben.call('GET /api/v1/chat/unread');
    expect(conversations.find((one) => one.id === id)).toMatchObject({ isQuiet: true });
    expect(await readConversation(ana, id)).toMatchObject({
      isPinned: false,
      draft: '',
      mutedUntil: null,
    });
    await own(ben, id, { isArchived: true, muteMinutes: 0, isPinned: false });
    expect([
      (await listConversations(ben, 'archive')).map((one) => one.id),
      (await listConversations(ben)).some((one) => one.id === id),
    ]).toEqual([[id], false]);
    expect(
      (
        await ben.call('GET /api/v1/chat/conversations', { folder: 'archive', search: 'qui' })
      ).items.map((one) => one.id),
    ).toEqual([id]);
    // Later messages return it to the list and the unread count.
    const unreadHere = async () =>
      (await ben.call('GET /api/v1/chat/unread')).conversations.some((one) => one.id === id);
    expect(await unreadHere()).toBe(false);
    await sendMessage(ana, id, 'Is anybody there?');
    expect([
      (await listConversations(ben, 'archive')).length,
      (await listConversations(ben)).some((one) => one.id === id),
      await unreadHere(),
    ]).toEqual([0, true, true]);
    expect(await readConversation(ben, id)).toMatchObject({ isArchived: false });
    expect(
      (await ben.call('GET /api/v1/chat/conversations', { search: 'silva' })).items.length,
    ).toBeGreaterThan(0);
    expect(
      (await ben.call('GET /api/v1/chat/conversations', { search: 'nobodyatall' })).items,
    ).toEqual([]);
    await world.sql(
      `with made as (insert into conversations (school_id, kind, created_by, is_open, participant_count, last_at, created_at)
        select $1, 'group', $2, true, 1, now(), now() from generate_series(1, 20) returning id)
      insert into participants (school_id, conversation_id, user_id, role, change, is_shown, is_pinned, joined_at)
      select $1, id, $2, 'owner', 0, true, true, now() from made`,
      [world.school, gus.id],
    );
    const spare = (await listConversations(gus)).find(({ isPinned }) => !isPinned)?.id ?? '';
    const full = await gus.try('PATCH /api/v1/chat/conversations/{conversation}/own', {
      conversation: spare,
      isPinned: true,
    });
    expect(codeOf(full)).toEqual([409, 'chat_too_many_pinned']);
  });
});

describe('[CHAT-01] a block between two people', () => {
  test('removes their conversation from both lists and rooms, and hides them from each other in groups', async () => {
    const { ana } = world;
    const [vic, wes] = [
      await world.join({ username: 'vic', first_name: 'Vic' }),
      await world.join({ username: 'wes', first_name: 'Wes' }),
    ];
    for (const [one, other] of [
      [vic, wes],
      [ana, vic],
      [ana, wes],
    ] as const)
      await connect(one, other);
    const two = await direct(vic, wes);
    await sendMessage(vic, two.id, 'Between us.');
    const three = await group(ana, [vic, wes], 'Three');
    await sendMessage(ana, three.id, 'All here?');
    const mine = await sendMessage(vic, three.id, 'Here.');
    await sendMessage(wes, three.id, 'Me too.', { replyTo: mine.seq });
    const socket = await openLive(world.app, wes);
    try {
      await vic.call('PUT /api/v1/blocks/{uid}', { uid: wes.uid });
      await world.app.jobs.settle();
      await socket.next('conversations_changed');
      for (const who of [vic, wes]) {
        expect((await listConversations(who)).map(({ id }) => id)).toEqual([three.id]);
        expect(codeOf(await trySendMessage(who, two.id, 'Still there?'))).toEqual([
          404,
          'not_found',
        ]);
        expect(
          (await who.try('GET /api/v1/chat/conversations/{conversation}', { conversation: two.id }))
            .status,
        ).toBe(404);
      }
      const asWes = await readMessages(wes, three.id);
      expect(asWes[2]).toMatchObject({ hidden: true, text: '', clientId: null });
      expect(asWes[3]).toMatchObject({ hidden: false, text: 'Me too.', replyTo: { text: '' } });
      expect((await readMessages(ana, three.id))[3]).toMatchObject({ replyTo: { text: 'Here.' } });
      const before = socket.events.length;
      await sendMessage(vic, three.id, 'Not for Wes.');
      const event = await socket.next('conversation_changed');
      expect([event, JSON.stringify(socket.events.slice(before))]).toEqual([
        {
          kind: 'conversation_changed',
          conversation: three.id,
          from: event.change - 1,
          change: event.change,
        },
        expect.not.stringContaining('Not for Wes'),
      ]);
      await vic.call('DELETE /api/v1/blocks/{uid}', { uid: wes.uid });
      await world.app.jobs.settle();
      expect((await readMessages(wes, two.id)).map(({ text }) => text)).toEqual(['Between us.']);
      expect((await readMessages(wes, three.id)).some(({ hidden }) => hidden)).toBe(false);
    } finally {
      socket.close();
    }
  });
});

describe('[CHAT-01] people of another school', () => {
  test('can’t read, write or find anything', async () => {
    const { ana, ben, eve } = world;
    const { id } = await direct(ana, ben);
    for (const [key, body] of [
      ['GET /api/v1/chat/conversations/{conversation}', {}],
      ['GET /api/v1/chat/conversations/{conversation}/messages', {}],
      ['GET /api/v1/chat/conversations/{conversation}/changes', { after: 0 }],
      [
        'POST /api/v1/chat/conversations/{conversation}/messages',
        { clientId: randomUUID(), text: 'x' },
      ],
      ['PUT /api/v1/chat/conversations/{conversation}/read', { seq: 1 }],
      ['DELETE /api/v1/chat/conversations/{conversation}/messages/{seq}', { seq: 1 }],
    ] as const) {
      expect([key, (await eve.try(key, { conversation: id, ...body })).status]).toEqual([key, 404]);
      expect([key, (await gus.try(key, { conversation: id, ...body })).status]).toEqual([key, 404]);
    }
    expect((await eve.call('GET /api/v1/chat/search', { words: 'hello' })).items).toEqual([]);
  });
});
