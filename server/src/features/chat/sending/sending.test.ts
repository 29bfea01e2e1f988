import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import {
  codeOf,
  connect,
  direct,
  group,
  readMessages,
  readConversation,
  sendMessage,
  trySendMessage,
} from '../../../../test/chat-world.ts';
import { openLive } from '../../../../test/live-client.ts';
import { inWorld, type Person } from '../../../../test/world.ts';

const world = inWorld();
let crew: Person[];
let room: string;

beforeAll(async () => {
  const { ana, ben } = world;
  crew = await Promise.all(
    ['mo', 'ned', 'oz'].map((username) =>
      world.join({ username, first_name: username.toUpperCase() }),
    ),
  );
  await Promise.all([ben, ...crew].map((one) => connect(ana, one)));
  room = (await group(ana, [ben, ...crew], 'Crew')).id;
  await sendMessage(ana, room, 'Begun.');
});

const react = (who: Person, seq: number, emoji: string, isSet = true) =>
  who.try('PUT /api/v1/chat/conversations/{conversation}/messages/{seq}/reactions', {
    conversation: room,
    seq,
    emoji,
    isSet,
  });
const edit = (who: Person, seq: number, text: string) =>
  who.try('PATCH /api/v1/chat/conversations/{conversation}/messages/{seq}', {
    conversation: room,
    seq,
    text,
  });
const take = (who: Person, seq: number, conversation = room) =>
  who.try('DELETE /api/v1/chat/conversations/{conversation}/messages/{seq}', { conversation, seq });
const one = async (who: Person, seq: number) =>
  (await readMessages(who, room, { around: seq })).find((message) => message.seq === seq);
/** Lets a new window of the limits begin. */
const rest = () => world.clock.advance(31_000);

