import type { Conversation, Participant } from '#contract/chat/conversations.endpoints.ts';
import type { LiveEventOf } from '#contract/live.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import { listChanges, listMessages } from '#contract/chat/calls.ts';
import { call } from '../../lib/call.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { isTransient, createRetry } from '../../lib/retry.ts';
import {
  openThread,
  withDelta,
  withMessage,
  withNewer,
  withOlder,
  withParticipants,
  withRenewed,
  type MessagesPage,
  type Step,
  type ThreadState,
} from './thread-state.ts';

/** What is shown of a conversation, and what is on its way. */
export interface Thread {
  readonly store: Store<ThreadView>;
  /** Loads where nothing is there; asks for what was missed where something is. */
  open(around?: number): Promise<void>;
  older(): Promise<void>;
  newer(): Promise<void>;
  /** The messages around one, or the first of a day; answers the seq to look at. */
  jump(to: { seq: number } | { at: string }): Promise<number | null>;
  /** The newest messages. */
  toEnd(): Promise<void>;
  apply(event: LiveEventOf<'conversation_changed'>): void;
  put(message: Message): void;
  putConversation(conversation: Conversation & { participants?: readonly Participant[] }): void;
  /** Asks for everything after what is held, now; where the first page did not come, for that. */
  catchUp(): Promise<void>;
  /** Reads what is held from the beginning, where it is no longer what the person may see. */
  renew(): Promise<void>;
  /** Nobody looks at it any more: what it asks for in vain it asks for no longer. */
  letGo(): void;
}

export interface ThreadView {
  readonly thread: ThreadState | null;
  readonly error: unknown;
  readonly isOlderComing: boolean;
  readonly isNewerComing: boolean;
}

const pageSize = 60;
const empty: ThreadView = { thread: null, error: null, isOlderComing: false, isNewerComing: false };

