import type { Conversation, ConversationDelta } from '#contract/chat/conversations.endpoints.ts';
import type { ReplyOf } from '#contract/call.ts';
import type { LiveEventOf } from '#contract/live.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import type { readUnread } from '#contract/chat/calls.ts';

/* Applies a conversation's change to the list and to the badge, so that cached data plus events equal the server's
   reply. If the event alone isn't enough for that, the result has `isWhole: false` and the caller has to refetch. */

/** A change event. */
export type Change = LiveEventOf<'conversation_changed'>;
/** A change event with a delta. */
export interface FullChange extends Change {
  delta: ConversationDelta;
}
/** The data of the badge. */
export type Unread = ReplyOf<typeof readUnread>;

/** The data after a change, as far as it is known. */
export interface ChangeResult<T> {
  readonly next: T;
  /** If false, the caller has to refetch. */
  readonly isComplete: boolean;
}

/** The server counts at most this many unread messages, so the client stops counting there too. */
export const unreadMax = 1_000;

/** Returns whether a message counts as unread. */
const counts = ({ author, event, deleted, hidden }: Message, me: string): boolean =>
  author !== me && event === null && deleted === null && !hidden;

const mentions = (message: Message, me: string): boolean =>
  message.mentions.some(({ uid }) => uid === me);

/**
 * Among new messages, only the user's own messages move the read marker. Reactions to old messages and group events
 * don't.
 */
const newlyRead = (fresh: readonly Message[], me: string): number | null =>
  fresh.reduce<number | null>(
    (last, { author, event, seq }) =>
      author === me && event === null ? Math.max(last ?? 0, seq) : last,
    null,
  );

const totalOf = (conversations: Unread['conversations']): number =>
  conversations.reduce((sum, { isQuiet, unread }) => sum + (isQuiet ? 0 : unread), 0);

/**
 * Returns the badge's data with these conversations. It leaves out conversations without unread messages, like the
 * server.
 */
export const withUnread = (conversations: Unread['conversations']): Unread => {
  const left = conversations.filter(({ unread }) => unread > 0);
  return { conversations: left, total: totalOf(left) };
};

/**
 * Returns the badge's data after a change. The badge has no change numbers, so callers have to make sure that no
 * earlier change is missing.
 */
export const unreadAfter = (
  data: Unread,
  { conversation, from, change, delta }: FullChange,
  me: string,
): ChangeResult<Unread> => {
  const { messages, state } = delta;
  const known = data.conversations.find(({ id }) => id === conversation);
  if (known === undefined) {
    // For a conversation that had nothing unread, the client can't tell if it is muted. For one that returns
    // from the archive with a group event, the unread count is unknown. A change of an old message doesn't
    // make it unread.
    const couldBeUnread = (message: Message) =>
      (counts(message, me) || message.event !== null) &&
      message.seq > state.lastSeq - messages.length &&
      (change > from + 1 || (message.editedAt === null && message.reactions.length === 0));
    return { next: data, isComplete: !messages.some(couldBeUnread) };
  }
  const fresh = messages.filter(({ seq }) => seq > known.lastSeq);
  const hasGap = state.lastSeq > known.lastSeq + fresh.length;
  // The event doesn't contain whether a deleted message was counted.
  const wasDeleted = messages.some(
    ({ seq, author, event, deleted }) =>
      seq <= known.lastSeq &&
      seq > known.readSeq &&
      author !== me &&
      event === null &&
      deleted !== null,
  );
  if (hasGap || wasDeleted) return { next: data, isComplete: false };
  if (fresh.length === 0) return { next: data, isComplete: true };
  const read = newlyRead(fresh, me);
  const more = fresh.filter((message) => counts(message, me) && message.seq > (read ?? 0)).length;
  const next = {
    ...known,
    lastSeq: state.lastSeq,
    readSeq: read ?? known.readSeq,
    unread: Math.min((read === null ? known.unread : 0) + more, unreadMax),
  };
  return {
    next: withUnread(data.conversations.map((one) => (one === known ? next : one))),
    isComplete: true,
  };
};

