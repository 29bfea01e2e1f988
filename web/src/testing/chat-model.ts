import type {
  Conversation,
  ConversationDelta,
  ConversationState,
  Participant,
} from '#contract/chat/conversations.endpoints.ts';
import type { LiveEvent } from '#contract/live.ts';
import type { ConversationEvent, Message } from '#contract/chat/messages.endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import type { Unread } from '../features/chat/live-change.ts';
import { messageWith } from './messages.ts';

/*
 * An in-memory model of what the server returns to one user about their conversations. Tests write a history to it. It
 * returns the hub's events, and the reply of a fresh fetch at any time.
 */

/** The user whose list it is. */
export const viewer = '3';
export const faceOf = (uid: string): Face => ({
  uid,
  firstName: `P${uid}`,
  lastName: '',
  photoUrl: null,
});

interface Person {
  role: 'owner' | 'member';
  readSeq: number;
  hasLeft: boolean;
  change: number;
}

interface Own {
  firstSeq: number;
  endSeq: number | null;
  mutedUntil: string | null;
  isPinned: boolean;
  isArchived: boolean;
  draft: string;
  door: 'waiting' | 'accepted' | 'declined' | null;
}

/** A conversation as it is stored. */
export interface Room {
  readonly id: string;
  readonly kind: 'direct' | 'group';
  name: string | null;
  pictureUrl: string | null;
  change: number;
  lastAt: number;
  readonly messages: Message[];
  readonly people: Map<string, Person>;
  readonly own: Own;
}

type Change = Extract<LiveEvent, { kind: 'conversation_changed' }>;
const muted = '9999-01-01T00:00:00.000Z';
const byUid = (a: string, b: string) => Number(a) - Number(b);

export class ChatModel {
  readonly rooms = new Map<string, Room>();
  readonly blocked = new Set<string>();
  readonly #begun = Date.parse('2026-11-01T10:00:00Z');
  #ticks = 0;

  /** Starts an empty conversation. The first of the others owns a group. */
  begin(
    id: string,
    kind: 'direct' | 'group',
    others: readonly string[],
    own: Partial<Own> = {},
  ): Room {
    const person = (role: Person['role']): Person => ({
      role,
      readSeq: 0,
      hasLeft: false,
      change: 0,
    });
    const people = others.map(
      (uid, at) => [uid, person(kind === 'group' && at === 0 ? 'owner' : 'member')] as const,
    );
    const room: Room = {
      id,
      kind,
      name: kind === 'group' ? `Group ${id}` : null,
      pictureUrl: null,
      change: 0,
      lastAt: this.#tick(),
      messages: [],
      people: new Map([...people, [viewer, person('member')]]),
      own: {
        firstSeq: 1,
        endSeq: null,
        mutedUntil: null,
        isPinned: false,
        isArchived: false,
        draft: '',
        door: null,
        ...own,
      },
    };
    this.rooms.set(id, room);
    return room;
  }

