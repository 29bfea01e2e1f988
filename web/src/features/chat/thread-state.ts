import type {
  ConversationDelta,
  ConversationState,
  Participant,
} from '#contract/chat/conversations.endpoints.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';

/* A tab's state of one conversation: a window of consecutive messages, valid for one change number. Only the
   functions below apply events and pages to it, so that old state plus events equals a fresh fetch (see
   thread-state.test.ts). */

export interface ThreadState {
  /** All changes up to this number are applied. */
  readonly change: number;
  /** Consecutive, oldest first. */
  readonly items: readonly Message[];
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
  readonly people: ReadonlyMap<string, Face>;
  readonly participants: ReadonlyMap<string, Participant>;
  readonly state: ConversationState | null;
}

/** The server's reply with a page of messages. */
export interface MessagesPage {
  readonly change: number;
  readonly items: readonly Message[];
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
  readonly people: readonly Face[];
}

/** A state, and the change number after which to fetch more; null if nothing is missing. */
export interface Step {
  readonly thread: ThreadState;
  readonly fetchAfter: number | null;
}

/**
 * Maximum number of messages in the window. Messages far from the visible ones are dropped, and loaded again when the
 * user scrolls to them.
 */
export const windowMax = 240;

const withPeople = (
  known: ReadonlyMap<string, Face>,
  more: readonly Face[],
): ReadonlyMap<string, Face> => {
  const isSame = ({ uid, firstName, lastName, photoUrl }: Face) => {
    const one = known.get(uid);
    return one?.firstName === firstName && one.lastName === lastName && one.photoUrl === photoUrl;
  };
  // Return the same map if no one changed, so that nothing re-renders.
  if (more.every(isSame)) return known;
  const next = new Map(known);
  for (const person of more) next.set(person.uid, person);
  return next;
};

const newer = (one: Message | undefined, other: Message): Message =>
  one === undefined || other.change > one.change ? other : one;

/** Merges two lists of consecutive messages, and keeps the newer version of duplicates. */
const merged = (one: readonly Message[], other: readonly Message[]): Message[] => {
  const bySeq = new Map(one.map((message) => [message.seq, message]));
  for (const message of other) bySeq.set(message.seq, newer(bySeq.get(message.seq), message));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
};

/** Creates a window that starts with this page. `withParticipants` and deltas add people and state. */
export const openThread = (page: MessagesPage, before?: ThreadState): ThreadState => ({
  change: page.change,
  items: page.items,
  hasBefore: page.hasBefore,
  hasAfter: page.hasAfter,
  people: withPeople(before?.people ?? new Map(), page.people),
  participants: before?.participants ?? new Map(),
  state: before?.state ?? null,
});

/** Adds people and state from the reply of `GET …/conversations/{id}`. */
export const withParticipants = (
  thread: ThreadState,
  state: ConversationState,
  participants: readonly Participant[],
): ThreadState => {
  const known = new Map(thread.participants);
  for (const one of participants)
    if ((known.get(one.uid)?.change ?? -1) <= one.change) known.set(one.uid, one);
  return {
    ...thread,
    people: withPeople(thread.people, participants),
    participants: known,
    state: thread.state !== null && thread.state.change > state.change ? thread.state : state,
  };
};

/**
 * Adds a page next to the window. If the page is valid for an earlier change than the window, its messages may have
 * changed since: the window skipped those changes because it didn't contain the messages. So everything after the
 * page's change is fetched again.
 */
const withPage = (thread: ThreadState, page: MessagesPage, ends: Partial<ThreadState>): Step => ({
  thread: {
    ...thread,
    ...ends,
    items: merged(thread.items, page.items),
    people: withPeople(thread.people, page.people),
  },
  fetchAfter: page.change < thread.change ? page.change : null,
});

/** Replaces messages with refetched versions. A message that changed since then stays as it is. */
export const withRenewed = (thread: ThreadState, pages: readonly MessagesPage[]): ThreadState => {
  const fresh = new Map(
    pages.flatMap(({ items }) => items.map((message) => [message.seq, message] as const)),
  );
  return {
    ...thread,
    items: thread.items.map((one) => newer(fresh.get(one.seq), one)),
    people: pages.reduce((people, page) => withPeople(people, page.people), thread.people),
  };
};