/**
 * Returns a group's faces after people joined or left, or null if the event isn't enough to know them. A group shows
 * its first four people by uid.
 */
const facesAfter = (
  faces: readonly Face[],
  fresh: readonly Message[],
  me: string,
): readonly Face[] | null => {
  let next = faces;
  let isComplete = true;
  for (const { event, author } of fresh) {
    if (event?.kind === 'added') {
      const joined = event.people.filter(
        ({ uid }) => uid !== me && next.every((one) => one.uid !== uid),
      );
      next = [...next, ...joined].toSorted((a, b) => Number(a.uid) - Number(b.uid)).slice(0, 4);
    }
    const removed =
      event?.kind === 'left'
        ? [author]
        : event?.kind === 'removed'
          ? event.people.map(({ uid }) => uid)
          : [];
    const left = next.filter(({ uid }) => !removed.includes(uid));
    // The event doesn't contain the person who moves up into the first four.
    if (left.length < next.length && next.length === 4) isComplete = false;
    next = left;
  }
  return isComplete ? next : null;
};

/** Returns whether a change affects what the list shows without containing all of it. */
const needsRefetch = (
  item: Conversation,
  { messages, participants }: ConversationDelta,
  fresh: readonly Message[],
  me: string,
): boolean => {
  const self = participants.find(({ uid }) => uid === me);
  // The user's permissions follow from their role.
  if (self !== undefined && (self.role !== item.role || self.hasLeft !== (item.endSeq !== null)))
    return true;
  // The first messages between two people decide who can continue.
  if (item.kind === 'direct' && fresh.some(({ seq }) => seq <= 2)) return true;
  return messages.some((message) => {
    const { seq, author, event, deleted } = message;
    if (seq > item.lastSeq || seq <= item.readSeq || author === me || event !== null) return false;
    // The event doesn't contain whether the message was counted, or whether it was the only one that mentioned the user.
    return deleted !== null || (item.isMentioned && !mentions(message, me));
  });
};

/** Returns a listed conversation after a change. */
export const itemAfter = (
  item: Conversation,
  { from, change, delta }: FullChange,
  me: string,
): ChangeResult<Conversation> => {
  if (item.change >= change) return { next: item, isComplete: true };
  if (item.change < from) return { next: item, isComplete: false };
  const { messages, state } = delta;
  const fresh = messages.filter(({ seq }) => seq > item.lastSeq);
  const read = newlyRead(fresh, me);
  const unread = fresh.filter((message) => counts(message, me) && message.seq > (read ?? 0));
  const newest = messages.reduce<Message | null>(
    (last, one) => (last === null || one.seq > last.seq ? one : last),
    null,
  );
  const people = item.kind === 'direct' ? item.people : facesAfter(item.people, fresh, me);
  const countedMessages = messages.filter(
    (message) => counts(message, me) && message.seq > (read ?? item.readSeq),
  );
  return {
    next: {
      ...item,
      ...state,
      people: [...(people ?? item.people)],
      unread: Math.min((read === null ? item.unread : 0) + unread.length, unreadMax),
      isArchived: item.isArchived && fresh.length === 0,
      isMentioned:
        (read === null && item.isMentioned) ||
        countedMessages.some((message) => mentions(message, me)),
      readSeq: read ?? item.readSeq,
      ...(newest !== null && newest.seq >= (item.lastMessage?.seq ?? 0) && { lastMessage: newest }),
      ...(fresh.length > 0 && newest !== null && { activeAt: newest.sentAt }),
    },
    // A new message moves a conversation from the archive back to the main list.
    isComplete:
      people !== null &&
      !needsRefetch(item, delta, fresh, me) &&
      !(item.isArchived && fresh.length > 0),
  };
};
