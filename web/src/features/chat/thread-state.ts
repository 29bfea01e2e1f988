import type {
  ConversationDelta,
  ConversationState,
  Participant,
} from '#contract/chat/conversations.endpoints.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';

/*
 * What a tab holds of one conversation: a window of its messages without gaps, true for one number of its changes. What the hub
 * says and what pages bring is put in here and nowhere else, so that old state + event = fresh fetch (thread-state.test.ts).
 */

export interface ThreadState {
  /** All changes up to this one are in. */
  readonly change: number;
  /** Consecutive, oldest first. */
  readonly items: readonly Message[];
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
  readonly people: ReadonlyMap<string, Face>;
  readonly participants: ReadonlyMap<string, Participant>;
  readonly state: ConversationState | null;
}

/** A page of messages as the server answers it. */
export interface MessagesPage {
  readonly change: number;
  readonly items: readonly Message[];
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
  readonly people: readonly Face[];
}

/** A state, and from which change on the server is to be asked for more; null: nothing is missing. */
export interface Step {
  readonly thread: ThreadState;
  readonly askAfter: number | null;
}

/** Messages of a window at most; those far from what is looked at are let go, and come again when they are scrolled to. */
export const windowMax = 240;

const withPeople = (
  known: ReadonlyMap<string, Face>,
  more: readonly Face[],
): ReadonlyMap<string, Face> => {
  const isSame = ({ uid, firstName, lastName, photoUrl }: Face) => {
    const one = known.get(uid);
    return one?.firstName === firstName && one.lastName === lastName && one.photoUrl === photoUrl;
  };
  // The very same map where nobody looks different: what is drawn with it is not drawn again.
  if (more.every(isSame)) return known;
  const next = new Map(known);
  for (const person of more) next.set(person.uid, person);
  return next;
};

const newer = (one: Message | undefined, other: Message): Message =>
  one === undefined || other.change > one.change ? other : one;

/** Consecutive messages of both, the newer of two of one seq. */
const merged = (one: readonly Message[], other: readonly Message[]): Message[] => {
  const bySeq = new Map(one.map((message) => [message.seq, message]));
  for (const message of other) bySeq.set(message.seq, newer(bySeq.get(message.seq), message));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
};

/** A window that begins with this page. Participants and state come with `withParticipants` and with deltas. */
export const openThread = (page: MessagesPage, before?: ThreadState): ThreadState => ({
  change: page.change,
  items: page.items,
  hasBefore: page.hasBefore,
  hasAfter: page.hasAfter,
  people: withPeople(before?.people ?? new Map(), page.people),
  participants: before?.participants ?? new Map(),
  state: before?.state ?? null,
});

/** People and state as `GET …/conversations/{id}` answers them. */
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
 * Adds a page that adjoins the window. A page that was true for an earlier change than the window may hold messages that have
 * changed since, of which the window was told while it did not have them: what came after the page is asked for again.
 */
const withPage = (thread: ThreadState, page: MessagesPage, ends: Partial<ThreadState>): Step => ({
  thread: {
    ...thread,
    ...ends,
    items: merged(thread.items, page.items),
    people: withPeople(thread.people, page.people),
  },
  askAfter: page.change < thread.change ? page.change : null,
});

/** Puts messages that were read anew where they stand; one that has changed since they were read stays as it is. */
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

/** Adds the page before the window, and lets go of the newest where it grows too long. */
export const withOlder = (thread: ThreadState, page: MessagesPage): Step => {
  const step = withPage(thread, page, { hasBefore: page.hasBefore });
  if (step.thread.items.length <= windowMax) return step;
  return {
    ...step,
    thread: { ...step.thread, items: step.thread.items.slice(0, windowMax), hasAfter: true },
  };
};

/** Adds the page after the window, and lets go of the oldest where it grows too long. */
export const withNewer = (thread: ThreadState, page: MessagesPage): Step => {
  const step = withPage(thread, page, { hasAfter: page.hasAfter });
  if (step.thread.items.length <= windowMax) return step;
  return {
    ...step,
    thread: { ...step.thread, items: step.thread.items.slice(-windowMax), hasBefore: true },
  };
};

/** Puts in what changed from `from` to `change`. Who holds less than `from` asks for what is missing first. */
export const withDelta = (
  thread: ThreadState,
  from: number,
  change: number,
  delta: ConversationDelta | undefined,
): Step => {
  if (change <= thread.change) return { thread: repeated(thread, delta), askAfter: null };
  if (from > thread.change || delta === undefined) return { thread, askAfter: thread.change };
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
    // What lies behind a window that does not reach the end comes with its page.
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
    askAfter: null,
  };
};

/** A delta that is known already may still hold newer words of messages that a late page brought. */
const repeated = (thread: ThreadState, delta: ConversationDelta | undefined): ThreadState => {
  if (delta === undefined) return thread;
  const bySeq = new Map(thread.items.map((message) => [message.seq, message]));
  const stale = delta.messages.filter(
    (message) => (bySeq.get(message.seq)?.change ?? Number.POSITIVE_INFINITY) < message.change,
  );
  return stale.length === 0 ? thread : { ...thread, items: merged(thread.items, stale) };
};

/** Puts in an answer to a call of one's own before the hub says the same. */
export const withMessage = (thread: ThreadState, message: Message): ThreadState => {
  const last = thread.items.at(-1)?.seq ?? 0;
  const isNext = message.seq === last + 1 && !thread.hasAfter;
  const isInside = thread.items.some(({ seq }) => seq === message.seq);
  // `change` stays: what others did meanwhile has not been heard, and the hub's own word will find it known.
  return isNext || isInside ? { ...thread, items: merged(thread.items, [message]) } : thread;
};