/** Adds the page before the window, and drops the newest messages if it grows too long. */
export const withOlder = (thread: ThreadState, page: MessagesPage): Step => {
  const step = withPage(thread, page, { hasBefore: page.hasBefore });
  if (step.thread.items.length <= windowMax) return step;
  return {
    ...step,
    thread: { ...step.thread, items: step.thread.items.slice(0, windowMax), hasAfter: true },
  };
};

/** Adds the page after the window, and drops the oldest messages if it grows too long. */
export const withNewer = (thread: ThreadState, page: MessagesPage): Step => {
  const step = withPage(thread, page, { hasAfter: page.hasAfter });
  if (step.thread.items.length <= windowMax) return step;
  return {
    ...step,
    thread: { ...step.thread, items: step.thread.items.slice(-windowMax), hasBefore: true },
  };
};

/** Applies the changes from `from` to `change`. A state older than `from` has to fetch the missing changes first. */
export const withDelta = (
  thread: ThreadState,
  from: number,
  change: number,
  delta: ConversationDelta | undefined,
): Step => {
  if (change <= thread.change) return { thread: repeated(thread, delta), fetchAfter: null };
  if (from > thread.change || delta === undefined) return { thread, fetchAfter: thread.change };
  const last = thread.items.at(-1)?.seq ?? null;
  const first = thread.items[0]?.seq ?? null;
  const fresh = delta.messages.toSorted((a, b) => a.seq - b.seq);
  const inside = fresh.filter(
    ({ seq }) => first !== null && last !== null && seq >= first && seq <= last,
  );
  let items = inside.length === 0 ? thread.items : merged(thread.items, inside);
  let { hasAfter } = thread;
  for (const message of fresh) {
    const end = items.at(-1)?.seq ?? null;
    // Messages after a window that doesn't reach the end come with their page.
    if (hasAfter || (end !== null && message.seq <= end)) continue;
    if (end === null ? thread.hasBefore : message.seq !== end + 1) hasAfter = true;
    else items = [...items, message];
  }
  const participants =
    delta.participants.length === 0 ? thread.participants : new Map(thread.participants);
  for (const one of delta.participants)
    if ((participants.get(one.uid)?.change ?? -1) < one.change)
      (participants as Map<string, Participant>).set(one.uid, one);
  return {
    thread: {
      ...thread,
      change,
      items: items.length > windowMax + 100 ? items.slice(-windowMax) : items,
      hasBefore: thread.hasBefore || items.length > windowMax + 100,
      hasAfter,
      people: withPeople(withPeople(thread.people, delta.people), delta.participants),
      participants,
      state:
        thread.state !== null && thread.state.change > delta.state.change
          ? thread.state
          : delta.state,
    },
    fetchAfter: null,
  };
};

/** A delta that was already applied may contain newer versions of messages that a late page added. */
const repeated = (thread: ThreadState, delta: ConversationDelta | undefined): ThreadState => {
  if (delta === undefined) return thread;
  const bySeq = new Map(thread.items.map((message) => [message.seq, message]));
  const stale = delta.messages.filter(
    (message) => (bySeq.get(message.seq)?.change ?? Number.POSITIVE_INFINITY) < message.change,
  );
  return stale.length === 0 ? thread : { ...thread, items: merged(thread.items, stale) };
};

/** Applies the reply of the user's own call before the event arrives. */
export const withMessage = (thread: ThreadState, message: Message): ThreadState => {
  const last = thread.items.at(-1)?.seq ?? 0;
  const isNext = message.seq === last + 1 && !thread.hasAfter;
  const isInside = thread.items.some(({ seq }) => seq === message.seq);
  // `change` stays the same: other people's changes may be missing, and the event for this change will be ignored as
  // known.
  return isNext || isInside ? { ...thread, items: merged(thread.items, [message]) } : thread;
};
