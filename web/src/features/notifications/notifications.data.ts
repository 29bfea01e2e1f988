import type { InfiniteData } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoints.ts';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';

export const pageSize = 20;
export type Filter = 'all' | 'unread';
type Page = ReplyOf<'GET /api/v1/notifications'>;

/** How many are unread. It comes with the page (contract/src/notifications/first-calls.ts); live events keep it right. */
export const unreadQuery = () => ({
  ...callQuery('GET /api/v1/notifications/unread-count', {}),
  staleTime: 60_000,
});

/** Everything that was asked of the list. */
const listKey = ['GET /api/v1/notifications'] as const;
/** The first page stands under the call's own key, so that it may come with the page. */
const firstOf = (filter: Filter) => ({
  count: pageSize,
  offset: 0,
  ...(filter === 'unread' && { only: 'unread' as const }),
});
const pagesKey = (filter: Filter) => [...listKey, 'pages', filter] as const;

/** The list, page by page. */
export const pagesQuery = (filter: Filter) => ({
  queryKey: pagesKey(filter),
  queryFn: async ({ pageParam }: { pageParam: number }) => {
    const input = { ...firstOf(filter), offset: pageParam };
    if (pageParam > 0) return call('GET /api/v1/notifications', input);
    const first = callQuery('GET /api/v1/notifications', input);
    // What came with the page is taken once; later the list asks for itself.
    const given = queryClient.getQueryData(first.queryKey);
    queryClient.removeQueries({ queryKey: first.queryKey, exact: true });
    return given ?? call('GET /api/v1/notifications', input);
  },
  initialPageParam: 0,
  getNextPageParam: ({ total, items }: Page, pages: Page[]) => {
    const seen = pages.reduce((sum, page) => sum + page.items.length, 0);
    return items.length > 0 && seen < total ? seen : undefined;
  },
});

/** Where the list stands on the screen it is asked anew; elsewhere the next time it is looked at. */
export const refreshList = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: listKey });

/** How many are unread from now on. */
export const storeUnread = (counts: { unread: number; change: number }): void => {
  // An answer may come after the event of something newer.
  queryClient.setQueryData(unreadQuery().queryKey, (before) =>
    before !== undefined && before.change > counts.change ? before : counts,
  );
};

/** Puts a change into the lists that are there, before the server has answered. */
function patch(ids: readonly string[], change: (item: Notification) => Notification | null): void {
  const isMeant = new Set(ids);
  for (const filter of ['all', 'unread'] as const)
    queryClient.setQueryData<InfiniteData<Page, number>>(pagesKey(filter), (data) => {
      if (data === undefined) return data;
      const pages = data.pages.map((page) => ({
        ...page,
        items: page.items.flatMap((item) => (isMeant.has(item.id) ? (change(item) ?? []) : [item])),
      }));
      return { ...data, pages };
    });
}

/** Marks as read or unread; the row stays where it is, whatever the filter, until the list is asked anew. */
export async function markRead(ids: readonly string[], read: boolean): Promise<void> {
  patch(ids, (item) => ({ ...item, isRead: read }));
  try {
    storeUnread(await call('PATCH /api/v1/notifications', { ids: [...ids], read }));
  } catch (error) {
    patch(ids, (item) => ({ ...item, isRead: !read }));
    throw error;
  }
}

/** Marks all as read; answers those that were not. */
export async function markAllRead(): Promise<readonly string[]> {
  const { ids, ...counts } = await call('PATCH /api/v1/notifications/mark-all-as-read', {});
  storeUnread(counts);
  patch(ids, (item) => ({ ...item, isRead: true }));
  return ids;
}

/** Deletes one. */
export async function deleteOne(id: string): Promise<void> {
  patch([id], () => null);
  try {
    storeUnread(await call('DELETE /api/v1/notifications', { ids: id }));
  } catch (error) {
    await refreshList();
    throw error;
  }
}

/** Takes that back. */
export async function restoreOne(id: string): Promise<void> {
  storeUnread(await call('POST /api/v1/notifications/restore', { ids: [id] }));
  await refreshList();
}

export const whyQuery = (id: string) => ({
  ...callQuery('GET /api/v1/notifications/{id}/why', { id }),
  staleTime: 0,
});
export const preferencesQuery = () => callQuery('GET /api/v1/notifications/preferences', {});
export const capabilitiesQuery = () => ({
  ...callQuery('GET /api/v1/notifications/capabilities', {}),
  staleTime: 10 * 60_000,
});
export const settingsQuery = () => callQuery('GET /api/v1/notifications/settings', {});
export const devicesQuery = () => callQuery('GET /api/v1/notifications/devices', {});
export const defaultsQuery = () => callQuery('GET /api/v1/school/notifications', {});
