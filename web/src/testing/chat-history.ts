import fc from 'fast-check';
import type { LiveEvent } from '#contract/live.ts';
import { ChatModel, faceOf, viewer, type Room } from './chat-model.ts';

/** All changes that can happen to a user's conversations. */
export const chatChanges = [
  'message by another',
  'own message',
  'message that mentions one',
  'edit',
  'edit that mentions one',
  'deletion',
  'reaction of another',
  'own reaction',
  'preview',
  'read by another',
  'read elsewhere',
  'marked unread elsewhere',
  'mute',
  'pin',
  'archive',
  'draft',
  'renamed by another',
  'renamed by oneself',
  'picture',
  'somebody joins',
  'somebody leaves',
  'somebody is removed',
  'another owner',
  'owner oneself',
  'removed oneself',
  'added again',
  'request comes',
  'request accepted',
  'request declined',
  'block',
  'retention',
] as const;

/** A change with its conversation. */
export interface ChatChange {
  readonly what: (typeof chatChanges)[number];
  readonly room: number;
  readonly who: number;
  readonly nth: number;
}

export const anyChange: fc.Arbitrary<ChatChange> = fc.record({
  what: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...chatChanges) },
    { weight: 1, arbitrary: fc.constantFrom(...chatChanges.slice(0, 8)) },
  ),
  room: fc.nat(20),
  who: fc.nat(20),
  nth: fc.nat(40),
});

/** Typical conversations of a user: direct ones, groups, a muted one, an archived one, and a request. */
export const someChats = (): ChatModel => {
  const model = new ChatModel();
  const rooms = [
    model.begin('1', 'direct', ['7']),
    model.begin('2', 'group', ['4', '5', '6', '8', '9', '12']),
    model.begin('3', 'group', ['2', '10'], { mutedUntil: '9999-01-01T00:00:00.000Z' }),
    model.begin('4', 'group', ['5', '7', '11'], { isArchived: true }),
    model.begin('5', 'direct', ['13'], { door: 'waiting' }),
  ];
  for (const room of rooms)
    for (const uid of room.people.keys()) if (uid !== viewer) model.say(room, uid);
  for (const room of rooms.slice(0, 2)) {
    model.say(room, viewer);
    model.say(room, room.id === '1' ? '7' : '5');
  }
  return model;
};

const pick = <T>(all: readonly T[], nth: number): T | undefined =>
  all[nth % Math.max(all.length, 1)];

/** Applies a change if possible. Returns the events that the viewer's sockets receive, and the conversation. */
export const play = (
  model: ChatModel,
  { what, room: position, who, nth }: ChatChange,
): { room: Room | null; events: LiveEvent[] } => {
  const rooms = [...model.rooms.values()].filter(
    ({ kind, people }) =>
      kind === 'group' || ![...people.keys()].some((uid) => model.blocked.has(uid)),
  );
  const room = pick(rooms, position);
  if (room === undefined) return { room: null, events: [] };
  const events =
    room.own.endSeq === null
      ? playIn(model, room, what, who, nth)
      : what === 'added again'
        ? model.add(room, '5', viewer)
        : [];
  return { room, events: events.filter((event) => event !== null) };
};

const playIn = (
  model: ChatModel,
  room: Room,
  what: ChatChange['what'],
  who: number,
  nth: number,
): (LiveEvent | null)[] => {
  const others = [...room.people].flatMap(([uid, { hasLeft }]) =>
    uid === viewer || hasLeft ? [] : uid,
  );
  const other = pick(others, who) ?? '7';
  const seq = (nth % Math.max(room.messages.length, 1)) + 1;
  const message = room.messages[seq - 1];
  const group = (work: () => (LiveEvent | null)[]) =>
    room.kind === 'group' && others.length > 1 ? work() : [];
  const react = (uid: string) =>
    model.alter(room, seq, {
      reactions: [{ emoji: '👍', uids: [uid] }, ...(message?.reactions ?? []).slice(0, 2)],
    });
  switch (what) {
    case 'message by another':
      return [model.say(room, other)];
    case 'own message':
      return [model.say(room, viewer)];
    case 'message that mentions one':
      return [model.say(room, other, { mentions: [faceOf(viewer)] })];
    case 'edit':
      return [
        model.alter(room, seq, {
          text: `edit ${nth}`,
          mentions: [],
          editedAt: '2026-11-02T10:00:00.000Z',
        }),
      ];
    case 'edit that mentions one':
      return [
        model.alter(room, seq, {
          mentions: [faceOf(viewer)],
          editedAt: '2026-11-02T10:00:00.000Z',
        }),
      ];
    case 'deletion':
      return [model.takeBack(room, seq)];
    case 'reaction of another':
      return [react(other)];
    case 'own reaction':
      return [react(viewer)];
    case 'preview':
      return [
        model.alter(room, seq, {
          preview: {
            url: 'https://x.example',
            title: 'x',
            description: '',
            site: 'x',
            pictureUrl: null,
          },
        }),
      ];
    case 'read by another':
      return model.read(room, other, seq);
    case 'read elsewhere':
      return model.read(room, viewer, room.messages.length);
    case 'marked unread elsewhere':
      return model.read(room, viewer, seq - 1);
    case 'mute':
      return model.mute(room, nth % 2 === 0);
    case 'pin':
      return model.save(room, { isPinned: nth % 2 === 0 });
    case 'archive':
      return model.save(room, { isArchived: nth % 2 === 0 });
    case 'draft':
      return model.save(room, { draft: `draft ${nth}` });
    case 'renamed by another':
      return group(() => [model.rename(room, other, `Name ${nth}`)]);
    case 'renamed by oneself':
      return group(() => [model.rename(room, viewer, `Mine ${nth}`)]);
    case 'picture':
      return group(() => [
        model.happen(room, other, { kind: 'pictured' }, () => (room.pictureUrl = `/files/${nth}`)),
      ]);
    case 'somebody joins':
      return group(() =>
        model.add(room, other, String(2 + (nth % 14) + (2 + (nth % 14) >= Number(viewer) ? 1 : 0))),
      );
    case 'somebody leaves':
      return group(() => model.removeMember(room, other, other));
    case 'somebody is removed':
      return group(() => model.removeMember(room, viewer, other));
    case 'another owner':
      return group(() => [model.own(room, viewer, other)]);
    case 'owner oneself':
      return group(() => [model.own(room, other, viewer)]);
    case 'removed oneself':
      return group(() => model.removeMember(room, other, viewer));
    case 'request comes': {
      const id = String(100 + model.rooms.size);
      const asked = model.begin(id, 'direct', [String(200 + model.rooms.size)], {
        door: 'waiting',
      });
      model.say(asked, pick([...asked.people.keys()], 0) ?? '');
      return [model.listChanged(asked)];
    }
    case 'request accepted':
      return room.own.door === 'waiting' ? model.save(room, { door: 'accepted' }) : [];
    case 'request declined':
      return room.own.door === 'waiting' ? model.save(room, { door: 'declined' }) : [];
    case 'block':
      return model.block(other, !model.blocked.has(other));
    case 'retention': {
      const reported = model.alter(room, 1, {
        text: '',
        deleted: 'retention',
        mentions: [],
        reactions: [],
        preview: null,
      });
      // Cleanup jobs only send numbers.
      return [
        reported === null || reported.kind !== 'conversation_changed'
          ? null
          : {
              kind: reported.kind,
              conversation: reported.conversation,
              from: reported.from,
              change: reported.change,
            },
      ];
    }
    case 'added again':
      return [];
  }
};
