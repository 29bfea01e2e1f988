import type { Conversation, ConversationDelta } from '#contract/chat/conversations.endpoints.ts';
import type { ReplyOf } from '#contract/call.ts';
import type { LiveEventOf } from '#contract/live.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import type { readUnread } from '#contract/chat/calls.ts';

/*
 * What a change of a conversation does to the list and to the badge, so that what was cached + what was heard = what the server
 * would answer. Where the event alone does not say that, the answer is `isWhole: false` and the server is to be asked.
 */

/** A change as it is heard. */
export type Change = LiveEventOf<'conversation_changed'>;
/** One that says what changed. */
export interface FullChange extends Change {
  delta: ConversationDelta;
}
/** What the badge stands on. */
export type Unread = ReplyOf<typeof readUnread>;

/** What stands after a change, as far as it is known. */
export interface After<T> {
  readonly next: T;
  /** False: the server is to be asked. */
  readonly isWhole: boolean;
}

/** How far back the server counts unread messages: beyond that nobody counts along. */
export const unreadMost = 1_000;

/** Whether a message counts as unread for those who have not read so far. */
const counts = ({ author, event, deleted, hidden }: Message, me: string): boolean =>
  author !== me && event === null && deleted === null && !hidden;

const mentions = (message: Message, me: string): boolean =>
  message.mentions.some(({ uid }) => uid === me);

/** What is new moves the mark only by one's own words: a reaction to an old message, or a new name of the group, reads nothing. */
const newlyRead = (fresh: readonly Message[], me: string): number | null =>
  fresh.reduce<number | null>(
    (last, { author, event, seq }) =>
      author === me && event === null ? Math.max(last ?? 0, seq) : last,
    null,
  );

const totalOf = (conversations: Unread['conversations']): number =>
  conversations.reduce((sum, { isQuiet, unread }) => sum + (isQuiet ? 0 : unread), 0);

/** The badge's numbers with these conversations; those with nothing unread are left out, as the server leaves them out. */
export const withUnread = (conversations: Unread['conversations']): Unread => {
  const left = conversations.filter(({ unread }) => unread > 0);
  return { conversations: left, total: totalOf(left) };
};

/** The badge after a change. It knows no numbers of changes: that none is missing before this one, whoever calls makes sure. */
export const unreadAfter = (
  data: Unread,
  { conversation, from, change, delta }: FullChange,
  me: string,
): After<Unread> => {
  const { messages, state } = delta;
  const known = data.conversations.find(({ id }) => id === conversation);
  if (known === undefined) {
    // Whether it is muted only the server knows of one that had nothing unread, and what is unread in one that comes back from
    // the archive with what a group tells of itself. An old message that changes stays read.
    const mayBeNew = (message: Message) =>
      (counts(message, me) || message.event !== null) &&
      message.seq > state.lastSeq - messages.length &&
      (change > from + 1 || (message.editedAt === null && message.reactions.length === 0));
    return { next: data, isWhole: !messages.some(mayBeNew) };
  }
  const fresh = messages.filter(({ seq }) => seq > known.lastSeq);
  const hasGap = state.lastSeq > known.lastSeq + fresh.length;
  // Whether it was counted before is not told with it.
  const isTakenBack = messages.some(
    ({ seq, author, event, deleted }) =>
      seq <= known.lastSeq &&
      seq > known.readSeq &&
      author !== me &&
      event === null &&
      deleted !== null,
  );
  if (hasGap || isTakenBack) return { next: data, isWhole: false };
  if (fresh.length === 0) return { next: data, isWhole: true };
  const read = newlyRead(fresh, me);
  const more = fresh.filter((message) => counts(message, me) && message.seq > (read ?? 0)).length;
  const next = {
    ...known,
    lastSeq: state.lastSeq,
    readSeq: read ?? known.readSeq,
    unread: Math.min((read === null ? known.unread : 0) + more, unreadMost),
  };
  return {
    next: withUnread(data.conversations.map((one) => (one === known ? next : one))),
    isWhole: true,
  };
};

/** The faces shown of a group, after those who came and went; null where that does not say who they are. Shown are the first four by uid. */
const facesAfter = (
  faces: readonly Face[],
  fresh: readonly Message[],
  me: string,
): readonly Face[] | null => {
  let next = faces;
  let isKnown = true;
  for (const { event, author } of fresh) {
    if (event?.kind === 'added') {
      const came = event.people.filter(
        ({ uid }) => uid !== me && next.every((one) => one.uid !== uid),
      );
      next = [...next, ...came].toSorted((a, b) => Number(a.uid) - Number(b.uid)).slice(0, 4);
    }
    const gone =
      event?.kind === 'left'
        ? [author]
        : event?.kind === 'removed'
          ? event.people.map(({ uid }) => uid)
          : [];
    const left = next.filter(({ uid }) => !gone.includes(uid));
    // Who comes in the place of one of four is not told.
    if (left.length < next.length && next.length === 4) isKnown = false;
    next = left;
  }
  return isKnown ? next : null;
};

/** Whether a change says something of the conversation that its list shows, and that it does not say in full. */
const isElsewhere = (
  item: Conversation,
  { messages, participants }: ConversationDelta,
  fresh: readonly Message[],
  me: string,
): boolean => {
  const self = participants.find(({ uid }) => uid === me);
  // What one may do there follows from what one is.
  if (self !== undefined && (self.role !== item.role || self.hasLeft !== (item.endSeq !== null)))
    return true;
  // The first words between two decide who may write on.
  if (item.kind === 'direct' && fresh.some(({ seq }) => seq <= 2)) return true;
  return messages.some((message) => {
    const { seq, author, event, deleted } = message;
    if (seq > item.lastSeq || seq <= item.readSeq || author === me || event !== null) return false;
    // Whether it was counted, and whether it alone mentioned one, is not told with it.
    return deleted !== null || (item.isMentioned && !mentions(message, me));
  });
};

/** A conversation in the list after a change. */
export const itemAfter = (
  item: Conversation,
  { from, change, delta }: FullChange,
  me: string,
): After<Conversation> => {
  if (item.change >= change) return { next: item, isWhole: true };
  if (item.change < from) return { next: item, isWhole: false };
  const { messages, state } = delta;
  const fresh = messages.filter(({ seq }) => seq > item.lastSeq);
  const read = newlyRead(fresh, me);
  const unread = fresh.filter((message) => counts(message, me) && message.seq > (read ?? 0));
  const newest = messages.reduce<Message | null>(
    (last, one) => (last === null || one.seq > last.seq ? one : last),
    null,
  );
  const people = item.kind === 'direct' ? item.people : facesAfter(item.people, fresh, me);
  const mayMention = messages.filter(
    (message) => counts(message, me) && message.seq > (read ?? item.readSeq),
  );
  return {
    next: {
      ...item,
      ...state,
      people: [...(people ?? item.people)],
      unread: Math.min((read === null ? item.unread : 0) + unread.length, unreadMost),
      isArchived: item.isArchived && fresh.length === 0,
      isMentioned:
        (read === null && item.isMentioned) || mayMention.some((message) => mentions(message, me)),
      readSeq: read ?? item.readSeq,
      ...(newest !== null && newest.seq >= (item.lastMessage?.seq ?? 0) && { lastMessage: newest }),
      ...(fresh.length > 0 && newest !== null && { activeAt: newest.sentAt }),
    },
    // What is said brings a conversation back from the archive: it stands in another list then.
    isWhole:
      people !== null &&
      !isElsewhere(item, delta, fresh, me) &&
      !(item.isArchived && fresh.length > 0),
  };
};
