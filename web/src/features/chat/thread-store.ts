import type { Conversation, Participant } from '#contract/chat/conversations.endpoints.ts';
import type { LiveEventOf } from '#contract/live.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import { listChanges, listMessages } from '#contract/chat/calls.ts';
import { CallError } from '../../lib/call-error.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
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

/** The visible part of a conversation, and its running calls. */
export interface Thread {
  readonly store: Store<ThreadView>;
  /** Loads the first page, or fetches the missed changes if there is one. */
  open(around?: number): Promise<void>;
  older(): Promise<void>;
  newer(): Promise<void>;
  /** Loads the messages around a message or from a day on. Returns the seq to scroll to. */
  jump(to: { seq: number } | { at: string }): Promise<number | null>;
  /** Loads the newest messages. */
  toEnd(): Promise<void>;
  apply(event: LiveEventOf<'conversation_changed'>): void;
  put(message: Message): void;
  putConversation(conversation: Conversation & { participants?: readonly Participant[] }): void;
  /** Fetches all changes after the current state, or the first page if it is missing. */
  catchUp(): Promise<void>;
  /** Reloads the messages, because the user's permissions changed. */
  renew(): Promise<void>;
  /** Stops retrying, because nothing shows the conversation anymore. */
  stopRetries(): void;
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
  /** Incremented when earlier replies no longer match the user's permissions. */
  let generation = 0;
  /** Makes a call, and repeats it if permissions changed during the call. */
  const callAgainIfStale = async <T>(makeCall: () => Promise<T>): Promise<T> => {
    for (;;) {
      const before = generation;
      const answer = await makeCall();
      if (before === generation) return answer;
    }
  };
  const read = (where: object) =>
    callAgainIfStale(() =>
      call(listMessages, {
        conversation,
        limit: pageSize,
        ...where,
      }),
    );
  /** The newest messages in the query cache, whose data is stored on the device (lib/offline-data.ts). */
  const { queryKey: newestKey } = callQuery(listMessages, { conversation, limit: pageSize });
  const storeNewest = ({ change, items, hasBefore, hasAfter, people }: ThreadState): void => {
    if (hasAfter) return;
    queryClient.setQueryData(newestKey, {
      change,
      items: items.slice(-pageSize),
      hasBefore: hasBefore || items.length > pageSize,
      hasAfter,
      people: [...people.values()],
    });
  };
  /** Removes them if the server no longer shows them. lib/offline-data.ts then deletes the stored ones. */
  const dropNewest = (error: unknown): void => {
    if (!(error instanceof CallError) || isTransient(error)) return;
    const options = queryClient.defaultQueryOptions({ queryKey: newestKey });
    const query = queryClient.getQueryCache().build(queryClient, options);
    query.setState({ status: 'error', error, data: undefined });
  };
  /** Whether the window shows messages from the device, in which addresses of files don't open. */
  let isFromDevice = false;
  const tries = createRetry();
  const renewals = createRetry();
  let opening: Promise<unknown> | null = null;
  let fetching: Promise<void> | null = null;
  let fetchAgainAfter: number | null = null;
  /** Number of events so far. A page that was loading during an event may be older than it. */
  let reported = 0;

  const applyStep = ({ thread, fetchAfter }: Step): void => {
    set({ thread, error: null });
    storeNewest(thread);
    if (fetchAfter !== null) void fetchChanges(fetchAfter);
  };

  /** Fetches the changes after a number once. Returns the number after which more changes are missing. */
  const fetchChangesOnce = async (after: number): Promise<number | null> => {
    const from = Math.min(after, fetchAgainAfter ?? after);
    fetchAgainAfter = null;
    try {
      const { isWhole, delta } = await callAgainIfStale(() =>
        call(listChanges, {
          conversation,
          after: from,
        }),
      );
      const { thread } = store.get();
      if (thread === null) return null;
      if (!isWhole) return (await reload()).missedAfter;
      // The delta contains all changes after `from`, so it fits any later state of the window.
      applyStep(withDelta(thread, Math.min(from, thread.change), delta.state.change, delta));
      if (isFromDevice) {
        isFromDevice = false;
        void renewals.run(refreshCached).catch(() => undefined);
      }
      return fetchAgainAfter;
    } catch (error) {
      dropNewest(error);
      // The changes are still missing.
      fetchAgainAfter = Math.min(fetchAgainAfter ?? from, from);
      throw error;
    }
  };