const createThread = (conversation: string): Thread => {
  const store = createStore<ThreadView>(empty);
  const set = (more: Partial<ThreadView>) => store.set({ ...store.get(), ...more });
  /** Rises when what was answered before is no longer what the person may see. */
  let generation = 0;
  /** Asks, and once more where the answer comes from before that. */
  const askNow = async <T>(question: () => Promise<T>): Promise<T> => {
    for (;;) {
      const asked = generation;
      const answer = await question();
      if (asked === generation) return answer;
    }
  };
  const read = (where: object) =>
    askNow(() =>
      call(listMessages, {
        conversation,
        limit: pageSize,
        ...where,
      }),
    );
  const tries = createRetry();
  const renewals = createRetry();
  let opening: Promise<unknown> | null = null;
  let asking: Promise<void> | null = null;
  let askAgain: number | null = null;
  /** How often something was told: a page that was on its way meanwhile may be older than that. */
  let reported = 0;

  const take = ({ thread, askAfter }: Step): void => {
    set({ thread, error: null });
    if (askAfter !== null) void ask(askAfter);
  };

  /** Asks once for what came after a change; answers after which change more was missed meanwhile. */
  const askOnce = async (after: number): Promise<number | null> => {
    const from = Math.min(after, askAgain ?? after);
    askAgain = null;
    try {
      const { isWhole, delta } = await askNow(() =>
        call(listChanges, {
          conversation,
          after: from,
        }),
      );
      const { thread } = store.get();
      if (thread === null) return null;
      if (!isWhole) return (await reload()).missedAfter;
      // All from `from` on is in it, so it joins whatever the window held by then.
      take(withDelta(thread, Math.min(from, thread.change), delta.state.change, delta));
      return askAgain;
    } catch (error) {
      // It is still missing.
      askAgain = Math.min(askAgain ?? from, from);
      throw error;
    }
  };

  /** Asks for what came after a change until it is here; one asking at a time, and another when something else was missed meanwhile. */
  const ask = (after: number): Promise<void> => {
    if (asking !== null) {
      askAgain = Math.min(askAgain ?? after, after);
      return asking;
    }
    asking = (async () => {
      try {
        for (let next: number | null = after; next !== null;) {
          const from: number = next;
          next = await tries.run(() => askOnce(from));
        }
      } finally {
        asking = null;
      }
    })();
    asking.catch(() => undefined);
    return asking;
  };

  /** Holds another page in place of what was held; answers after which change to ask, where something was told meanwhile. */
  const reload = async (where: object = {}) => {
    const reportedBefore = reported;
    const page = await read(where);
    set({ thread: openThread(page, store.get().thread ?? undefined), error: null });
    return { page, missedAfter: reported === reportedBefore ? null : page.change };
  };

  /** The same, and asks for that. */
  const move = async (where: object = {}) => {
    const { page, missedAfter } = await reload(where);
    if (missedAfter !== null) void ask(missedAfter);
    return page;
  };

  const guarded = async (
    flag: 'isOlderComing' | 'isNewerComing',
    work: () => Promise<void>,
  ): Promise<void> => {
    if (store.get()[flag]) return;
    set({ [flag]: true });
    try {
      await work();
    } catch (error) {
      set({ error });
    } finally {
      set({ [flag]: false });
    }
  };

  /** Reads all that is held once more, page by page, and puts it in where it stands: nobody loses their place. */
  const refreshCached = async (): Promise<void> => {
    const begun = store.get().thread?.items ?? [];
    const [first, last] = [begun[0], begun.at(-1)];
    if (first === undefined || last === undefined) return;
    const pages: MessagesPage[] = [];
    for (let after = first.seq - 1; after < last.seq;) {
      const page = await read({ after });
      pages.push(page);
      after = page.items.at(-1)?.seq ?? last.seq;
    }
    const { thread } = store.get();
    if (thread !== null) set({ thread: withRenewed(thread, pages) });
  };

  const open = async (around?: number): Promise<void> => {
    const { thread } = store.get();
    // What is held is shown meanwhile, however long that takes.
    if (thread !== null) {
      void ask(thread.change);
      return;
    }
    opening ??= move(around === undefined ? {} : { around }).finally(() => (opening = null));
    try {
      await opening;
    } catch (error) {
      set({ error });
    }
  };

  return {
    store,
    open,
    older: () =>
      guarded('isOlderComing', async () => {
        const first = store.get().thread?.items[0];
        if (first === undefined || store.get().thread?.hasBefore !== true) return;
        const page = await read({ before: first.seq });
        const { thread } = store.get();
        if (thread !== null && thread.items[0]?.seq === first.seq) take(withOlder(thread, page));
      }),
    newer: () =>
      guarded('isNewerComing', async () => {
        const last = store.get().thread?.items.at(-1);
        if (last === undefined || store.get().thread?.hasAfter !== true) return;
        const page = await read({ after: last.seq });
        const { thread } = store.get();
        if (thread !== null && thread.items.at(-1)?.seq === last.seq) take(withNewer(thread, page));
      }),
    jump: async (to) => {
      const { thread } = store.get();
      if ('seq' in to && thread?.items.some(({ seq }) => seq === to.seq)) return to.seq;
      const page = await move('seq' in to ? { around: to.seq } : to);
      if ('seq' in to) return to.seq;
      return (
        page.items.find(({ sentAt }) => sentAt >= to.at)?.seq ?? page.items.at(-1)?.seq ?? null
      );
    },
    toEnd: async () => {
      if (store.get().thread?.hasAfter === true) await move();
    },
    apply: ({ from, change, delta }) => {
      reported += 1;
      const { thread } = store.get();
      if (thread !== null) take(withDelta(thread, from, change, delta));
    },
    put: (message) => {
      const { thread } = store.get();
      if (thread !== null) set({ thread: withMessage(thread, message) });
    },
    putConversation: ({ participants = [], ...state }) => {
      const { thread } = store.get();
      if (thread !== null) set({ thread: withParticipants(thread, state, participants) });
    },
    catchUp: async () => {
      reported += 1;
      const { thread, error } = store.get();
      if (thread === null) {
        if (isTransient(error)) await open();
        return;
      }
      const asked = ask(thread.change);
      tries.hurry();
      renewals.hurry();
      await asked.catch(() => undefined);
    },
    renew: async () => {
      generation += 1;
      // One that is no longer there for the person is refused; the lists say so.
      await renewals.run(refreshCached).catch(() => undefined);
    },
    letGo: () => {
      tries.end();
      renewals.end();
    },
  };
};

/** Conversations whose messages a tab keeps; the one that was looked at longest ago goes first. */
const cachedMax = 12;
const stored = new Map<string, Thread>();

/** The one thread of a conversation in this tab. */
export const threadOf = (conversation: string): Thread => {
  const thread = stored.get(conversation) ?? createThread(conversation);
  stored.delete(conversation);
  stored.set(conversation, thread);
  const oldest = stored.keys().next().value;
  if (stored.size > cachedMax && oldest !== undefined) {
    stored.get(oldest)?.letGo();
    stored.delete(oldest);
  }
  return thread;
};

/** The thread of a conversation if this tab holds it. */
export const cachedThread = (conversation: string): Thread | undefined => stored.get(conversation);
export const cachedThreads = (): Iterable<Thread> => stored.values();
/** After somebody else signs in. */
export const forgetThreads = (): void => {
  for (const thread of stored.values()) thread.letGo();
  stored.clear();
};
