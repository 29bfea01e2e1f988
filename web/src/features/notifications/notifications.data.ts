import type { InfiniteData } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/call.ts';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { notificationFilters } from '#contract/notifications/filters.ts';
import {
  countUnread,
  deleteNotifications,
  explainNotification,
  listDevices,
  listNotifications,
  markAllNotifications,
  markNotifications,
  readCapabilities,
  readDeliverySettings,
  readPreferences,
  readSchoolNotifications,
  restoreNotifications,
} from '#contract/notifications/calls.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { nextOffset } from '../../lib/next-offset.ts';

export const pageSize = 20;
export const filters = ['all', ...notificationFilters] as const;
export type Filter = (typeof filters)[number];
type Page = ReplyOf<typeof listNotifications>;

/** The unread count. It loads with the page (contract/src/notifications/first-calls.ts), and live events update it. */
export const unreadQuery = () => ({
  ...callQuery(countUnread, {}),
  staleTime: 60_000,
});

/** The key of all list queries. */
const listKey = [listNotifications] as const;
/** The first page uses the call's own key, so that it can load with the page. */
const firstOf = (filter: Filter) => ({
  count: pageSize,
  offset: 0,
  ...(filter !== 'all' && { only: filter }),
});
const pagesKey = (filter: Filter) => [...listKey, 'pages', filter] as const;

/** The list, page by page. */
export const pagesQuery = (filter: Filter) => ({
  queryKey: pagesKey(filter),
  queryFn: async ({ pageParam }: { pageParam: number }) => {
    const input = { ...firstOf(filter), offset: pageParam };
    if (pageParam > 0) return call(listNotifications, input);
    const first = callQuery(listNotifications, input);
    // Data that loaded with the page is used once. Afterwards, the list loads itself.
    const given = queryClient.getQueryData(first.queryKey);
    queryClient.removeQueries({ queryKey: first.queryKey, exact: true });
    return given ?? call(listNotifications, input);
  },
  initialPageParam: 0,
  getNextPageParam: nextOffset,
});

/** Refetches visible lists now, and others when they are opened. */
export const refreshList = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: listKey });

/** Stores the unread count. */
export const storeUnread = (counts: { unread: number; change: number }): void => {
  // The reply may arrive after an event about something newer.
  queryClient.setQueryData(unreadQuery().queryKey, (before) =>
    before !== undefined && before.change > counts.change ? before : counts,
  );
};

/** Applies a change to the cached lists before the server replies. */
function patch(ids: readonly string[], change: (item: Notification) => Notification | null): void {
  const chosenIds = new Set(ids);
  for (const filter of filters)
    queryClient.setQueryData<InfiniteData<Page, number>>(pagesKey(filter), (data) => {
      if (data === undefined) return data;
      const pages = data.pages.map((page) => ({
        ...page,
        items: page.items.flatMap((item) =>
          chosenIds.has(item.id) ? (change(item) ?? []) : [item],
        ),
      }));
      return { ...data, pages };
    });
}

/** Marks as read or unread. The row stays in the list, even if it no longer matches the filter, until the list refetches. */
export async function markRead(ids: readonly string[], read: boolean): Promise<void> {
  patch(ids, (item) => ({ ...item, isRead: read }));
  try {
    storeUnread(await call(markNotifications, { ids: [...ids], read }));
  } catch (error) {
    patch(ids, (item) => ({ ...item, isRead: !read }));
    throw error;
  }
}

/** Marks all as read, and returns those that were unread. */
export async function markAllRead(): Promise<readonly string[]> {
  const { ids, ...counts } = await call(markAllNotifications, {});
  storeUnread(counts);
  patch(ids, (item) => ({ ...item, isRead: true }));
  return ids;
}

/** Deletes a notification. */
export async function deleteOne(id: string): Promise<void> {
  patch([id], () => null);
  try {
    storeUnread(await call(deleteNotifications, { ids: id }));
  } catch (error) {
    await refreshList();
    throw error;
  }
}

/** Undoes deleting it. */
export async function restoreOne(id: string): Promise<void> {
  storeUnread(await call(restoreNotifications, { ids: [id] }));
  await refreshList();
}

export const whyQuery = (id: string) => ({
  ...callQuery(explainNotification, { id }),
  staleTime: 0,
});
export const preferencesQuery = () => callQuery(readPreferences, {});
export const capabilitiesQuery = () => ({
  ...callQuery(readCapabilities, {}),
  staleTime: 10 * 60_000,
});
export const settingsQuery = () => callQuery(readDeliverySettings, {});
export const devicesQuery = () => callQuery(listDevices, {});
export const defaultsQuery = () => callQuery(readSchoolNotifications, {});