  /**
   * Fetches the changes after a number until it succeeds. Only one fetch runs at a time; another follows if more
   * changes are missing.
   */
  const fetchChanges = (after: number): Promise<void> => {
    if (fetching !== null) {
      fetchAgainAfter = Math.min(fetchAgainAfter ?? after, after);
      return fetching;
    }
    fetching = (async () => {
      try {
        for (let next: number | null = after; next !== null;) {
          const from: number = next;
          next = await tries.run(() => fetchChangesOnce(from));
        }
      } finally {
        fetching = null;
      }
    })();
    fetching.catch(() => undefined);
    return fetching;
  };

  /**
   * Replaces the window with another page. Returns the change number to fetch from, if events arrived during the
   * call.
   */
  const reload = async (where: object = {}) => {
    const reportedBefore = reported;
    try {
      const page = await read(where);
      const thread = openThread(page, store.get().thread ?? undefined);
      set({ thread, error: null });
      isFromDevice = false;
      storeNewest(thread);
      return { page, missedAfter: reported === reportedBefore ? null : page.change };
    } catch (error) {
      // Without network, show the stored messages and fetch what changed since.
      const page = queryClient.getQueryData(newestKey);
      const isNewest = Object.keys(where).length === 0;
      if (isNewest) dropNewest(error);
      if (!isNewest || page === undefined || !isTransient(error)) throw error;
      set({ thread: openThread(page, store.get().thread ?? undefined), error: null });
      isFromDevice = true;
      return { page, missedAfter: page.change };
    }
  };

  /** Like `reload`, and fetches the missed changes. */
  const move = async (where: object = {}) => {
    const { page, missedAfter } = await reload(where);
    if (missedAfter !== null) void fetchChanges(missedAfter);
    return page;
  };

  const runOnce = async (
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

  /** Reloads all messages of the window page by page and replaces them in place, so the scroll position stays. */
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
    // Show the current messages while the fetch runs.
    if (thread !== null) {
      void fetchChanges(thread.change);
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
      runOnce('isOlderComing', async () => {
        const first = store.get().thread?.items[0];
        if (first === undefined || store.get().thread?.hasBefore !== true) return;
        const page = await read({ before: first.seq });
        const { thread } = store.get();
        if (thread !== null && thread.items[0]?.seq === first.seq)
          applyStep(withOlder(thread, page));
      }),
    newer: () =>
      runOnce('isNewerComing', async () => {
        const last = store.get().thread?.items.at(-1);
        if (last === undefined || store.get().thread?.hasAfter !== true) return;
        const page = await read({ after: last.seq });
        const { thread } = store.get();
        if (thread !== null && thread.items.at(-1)?.seq === last.seq)
          applyStep(withNewer(thread, page));
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
      if (thread !== null) applyStep(withDelta(thread, from, change, delta));
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
      const fetched = fetchChanges(thread.change);
      tries.hurry();
      renewals.hurry();
      await fetched.catch(() => undefined);
    },
    renew: async () => {
      generation += 1;
      // The server rejects a conversation that the user lost access to. The lists show that.
      await renewals.run(refreshCached).catch(() => undefined);
    },
    stopRetries: () => {
      tries.end();
      renewals.end();
    },
  };
};

/** Maximum number of conversations whose messages a tab keeps. The least recently viewed is dropped first. */
const cachedMax = 12;
const stored = new Map<string, Thread>();

/** Returns this tab's single thread of a conversation. */
export const threadOf = (conversation: string): Thread => {
  const thread = stored.get(conversation) ?? createThread(conversation);
  stored.delete(conversation);
  stored.set(conversation, thread);
  const oldest = stored.keys().next().value;
  if (stored.size > cachedMax && oldest !== undefined) {
    stored.get(oldest)?.stopRetries();
    stored.delete(oldest);
  }
  return thread;
};

/** Returns the thread of a conversation if this tab has one. */
export const cachedThread = (conversation: string): Thread | undefined => stored.get(conversation);
export const cachedThreads = (): Iterable<Thread> => stored.values();
/** Call this when another user signs in. */
export const forgetThreads = (): void => {
  for (const thread of stored.values()) thread.stopRetries();
  stored.clear();
};