  /** Two things happen at each timestamp. */
  #tick(): number {
    this.#ticks += 1;
    return this.#begun + Math.floor(this.#ticks / 2) * 1_000;
  }

  /** Applies the changes of `work` under one change number. Returns the event that the viewer's sockets receive. */
  #write(room: Room, work: (change: number) => void): Change {
    room.change += 1;
    work(room.change);
    const head = {
      kind: 'conversation_changed',
      conversation: room.id,
      from: room.change - 1,
      change: room.change,
    } as const;
    const delta = this.deltaOf(room, room.change - 1);
    const isBlind = room.messages.some(
      ({ change, author, seq }) =>
        change === room.change && (this.blocked.has(author) || seq < room.own.firstSeq),
    );
    return isBlind ? head : { ...head, delta };
  }

  say(room: Room, author: string, parts: Partial<Message> = {}): Change {
    return this.#write(room, (change) => {
      room.lastAt = this.#tick();
      const seq = room.messages.length + 1;
      // A new message restores it from the archive.
      if (room.own.endSeq === null) room.own.isArchived = false;
      const sentAt = new Date(room.lastAt).toISOString();
      room.messages.push(
        messageWith({
          seq,
          change,
          conversation: room.id,
          id: `${room.id}.${seq}`,
          author,
          sentAt,
          text: `says ${seq}`,
          ...parts,
        }),
      );
      const person = room.people.get(author);
      // A group event doesn't change the read marker.
      if (person !== undefined && (parts.event ?? null) === null)
        Object.assign(person, { readSeq: seq, change });
    });
  }

  /** Adds a group event. */
  happen(
    room: Room,
    author: string,
    event: ConversationEvent,
    work: (change: number, seq: number) => void,
  ): Change {
    const reported = this.say(room, author, { event, text: '' });
    work(room.change, room.messages.length);
    return reported.delta === undefined
      ? reported
      : { ...reported, delta: this.deltaOf(room, room.change - 1) };
  }

  /** Changes a message. */
  alter(room: Room, seq: number, parts: Partial<Message>): Change | null {
    const message = room.messages[seq - 1];
    if (message === undefined || message.deleted !== null || message.event !== null) return null;
    return this.#write(
      room,
      (change) => (room.messages[seq - 1] = { ...message, ...parts, change }),
    );
  }

  takeBack(room: Room, seq: number): Change | null {
    return this.alter(room, seq, {
      text: '',
      deleted: 'author',
      mentions: [],
      reactions: [],
      preview: null,
      editedAt: null,
    });
  }

  /** Moves a person's read marker. */
  read(room: Room, uid: string, seq: number): LiveEvent[] {
    const person = room.people.get(uid);
    if (person === undefined || person.readSeq === seq) return [];
    const reported = this.#write(room, (change) => Object.assign(person, { readSeq: seq, change }));
    return uid === viewer ? [reported, this.listChanged(room)] : [reported];
  }

  listChanged = (room: Room): LiveEvent => ({
    kind: 'conversations_changed',
    conversation: room.id,
  });
  save(room: Room, own: Partial<Own>): LiveEvent[] {
    Object.assign(room.own, own);
    return [this.listChanged(room)];
  }
  mute = (room: Room, isMuted: boolean): LiveEvent[] =>
    this.save(room, { mutedUntil: isMuted ? muted : null });

  add(room: Room, by: string, uid: string): LiveEvent[] {
    const reported = this.happen(
      room,
      by,
      { kind: 'added', people: [faceOf(uid)] },
      (change, seq) => {
        room.people.set(uid, { role: 'member', readSeq: 0, hasLeft: false, change });
        if (uid === viewer)
          Object.assign(room.own, { firstSeq: seq, endSeq: null, isArchived: false });
      },
    );
    // A person who joins is not in the room yet when it gets this event.
    return uid === viewer ? [this.listChanged(room)] : [reported];
  }

  removeMember(room: Room, by: string, uid: string): LiveEvent[] {
    const event: ConversationEvent =
      by === uid ? { kind: 'left' } : { kind: 'removed', people: [faceOf(uid)] };
    const reported = this.happen(room, by, event, (change, seq) => {
      Object.assign(room.people.get(uid) ?? {}, { role: 'member', hasLeft: true, change });
      if (uid === viewer) Object.assign(room.own, { endSeq: seq, draft: '' });
    });
    return uid === viewer ? [reported, this.listChanged(room)] : [reported];
  }

  own(room: Room, by: string, uid: string): Change {
    return this.happen(room, by, { kind: 'owner', people: [faceOf(uid)] }, (change) => {
      for (const [one, person] of room.people) {
        const role = one === uid ? 'owner' : 'member';
        if (person.role !== role && (role === 'owner' || person.role === 'owner'))
          Object.assign(person, { role, change });
      }
    });
  }

  rename(room: Room, by: string, name: string): Change {
    return this.happen(room, by, { kind: 'renamed', name }, () => (room.name = name));
  }

  /** Blocks or unblocks a person. */
  block(uid: string, isBlocked: boolean): LiveEvent[] {
    if (isBlocked) this.blocked.add(uid);
    else this.blocked.delete(uid);
    return [{ kind: 'resync' }];
  }

  #end = ({ messages, own }: Room): number =>
    Math.min(messages.length, own.endSeq ?? messages.length);

  stateOf(room: Room): ConversationState {
    const { id, kind, name, pictureUrl, change } = room;
    const participantCount = [...room.people.values()].filter(({ hasLeft }) => !hasLeft).length;
    return { id, kind, name, pictureUrl, lastSeq: this.#end(room), change, participantCount };
  }

  #seen = (message: Message): Message =>
    this.blocked.has(message.author) && message.event === null
      ? {
          ...message,
          text: '',
          editedAt: null,
          deleted: null,
          mentions: [],
          reactions: [],
          preview: null,
          hidden: true,
        }
      : message;

  participantsOf(room: Room, after = -1): Participant[] {
    return [...room.people]
      .filter(([, { change }]) => change > after)
      .map(([uid, { role, readSeq, hasLeft, change }]) => ({
        ...faceOf(uid),
        role,
        hasLeft,
        change,
        readSeq: hasLeft ? 0 : readSeq,
        arrivedSeq: hasLeft ? 0 : readSeq,
      }));
  }

  deltaOf(room: Room, after: number): ConversationDelta {
    const messages = room.messages.filter(
      ({ change, seq }) => change > after && seq >= room.own.firstSeq && seq <= this.#end(room),
    );
    return {
      state: this.stateOf(room),
      messages: messages.map(this.#seen),
      participants: this.participantsOf(room, after),
      people: [],
    };
  }

  #unreadOf(room: Room): Message[] {
    const after = Math.max(room.people.get(viewer)?.readSeq ?? 0, room.own.firstSeq - 1);
    return room.messages.filter(
      ({ seq, author, deleted, event }) =>
        seq > after &&
        seq <= this.#end(room) &&
        author !== viewer &&
        deleted === null &&
        event === null &&
        !this.blocked.has(author),
    );
  }

  #others = (room: Room): string[] =>
    [...room.people]
      .flatMap(([uid, { hasLeft }]) =>
        uid === viewer || (room.kind === 'group' && hasLeft) ? [] : uid,
      )
      .toSorted(byUid);

  #isListed = (room: Room): boolean =>
    room.own.door !== 'declined' &&
    (room.kind === 'group' || !this.#others(room).some((uid) => this.blocked.has(uid)));

  conversation(room: Room): Conversation {
    const { own, kind } = room;
    const role = room.people.get(viewer)?.role ?? 'member';
    const isIn = own.endSeq === null;
    const runs = kind === 'group' && isIn && role === 'owner';
    const last = room.messages[this.#end(room) - 1];
    const unread = this.#unreadOf(room);
    return {
      ...this.stateOf(room),
      people: this.#others(room).slice(0, 4).map(faceOf),
      lastMessage: last === undefined || last.seq < own.firstSeq ? null : this.#seen(last),
      activeAt: new Date(room.lastAt).toISOString(),
      firstSeq: own.firstSeq,
      endSeq: own.endSeq,
      readSeq: room.people.get(viewer)?.readSeq ?? 0,
      unread: unread.length,
      isMentioned: unread.some(({ mentions }) => mentions.some(({ uid }) => uid === viewer)),
      mutedUntil: own.mutedUntil,
      isPinned: own.isPinned,
      isArchived: own.isArchived,
      isRequest: own.door === 'waiting',
      draft: own.draft,
      role,
      isCourse: false,
      can: {
        send: isIn,
        sendRefusal: isIn ? null : 'left',
        rename: runs,
        addPeople: kind === 'group' && isIn,
        removePeople: runs,
        leave: kind === 'group' && isIn,
        moderate: runs,
      },
    };
  }

  /** Returns a folder of the list on a single page. */
  list(folder: string): {
    items: Conversation[];
    next: null;
    counts: { requests: number; archived: number };
  } {
    const listed = [...this.rooms.values()].filter(this.#isListed);
    const requests = listed.filter(({ own }) => own.door === 'waiting');
    const archived = listed.filter(({ own }) => own.isArchived && own.door !== 'waiting');
    const inbox = listed.filter((room) => !requests.includes(room) && !archived.includes(room));
    const rooms = folder === 'requests' ? requests : folder === 'archive' ? archived : inbox;
    const items = rooms.map((room) => this.conversation(room));
    items.sort(
      (a, b) =>
        Number(b.isPinned) - Number(a.isPinned) ||
        b.activeAt.localeCompare(a.activeAt) ||
        byUid(b.id, a.id),
    );
    return { items, next: null, counts: { requests: requests.length, archived: archived.length } };
  }

  unread(): Unread {
    const conversations = [...this.rooms.values()]
      .filter((room) => this.#isListed(room) && !room.own.isArchived)
      .map((room) => ({
        id: room.id,
        lastSeq: this.#end(room),
        readSeq: room.people.get(viewer)?.readSeq ?? 0,
        unread: this.#unreadOf(room).length,
        isQuiet: room.own.mutedUntil !== null || room.own.door === 'waiting',
      }))
      .filter(({ unread }) => unread > 0)
      .toSorted((a, b) => byUid(a.id, b.id));
    return {
      conversations,
      total: conversations.reduce((sum, { unread, isQuiet }) => sum + (isQuiet ? 0 : unread), 0),
    };
  }
}
