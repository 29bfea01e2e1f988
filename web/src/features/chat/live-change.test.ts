import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anyChange,
  chatChanges,
  play,
  someChats,
  type ChatChange,
} from '../../testing/chat-history.ts';
import { faceOf, viewer, type ChatModel, type Room } from '../../testing/chat-model.ts';
import { itemAfter, unreadAfter, withUnread, type FullChange } from './live-change.ts';

const isFull = (event: { kind: string; delta?: unknown }): event is FullChange =>
  event.kind === 'conversation_changed' && event.delta !== undefined;

/**
 * Applies an event and returns which of list and badge are now up to date and which must be loaded. Fails if one claims to be
 * complete but isn't.
 */
const receive = (model: ChatModel, change: ChatChange) => {
  const items = new Map(
    [...model.rooms.values()].map((room) => [room.id, model.conversation(room)]),
  );
  const badge = model.unread();
  const { room, events } = play(model, change);
  const [event] = events;
  const item = items.get(room?.id ?? '');
  // Any other change causes everything to load again.
  if (
    room === null ||
    item === undefined ||
    events.length !== 1 ||
    event === undefined ||
    !isFull(event)
  )
    return null;
  const [row, unread] = [itemAfter(item, event, viewer), unreadAfter(badge, event, viewer)];
  if (row.isComplete) expect(row.next).toEqual(model.conversation(room));
  if (unread.isComplete) expect(unread.next).toEqual(model.unread());
  // Receiving it again changes nothing.
  expect(itemAfter(row.next, event, viewer).next).toBe(row.next);
  if (unread.isComplete) expect(unreadAfter(unread.next, event, viewer).next).toEqual(unread.next);
  return { row: row.isComplete, unread: unread.isComplete };
};

test('[CHAT-03] applying any event to the cached list and badge gives the same result as a fresh response', () => {
  fc.assert(
    fc.property(fc.array(anyChange, { minLength: 1, maxLength: 60 }), (all) => {
      const model = someChats();
      for (const change of all) receive(model, change);
    }),
    { numRuns: 1_000 },
  );
});

describe('[CHAT-03] frequent changes need no request', () => {
  const often = [
    'message by another',
    'own message',
    'edit',
    'reaction of another',
    'own reaction',
    'read by another',
    'renamed by another',
  ];
  // In the group of six, the viewer has read messages 2 to 7 but not the newest.
  test.each(chatChanges.filter((what) => often.includes(what)))('%s', (what) => {
    const known = receive(someChats(), { what, room: 1, who: 2, nth: 3 });
    expect(known).toEqual({ row: true, unread: true });
  });
  test('joining a group needs no request, and neither does leaving unless the row shows the person’s face', () => {
    expect(receive(someChats(), { what: 'somebody joins', room: 1, who: 2, nth: 13 })).toEqual({
      row: true,
      unread: true,
    });
    expect(receive(someChats(), { what: 'somebody leaves', room: 1, who: 4, nth: 0 })).toEqual({
      row: true,
      unread: true,
    });
    expect(receive(someChats(), { what: 'somebody leaves', room: 1, who: 1, nth: 0 })).toEqual({
      row: false,
      unread: true,
    });
  });
});

describe('[CHAT-03] the read position', () => {
  const chats = () => {
    const model = someChats();
    const room = model.rooms.get('2') as Room;
    model.say(room, '5');
    model.say(room, '5', { mentions: [faceOf(viewer)] });
    return { model, room, item: model.conversation(room), badge: model.unread() };
  };
  test('reactions to old messages and renaming the group don’t move the read position', () => {
    const { model, room, item, badge } = chats();
    const own = room.messages.find(({ author }) => author === viewer)?.seq ?? 0;
    const before = badge.conversations.find(({ id }) => id === '2')?.unread;
    for (const event of [
      model.alter(room, own, { reactions: [{ emoji: '👍', uids: ['5'] }] }),
      model.rename(room, viewer, 'New'),
    ]) {
      if (event === null || !isFull(event)) throw new Error('it is told in full');
      const { next } = unreadAfter(badge, event, viewer);
      expect(next.conversations.find(({ id }) => id === '2')?.unread).toBe(before);
      expect(itemAfter({ ...item, change: event.from }, event, viewer).next).toMatchObject({
        unread: before,
        isMentioned: true,
      });
    }
  });
  test('sending a message marks the conversation as read', () => {
    const { model, room, item, badge } = chats();
    const event = model.say(room, viewer);
    if (!isFull(event)) throw new Error('it is told in full');
    expect(itemAfter(item, event, viewer)).toEqual({
      next: model.conversation(room),
      isComplete: true,
    });
    const { next } = unreadAfter(badge, event, viewer);
    expect(next).toEqual(model.unread());
    expect(next.conversations.map(({ id }) => id)).not.toContain('2');
  });
  test('a reaction to the newest message doesn’t make it unread again', () => {
    const { model, room } = chats();
    model.read(room, viewer, room.messages.length);
    const badge = model.unread();
    const event = model.alter(room, room.messages.length, {
      reactions: [{ emoji: '👍', uids: ['4'] }],
    });
    if (event === null || !isFull(event)) throw new Error('it is told in full');
    expect(unreadAfter(badge, event, viewer)).toEqual({ next: badge, isComplete: true });
  });
  test('deleting a message causes a request unless the user has read it', () => {
    const { model, room, badge } = chats();
    for (const [seq, isComplete] of [
      [2, true],
      [room.messages.length, false],
    ] as const) {
      const event = model.takeBack(room, seq);
      if (event === null || !isFull(event)) throw new Error('it is told in full');
      expect(unreadAfter(badge, event, viewer).isComplete).toBe(isComplete);
    }
  });
});

test('[CHAT-03] a change after a missed one causes a request', () => {
  const model = someChats();
  const room = model.rooms.get('2') as Room;
  const [item, badge] = [model.conversation(room), model.unread()];
  model.say(room, '5');
  const event = model.say(room, '5');
  if (!isFull(event)) throw new Error('it is told in full');
  expect(unreadAfter(badge, event, viewer)).toEqual({ next: badge, isComplete: false });
  expect(itemAfter(item, event, viewer)).toEqual({ next: item, isComplete: false });
});

test('the badge counts unmuted conversations and omits read ones', () => {
  const one = { id: '1', lastSeq: 5, readSeq: 3, unread: 2, isQuiet: false };
  expect(
    withUnread([one, { ...one, id: '2', isQuiet: true }, { ...one, id: '3', unread: 0 }]),
  ).toEqual({
    conversations: [one, { ...one, id: '2', isQuiet: true }],
    total: 2,
  });
});
