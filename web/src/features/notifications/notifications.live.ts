import { queryClient } from '../../lib/call.ts';
import { onLive, onResync } from '../../lib/live.ts';
import { storeUnread, markRead, refreshList, unreadQuery } from './notifications.data.ts';

/** Marks a notification as read if the user opened its push message (web/worker/pushes.ts). */
function readOpened(): void {
  const [, id] = /^#notification=(\d+)$/.exec(window.location.hash) ?? [];
  if (id === undefined) return;
  window.history.replaceState(
    window.history.state,
    '',
    window.location.pathname + window.location.search,
  );
  // If the call fails, it stays unread.
  void markRead([id], true).catch(() => undefined);
}

/** Updates the badge live, and refetches open lists. */
export function subscribe(): () => void {
  readOpened();
  // Another push message may link to the open page.
  window.addEventListener('hashchange', readOpened);
  const stops = [
    () => window.removeEventListener('hashchange', readOpened),
    onLive('notifications_changed', (counts) => {
      const known = queryClient.getQueryData(unreadQuery().queryKey);
      storeUnread({ unread: counts.unread, change: counts.change });
      // Changes by this tab are already in its list.
      if (known === undefined || known.change < counts.change) void refreshList();
    }),
    onResync(() => {
      void queryClient.invalidateQueries({ queryKey: unreadQuery().queryKey });
      void refreshList();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
