import type { Query } from '@tanstack/react-query';
import { queryClient } from './call.ts';
import { hasData, isShown } from './offline-data.ts';
import { offlinePage, signInWhenReached } from './offline-state.ts';
import { readPages, readReplies } from './offline-store.ts';
import { session } from './session-store.ts';

/*
 * Shows stored replies while there is no network, and says how old they are. It loads only then, from the files that the
 * service worker has stored.
 */

/** Shows the stored replies of a person. Newer data in memory stays. */
export async function showStoredReplies(owner: string): Promise<void> {
  for (const { key, data, updatedAt } of await readReplies(owner)) {
    if ((queryClient.getQueryState(key)?.dataUpdatedAt ?? 0) >= updatedAt) continue;
    // By default, queries that no page shows are removed after some minutes, and couldn't load again.
    const options = queryClient.defaultQueryOptions({ queryKey: key, gcTime: Infinity });
    const query = queryClient.getQueryCache().build(queryClient, options);
    query.setData(JSON.parse(data) as unknown, { updatedAt, manual: true });
    // Not current, so that each query loads again once there is a network.
    query.invalidate();
  }
}

const hasNoNetwork = (): boolean => !navigator.onLine || signInWhenReached.get() !== null;

/** Works out how old the current page is while there is no network. */
async function describePage(): Promise<void> {
  const owner = session.get().user?.uid;
  if (!hasNoNetwork() || owner === undefined) {
    offlinePage.set(null);
    return;
  }
  const shown = queryClient.getQueryCache().getAll().filter(isShown);
  // Nothing is known before the page has asked for its data.
  if (shown.some((query) => !hasData(query) && query.state.fetchStatus !== 'idle')) return;
  // A page that was loaded from the server, and whose data isn't stored, still works.
  if (shown.length === 0 && signInWhenReached.get() === null) {
    offlinePage.set(null);
    return;
  }
  const times = shown.filter(hasData).map(({ state }) => state.dataUpdatedAt);
  const { pathname, search } = window.location;
  const pages = await readPages(owner).catch(() => []);
  if (!hasNoNetwork()) return;
  offlinePage.set({
    updatedAt: times.length === 0 ? null : Math.min(...times),
    others: pages.filter(({ href }) => href !== `${pathname}${search}`).slice(0, 5),
  });
}

/** The notice already says that there is no network. So a failed refetch doesn't turn stored data into an error. */
function keepStored(query: Query): void {
  const { data, status } = query.state;
  if (data !== undefined && status === 'error' && signInWhenReached.get() !== null)
    query.setState({ status: 'success', error: null, isInvalidated: true });
}

/** Follows the query cache, and describes the page while there is no network. Call this once, when the network is lost. */
export function followOfflinePage(onPageChange: (listener: () => void) => void): void {
  let again: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(again);
    again = setTimeout(() => void describePage(), 300);
  };
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated') keepStored(query);
    if (hasNoNetwork() && (type === 'updated' || type.startsWith('observer'))) look();
  });
  signInWhenReached.subscribe(look);
  onPageChange(look);
  const lost = () => {
    const { user } = session.get();
    // Pages of earlier visits aren't in memory yet.
    if (user !== null) void showStoredReplies(user.uid).catch(() => undefined);
    look();
  };
  window.addEventListener('offline', lost);
  window.addEventListener('online', look);
  lost();
}
