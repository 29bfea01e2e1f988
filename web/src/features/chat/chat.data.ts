import { useInfiniteQuery, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import type { Conversation, ConversationFolder } from '#contract/chat/conversations.endpoints.ts';
import type { ReplyOf } from '#contract/call.ts';
import {
  listConversations,
  markRead as markReadCall,
  readConversation,
  readUnread,
  setConversation,
} from '#contract/chat/calls.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { withUnread, type Unread } from './live-change.ts';
import { threadOf } from './thread-store.ts';

type ListPage = ReplyOf<typeof listConversations>;
type ListPages = InfiniteData<ListPage, string | undefined>;

const listKey = (folder: ConversationFolder, search: string) =>
  [listConversations, 'pages', folder, search] as const;

/** A folder of one's conversations, page after page. */
export const useConversations = (folder: ConversationFolder, search: string) =>
  useInfiniteQuery({
    queryKey: listKey(folder, search),
    queryFn: ({ pageParam, signal }) =>
      call(
        listConversations,
        {
          folder,
          ...(search !== '' && { search }),
          ...(pageParam !== undefined && { after: pageParam }),
        },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: ListPage) => next ?? undefined,
    placeholderData: (before) => (search === '' ? undefined : before),
  });

/** One conversation with its people. */
export const conversationQuery = (conversation: string) => ({
  ...callQuery(readConversation, { conversation }),
  queryFn: async () => {
    const answer = await call(readConversation, { conversation });
    threadOf(conversation).putConversation(answer);
    return answer;
  },
});

export const unreadQuery = callQuery(readUnread, {});

/** A conversation and every list that shows it, asked anew. */
export const refreshConversation = (conversation: string): void => {
  void queryClient.invalidateQueries({ queryKey: [readConversation, { conversation }] });
  void refreshLists();
};

/** Every list that may show a conversation, asked anew. */
export const refreshLists = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [listConversations] }),
    queryClient.invalidateQueries({ queryKey: [readUnread] }),
  ]);

/**
 * Changes what is cached. It gets no younger by that, and what was to be asked anew still is: the rest of it is as old as it was.
 * A patch that changes nothing answers the very same.
 */
const patchCached = <T>(queryKey: QueryKey, patch: (data: T) => T): void => {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    if (data === undefined) continue;
    // What the call of this key answers.
    const next = patch(data as T);
    if (next === data) continue;
    query.setData(next, { updatedAt: dataUpdatedAt, manual: true });
    if (isInvalidated) query.invalidate();
  }
};

/** Changes a conversation wherever it is shown; answers whether a list shows it. */
export const patchConversation = (
  id: string,
  patch: (item: Conversation) => Conversation,
): boolean => {
  let isThere = false;
  patchCached<ListPages>([listConversations, 'pages'], (data) => {
    let isChanged = false;
    const pages = data.pages.map((page) => ({
      ...page,
      items: page.items.map((item) => {
        if (item.id !== id) return item;
        isThere = true;
        const next = patch(item);
        isChanged ||= next !== item;
        return next;
      }),
    }));
    return isChanged ? { ...data, pages } : data;
  });
  patchCached<ReplyOf<typeof readConversation>>(
    [readConversation, { conversation: id }],
    (data) => {
      const next = patch(data);
      return next === data ? data : { ...data, ...next };
    },
  );
  return isThere;
};

/** Changes the badge's numbers. */
export const patchUnread = (patch: (data: Unread) => Unread): void =>
  patchCached(unreadQuery.queryKey, patch);

/** Pinned first, then by the newest thing that happened: as the server orders them. */
export const inOrder = (items: readonly Conversation[]): Conversation[] =>
  items.toSorted(
    (a, b) =>
      Number(b.isPinned) - Number(a.isPinned) ||
      b.activeAt.localeCompare(a.activeAt) ||
      Number(b.id) - Number(a.id),
  );

const badgeOf = (id: string) =>
  queryClient.getQueryData(unreadQuery.queryKey)?.conversations.find((one) => one.id === id);

/** Marks a conversation as read, or as unread from a message on; shown at once. */
export const markRead = async (id: string, seq: number, isBack = false): Promise<void> => {
  patchConversation(id, (item) => ({
    ...item,
    readSeq: seq,
    ...(!isBack && seq >= item.lastSeq && { unread: 0, isMentioned: false }),
  }));
  const before = badgeOf(id)?.lastSeq;
  const { readSeq, unread } = await call(markReadCall, {
    conversation: id,
    seq,
    isBack,
  });
  // The answer may not count what came meanwhile.
  if (badgeOf(id)?.lastSeq !== before) {
    void refreshLists();
    return;
  }
  patchConversation(id, (item) =>
    item.readSeq > readSeq && !isBack
      ? item
      : { ...item, readSeq, unread, ...(unread === 0 && { isMentioned: false }) },
  );
  setUnread(id, readSeq, unread);
};

/** Puts what is known of one conversation into the badge's numbers. */
const setUnread = (id: string, readSeq: number, unread: number): void =>
  patchUnread(({ conversations }) =>
    withUnread(conversations.map((one) => (one.id === id ? { ...one, readSeq, unread } : one))),
  );

type Own = {
  draft?: string;
  muteMinutes?: number;
  isPinned?: boolean;
  isArchived?: boolean;
  request?: 'accept' | 'decline';
};

/** Keeps something about a conversation for oneself, and shows what stands then. */
export const setOwn = async (id: string, own: Own): Promise<Conversation> => {
  const next = await call(setConversation, {
    conversation: id,
    ...own,
  });
  patchConversation(id, () => next);
  if (
    own.isArchived !== undefined ||
    own.request !== undefined ||
    own.isPinned !== undefined ||
    own.muteMinutes !== undefined
  )
    void refreshLists();
  return next;
};

/** Puts an answer about a conversation in and asks for what else it changes. */
export const storeConversation = (next: Conversation): void => {
  patchConversation(next.id, () => next);
  void queryClient.invalidateQueries({ queryKey: [readConversation, { conversation: next.id }] });
  void refreshLists();
};