describe('[CHAT-03] simultaneous messages', () => {
  test('from twenty senders have one order without gaps, the same for everyone, with none lost or duplicated', async () => {
    const { ana, ben } = world;
    const people = [ana, ben, ...crew];
    const before = (await readConversation(ana, room)).lastSeq;
    const texts = Array.from({ length: 60 }, (_, n) => `line ${n}`);
    const sent = await Promise.all(
      texts.map((text, n) => sendMessage(people[n % people.length] ?? ana, room, text)),
    );
    expect(sent.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(
      texts.map((_, n) => before + 1 + n),
    );
    const readings = await Promise.all(
      people.map((who) => readMessages(who, room, { after: before })),
    );
    const [first = []] = readings;
    expect(first.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
    for (const reading of readings)
      expect(reading.map(({ seq, text }) => [seq, text])).toEqual(
        first.map(({ seq, text }) => [seq, text]),
      );
    expect(
      first.every(
        ({ seq, sentAt }, n) =>
          n === 0 ||
          (seq === (first[n - 1]?.seq ?? 0) + 1 && sentAt >= (first[n - 1]?.sentAt ?? '')),
      ),
    ).toBe(true);
    const stored = await world.sql<{ n: number; last: number; change: number }>(
      `select (select count(*)::int from messages where conversation_id = $1) as n, last_seq as last, change from conversations where id = $1`,
      [room],
    );
    expect(stored[0]).toMatchObject({ n: before + 60, last: before + 60 });
    rest();
  });

  test('with the same client id are stored once, without a gap', async () => {
    const { ana } = world;
    const before = (await readConversation(ana, room)).lastSeq;
    for (let round = 0; round < 5; round += 1) {
      const clientId = randomUUID();
      const all = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          ana.call('POST /api/v1/chat/conversations/{conversation}/messages', {
            conversation: room,
            clientId,
            text: `take ${n}`,
          }),
        ),
      );
      expect(new Set(all.map(({ seq, text }) => `${seq} ${text}`)).size).toBe(1);
      rest();
    }
    expect((await readConversation(ana, room)).lastSeq).toBe(before + 5);
    expect((await readMessages(ana, room, { after: before })).map(({ seq }) => seq)).toEqual(
      [1, 2, 3, 4, 5].map((n) => before + n),
    );
  });

  test('with an earlier client id return the stored message, even if sending is no longer allowed', async () => {
    const { ana } = world;
    const [mo] = crew as [Person];
    const { id } = await direct(mo, ana);
    const clientId = randomUUID();
    const wish = { conversation: id, clientId, text: 'Once' };
    const sent = await mo.call('POST /api/v1/chat/conversations/{conversation}/messages', wish);
    await ana.call('GET /mobile_ws/v18/user_connect', { student_uid: mo.uid, type: 'disconnect' });
    expect(codeOf(await trySendMessage(mo, id, 'Twice'))).toEqual([403, 'chat_not_allowed']);
    expect(
      await mo.call('POST /api/v1/chat/conversations/{conversation}/messages', {
        ...wish,
        text: 'Other words',
      }),
    ).toEqual(sent);
    await connect(ana, mo);
  });

  test('that are rolled back don’t use up a number', async () => {
    const { ana } = world;
    const before = await readConversation(ana, room);
    await world.sql(
      `alter table outbox add constraint no_chat check (kind <> 'message_written') not valid`,
    );
    const answer = await trySendMessage(ana, room, 'Lost');
    await world.sql('alter table outbox drop constraint no_chat');
    expect(answer.status).toBe(500);
    const after = await sendMessage(ana, room, 'Kept');
    expect([after.seq, after.change]).toEqual([before.lastSeq + 1, before.change + 1]);
  });

  test('are stored even if one in the same batch fails', async () => {
    const { ana, ben } = world;
    const before = (await readConversation(ana, room)).lastSeq;
    await world.sql(
      `alter table outbox add constraint not_ben check ((payload ->> 'author')::bigint <> ${ben.id}) not valid`,
    );
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        n % 3 === 0 ? trySendMessage(ben, room, `ben ${n}`) : trySendMessage(ana, room, `ana ${n}`),
      ),
    );
    await world.sql('alter table outbox drop constraint not_ben');
    expect(answers.map(({ status }, n) => [n % 3 === 0, status])).toEqual(
      answers.map((_, n) => [n % 3 === 0, n % 3 === 0 ? 500 : 200]),
    );
    const read = await readMessages(ana, room, { after: before });
    expect(read.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 16 }, (_, n) => before + 1 + n),
    );
    expect(read.every(({ author }) => author === ana.uid)).toBe(true);
    rest();
  });

  test('are rejected separately for an expired session or a missing permission', async () => {
    const { ana, ben, cy } = world;
    const others = (
      await world.sql<{ id: string }>('select id from sessions where user_id = $1', [ben.id])
    ).map(({ id }) => id);
    const elsewhere = await world.signInAgain(ben);
    await sendMessage(elsewhere, room, 'From another device.');
    await world.sql('delete from sessions where user_id = $1 and id <> all($2::uuid[])', [
      ben.id,
      others,
    ]);
    const before = (await readConversation(ana, room)).lastSeq;
    const answers = await Promise.all([
      trySendMessage(ana, room, 'one'),
      // The first goes alone; this one is the first of those that share the next transaction.
      trySendMessage(ana, room, 'one more'),
      trySendMessage(elsewhere, room, 'two'),
      trySendMessage(cy, room, 'three'),
      trySendMessage(ana, room, ' '),
      trySendMessage(ana, room, 'four'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 404, 422, 200]);
    // Calls that are under way at once have no order.
    expect(
      (await readMessages(ana, room, { after: before })).map(({ text }) => text).toSorted(),
    ).toEqual(['four', 'one', 'one more']);
    rest();
  });

  test('between two people who both write first start one conversation', async () => {
    const { ana } = world;
    const sender = await world.join({ username: 'gus', first_name: 'Gus' });
    await connect(ana, sender);
    const [{ id }, same] = [await direct(ana, sender), await direct(sender, ana)];
    expect(same.id).toBe(id);
    const sent = await Promise.all([
      sendMessage(ana, id, 'Hi Gus'),
      sendMessage(sender, id, 'Hi Ana'),
      sendMessage(ana, id, 'How is it?'),
      sendMessage(sender, id, 'Fine'),
    ]);
    expect(sent.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    for (const who of [ana, sender]) {
      expect((await readMessages(who, id)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
      expect(await readConversation(who, id)).toMatchObject({ lastSeq: 4, isRequest: false });
    }
  });

  test('have the same content in live events as in the API', async () => {
    const { ana, ben } = world;
    const socket = await openLive(world.app, ben);
    try {
      const sent = await sendMessage(
        ana,
        room,
        `Hello @[${ben.uid}], and @[${world.cy.uid}] who is not here`,
      );
      const { delta, from, change } = await socket.next('conversation_changed');
      expect([from, change, delta?.messages]).toEqual([
        sent.change - 1,
        sent.change,
        [await one(ben, sent.seq)],
      ]);
      expect(sent.mentions).toMatchObject([{ uid: ben.uid, firstName: 'Ben' }]);
      expect(delta?.state).toMatchObject({ lastSeq: sent.seq, change: sent.change, name: 'Crew' });
      expect((await readConversation(ben, room)).isMentioned).toBe(true);
      await world.app.hub.catchUp();
      expect(
        socket.events.filter(
          (event) => event.kind === 'conversation_changed' && event.change === change,
        ),
      ).toHaveLength(1);
    } finally {
      socket.close();
    }
  });
});

describe('[CHAT-04] a message', () => {
  let said: Message;
  beforeAll(async () => {
    said = await sendMessage(world.ana, room, 'Who brings the boat?');
  });

  test('can be edited by its author for a day, and only moderators see earlier versions', async () => {
    const { ana, ben } = world;
    expect(codeOf(await edit(ben, said.seq, 'Ben does.'))).toEqual([403, 'forbidden']);
    expect(codeOf(await edit(ana, said.seq, '  '))).toEqual([422, 'chat_empty']);
    const answer = await sendMessage(ben, room, 'I do.', { replyTo: said.seq });
    expect((await edit(ana, said.seq, 'Who brings *both* boats?')).body).toMatchObject({
      text: 'Who brings *both* boats?',
      change: answer.change + 1,
    });
    expect(await one(ben, answer.seq)).toMatchObject({
      change: answer.change + 1,
      replyTo: { seq: said.seq, text: 'Who brings *both* boats?' },
    });
    expect((await one(ben, said.seq))?.editedAt).not.toBeNull();
    expect(
      await world.sql('select text from message_versions where conversation_id = $1 and seq = $2', [
        room,
        said.seq,
      ]),
    ).toEqual([{ text: 'Who brings the boat?' }]);
    expect((await edit(ana, 1, 'x')).status).toBe(403);
    world.clock.advance(25 * 3_600_000);
    const late = await (
      await world.signInAgain(ana)
    ).try('PATCH /api/v1/chat/conversations/{conversation}/messages/{seq}', {
      conversation: room,
      seq: said.seq,
      text: 'Late',
    });
    expect(codeOf(late)).toEqual([409, 'chat_too_late']);
    world.clock.advance(-25 * 3_600_000);
  });

  test('accepts reactions, one of each emoji per person, and only whole emoji', async () => {
    const { ana, ben, cy } = world;
    const family = '👨‍👩‍👧‍👦';
    for (const emoji of ['👍', family, '❤', '❤️', '👍']) {
      world.clock.advance(1);
      expect((await react(ben, said.seq, emoji)).status).toBe(200);
    }
    world.clock.advance(1);
    const { body } = await react(ana, said.seq, '👍🏽');
    expect((body as Message).reactions).toEqual([
      { emoji: '👍', uids: [ben.uid] },
      { emoji: family, uids: [ben.uid] },
      { emoji: '❤️', uids: [ben.uid] },
      { emoji: '👍🏽', uids: [ana.uid] },
    ]);
    for (const emoji of ['a', '👍👍', '1', ' ', '<b>', '\u200d'])
      expect([emoji, codeOf(await react(ben, said.seq, emoji))]).toEqual([
        emoji,
        [422, 'chat_reaction'],
      ]);
    const before = (await readConversation(ana, room)).change;
    await react(ben, said.seq, '👍');
    await react(ben, said.seq, '🥨', false);
    expect((await readConversation(ana, room)).change).toBe(before);
    await react(ben, said.seq, '👍', false);
    expect((await one(ana, said.seq))?.reactions.map(({ emoji }) => emoji)).not.toContain('👍');
    expect((await react(cy, said.seq, '👍')).status).toBe(404);
  });

  test('can be deleted by its author, the group’s owner and admins, whose deletions are recorded', async () => {
    const { ana, ben, admin } = world;
    const [mo] = crew as [Person];
    const mine = await sendMessage(ben, room, 'Oops');
    const answer = await sendMessage(mo, room, 'What?', { replyTo: mine.seq });
    expect(codeOf(await take(mo, mine.seq))).toEqual([403, 'forbidden']);
    expect((await take(ben, mine.seq)).body).toMatchObject({
      deleted: 'author',
      text: '',
      seq: mine.seq,
    });
    expect(await one(ana, answer.seq)).toMatchObject({ replyTo: { text: '', deleted: true } });
    expect((await take(ana, answer.seq)).body).toMatchObject({ deleted: 'owner' });
    expect(codeOf(await react(ana, mine.seq, '👍'))[0]).toBe(404);
    expect(codeOf(await edit(ben, mine.seq, 'Back'))[0]).toBe(403);
    const { id } = await direct(ben, ana);
    const hard = await sendMessage(ben, id, 'Something hard');
    expect(
      (
        await admin.try('GET /api/v1/chat/conversations/{conversation}/messages', {
          conversation: id,
        })
      ).status,
    ).toBe(404);
    expect((await take(mo, hard.seq, id)).status).toBe(404);
    expect((await take(admin, hard.seq, id)).body).toMatchObject({
      deleted: 'moderator',
      text: '',
    });
    expect((await admin.call('GET /api/v1/audit', { size: 1 })).entries).toMatchObject([
      { kind: 'message_deleted', people: [{ uid: ben.uid }] },
    ]);
    rest();
  });

  test('can be forwarded with its text, and only by people who can read it', async () => {
    const { ana, ben } = world;
    const [mo] = crew as [Person];
    const { id } = await direct(ben, ana);
    const secret = await sendMessage(ben, id, 'A secret');
    const forward = { conversation: id, seq: secret.seq };
    expect(await sendMessage(ana, room, '', { forward })).toMatchObject({
      text: 'A secret',
      forwarded: true,
    });
    expect(codeOf(await trySendMessage(mo, room, '', { forward }))).toEqual([404, 'not_found']);
  });

  test('is rejected with a code if empty, too long or sent too often', async () => {
    const { ben } = world;
    rest();
    expect(codeOf(await trySendMessage(ben, room, ' \u0007\u202e\n '))).toEqual([
      422,
      'chat_empty',
    ]);
    expect(codeOf(await trySendMessage(ben, room, 'x'.repeat(8_001)))).toEqual([
      400,
      'invalid_input',
    ]);
    expect(codeOf(await trySendMessage(ben, room, '\u0958'.repeat(5_000)))).toEqual([
      400,
      'invalid_input',
    ]);
    expect(codeOf(await trySendMessage(ben, room, '\ud800'))).toEqual([400, 'bad_encoding']);
    expect(codeOf(await trySendMessage(ben, room, 'x', { files: ['77'] }))).toEqual([
      409,
      'chat_file_gone',
    ]);
    expect(
      (await sendMessage(ben, room, 'e\u0301 \u202eevil\u0000'.replace('\u0000', ''))).text,
    ).toBe('\u00e9 evil');
    let answer = await trySendMessage(ben, room, 'again');
    for (let n = 0; n < 60 && answer.status === 200; n += 1)
      answer = await trySendMessage(ben, room, 'again');
    expect(codeOf(answer)).toEqual([429, 'too_many_requests']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await trySendMessage(world.ana, room, 'Nobody else waits')).status).toBe(200);
    rest();
    expect((await trySendMessage(ben, room, 'Later')).status).toBe(200);
  });

  test('is reported with the ten messages before it, and moderators see the text at that time', async () => {
    const { ana, ben, admin } = world;
    const { id } = await direct(ben, ana);
    for (let n = 1; n <= 11; n += 1) await sendMessage(ana, id, `before ${n}`);
    const bad = await sendMessage(ben, id, 'Something bad');
    const report = {
      target: { kind: 'message' as const, id: `${id}:${bad.seq}` },
      reason: 'harassment' as const,
      note: ' He wrote this. ',
    };
    const key = 'POST /api/v1/reports';
    expect(codeOf(await ben.try(key, report))).toEqual([409, 'own_content']);
    expect((await crew[0]?.try(key, report))?.status).toBe(404);
    // Something else needs words.
    expect(codeOf(await ana.try(key, { ...report, reason: 'other', note: ' ' }))).toEqual([
      400,
      'invalid_input',
    ]);
    expect(await ana.call(key, report)).toEqual({ ok: true });
    // A person who blocks someone can still report them.
    await ana.call('PUT /api/v1/blocks/{uid}', { uid: ben.uid });
    await take(ben, bad.seq, id);
    expect(await ana.call(key, report)).toEqual({ ok: true });
    await world.app.jobs.settle();
    const { items } = await admin.call('GET /api/v1/reports', {});
    expect(items).toMatchObject([
      {
        reporter: { uid: ana.uid },
        person: { uid: ben.uid },
        reason: 'harassment',
        note: 'He wrote this.',
      },
    ]);
    expect(items[0]?.evidence?.messages.map(({ text }) => text)).toEqual([
      ...Array.from({ length: 10 }, (_, n) => `before ${n + 2}`),
      'Something bad',
    ]);
    expect(
      (
        await admin.try('DELETE /api/v1/chat/conversations/{conversation}/messages/{seq}', {
          conversation: id,
          seq: bad.seq,
        })
      ).status,
    ).toBe(200);
    await ana.call('DELETE /api/v1/blocks/{uid}', { uid: ben.uid });
  });
});

describe('[CHAT-04] message search', () => {
  test('matches word prefixes like names, only in the person’s own conversations, newest first', async () => {
    const { ana, ben, cy } = world;
    await connect(ana, ben).catch(() => undefined);
    const { id } = await direct(ana, ben);
    await sendMessage(ana, id, 'Der Bäcker öffnet um sieben');
    await sendMessage(ben, room, 'Baecker oder Supermarkt?');
    rest();
    const last = await sendMessage(ana, room, 'The bäcker, please. https://example.org/rolls');
    const find = async (who: Person, words: string, more: object = {}) =>
      (await who.call('GET /api/v1/chat/search', { words, ...more })).items.map(
        ({ message }) => message.text,
      );
    expect(await find(ana, 'back')).toEqual([
      'The bäcker, please. https://example.org/rolls',
      'Der Bäcker öffnet um sieben',
    ]);
    expect(await find(ana, 'BÄCK sie')).toEqual(['Der Bäcker öffnet um sieben']);
    expect(await find(ana, 'back', { conversation: room })).toHaveLength(1);
    expect(await find(cy, 'back')).toEqual([]);
    expect(await find(ana, '!!')).toEqual([]);
    await edit(ana, last.seq, 'Nothing, thanks.');
    expect(await find(ana, 'rolls')).toEqual([]);
    expect(await find(ana, 'thank')).toEqual(['Nothing, thanks.']);
    const page = await ana.call('GET /api/v1/chat/search', { words: 'line' });
    const rest_ = await ana.call('GET /api/v1/chat/search', {
      words: 'line',
      after: page.next ?? '',
    });
    const seqs = [...page.items, ...rest_.items].map(({ message }) => message.seq);
    expect([page.items.length, rest_.items.length, rest_.next, new Set(seqs).size]).toEqual([
      30,
      30,
      null,
      60,
    ]);
    expect(codeOf(await ana.try('GET /api/v1/chat/search', { words: 'line', after: 'x' }))).toEqual(
      [400, 'bad_cursor'],
    );
  });
});

describe('[CHAT-04] message history', () => {
  test('can be read in both directions from any position, and from a date', async () => {
    const { ana } = world;
    const all = await readConversation(ana, room);
    const read = (more: object) =>
      ana.call('GET /api/v1/chat/conversations/{conversation}/messages', {
        conversation: room,
        ...more,
      });
    const walked: number[] = [];
    for (let before: number | undefined; ;) {
      const page = await read({ limit: 17, ...(before !== undefined && { before }) });
      walked.unshift(...page.items.map(({ seq }) => seq));
      if (!page.hasBefore) break;
      before = page.items[0]?.seq ?? 0;
    }
    expect(walked).toEqual(Array.from({ length: all.lastSeq }, (_, n) => n + 1));
    const middle = await read({ around: 20, limit: 10 });
    expect([middle.items.map(({ seq }) => seq), middle.hasBefore, middle.hasAfter]).toEqual([
      [15, 16, 17, 18, 19, 20, 21, 22, 23, 24],
      true,
      true,
    ]);
    const target = middle.items[5];
    const later = await read({ at: target?.sentAt ?? '', limit: 4 });
    expect(later.items.find(({ sentAt }) => sentAt >= (target?.sentAt ?? ''))?.sentAt).toBe(
      target?.sentAt,
    );
    expect((await read({ at: '2999-01-01T00:00:00Z', limit: 4 })).items.at(-1)?.seq).toBe(
      all.lastSeq,
    );
    expect((await read({ at: '1999-01-01T00:00:00Z', limit: 4 })).items[0]?.seq).toBe(1);
    // Behind the highest number that there can be is nothing.
    const most = { conversation: room, after: 2_147_483_647 };
    expect((await read(most)).items).toEqual([]);
    expect(
      (await ana.call('GET /api/v1/chat/conversations/{conversation}/export', most)).items,
    ).toEqual([]);
    const saved = await ana.call('GET /api/v1/chat/conversations/{conversation}/export', {
      conversation: room,
    });
    expect([saved.items.length, saved.next, saved.people.length]).toEqual([all.lastSeq, null, 5]);
  });
});
