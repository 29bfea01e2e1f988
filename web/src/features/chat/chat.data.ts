import { useInfiniteQuery, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import type {
  Conversation,
  ConversationFilter,
  ConversationFolder,
} from '#contract/chat/conversations.endpoints.ts';
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

const listKey = (folder: ConversationFolder, search: string, only: ConversationFilter | null) =>
  [listConversations, 'pages', folder, search, only] as const;

/** Loads the user's conversations in a folder, page by page. */
export const useConversations = (
  folder: ConversationFolder,
  search: string,
  only: ConversationFilter | null = null,
) =>
  useInfiniteQuery({
    queryKey: listKey(folder, search, only),
    queryFn: ({ pageParam, signal }) =>
      call(
        listConversations,
        {
          folder,
          ...(search !== '' && { search }),
          ...(only !== null && { only }),
          ...(pageParam !== undefined && { after: pageParam }),
        },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: ListPage) => next ?? undefined,
    placeholderData: (before) => (search === '' ? undefined : before),
  });

/** Queries one conversation with its people. */
export const conversationQuery = (conversation: string) => ({
  ...callQuery(readConversation, { conversation }),
  queryFn: async () => {
    const answer = await call(readConversation, { conversation });
    threadOf(conversation).putConversation(answer);
    return answer;
  },
});

export const unreadQuery = callQuery(readUnread, {});

/** Refetches a conversation and every list that shows it. */
export const refreshConversation = (conversation: string): void => {
  void queryClient.invalidateQueries({ queryKey: [readConversation, { conversation }] });
  void refreshLists();
};

/** Refetches every list that may show a conversation. */
export const refreshLists = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [listConversations] }),
    queryClient.invalidateQueries({ queryKey: [readUnread] }),
  ]);

/**
 * Changes cached data without making it fresher: the entry keeps its age, and a pending refetch still happens,
 * because the rest of the data is as old as before. A patch that changes nothing must return the same object.
 */
const patchCached = <T>(queryKey: QueryKey, patch: (data: T) => T): void => {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    if (data === undefined) continue;
    // The cached data has the type of this key's reply.
    const next = patch(data as T);
    if (next === data) continue;
    query.setData(next, { updatedAt: dataUpdatedAt, manual: true });
    if (isInvalidated) query.invalidate();
  }
};

/** Changes a conversation in every cached query, and returns whether a list contains it. */
export const patchConversation = (
  id: string,
  patch: (item: Conversation) => Conversation,
): boolean => {
  let isListed = false;
  patchCached<ListPages>([listConversations, 'pages'], (data) => {
    let isChanged = false;
    const pages = data.pages.map((page) => ({
      ...page,
      items: page.items.map((item) => {
        if (item.id !== id) return item;
        isListed = true;
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
  return isListed;
};

/** Changes the numbers of the badge. */
export const patchUnread = (patch: (data: Unread) => Unread): void =>
  patchCached(unreadQuery.queryKey, patch);

/** Sorts pinned conversations first, then by last activity, like the server. */
export const inOrder = (items: readonly Conversation[]): Conversation[] =>
  items.toSorted(
    (a, b) =>
      Number(b.isPinned) - Number(a.isPinned) ||
      b.activeAt.localeCompare(a.activeAt) ||
      Number(b.id) - Number(a.id),
  );

const badgeOf = (id: string) =>
  queryClient.getQueryData(unreadQuery.queryKey)?.conversations.find((one) => one.id === id);

/** Marks a conversation as read, or as unread from a message on. The change shows immediately. */
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
  // The reply may not include messages that arrived during the call.
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

/** Applies known numbers of one conversation to the badge. */
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

/** Updates the user's own settings of a conversation, and shows the result. */
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

/** Stores the reply about a conversation, and refetches what else it changes. */
export const storeConversation = (next: Conversation): void => {
  patchConversation(next.id, () => next);
  void queryClient.invalidateQueries({ queryKey: [readConversation, { conversation: next.id }] });
  void refreshLists();
};
