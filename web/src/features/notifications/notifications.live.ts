import { queryClient } from '../../lib/call.ts';
import { onLive, onResync } from '../../lib/live.ts';
import { storeUnread, markRead, refreshList, unreadQuery } from './notifications.data.ts';

/** Reads the notification that a push has led here for (push-worker.js). */
function readOpened(): void {
  const [, id] = /^#notification=(\d+)$/.exec(window.location.hash) ?? [];
  if (id === undefined) return;
  window.history.replaceState(
    window.history.state,
    '',
    window.location.pathname + window.location.search,
  );
  // It stays unread then, and nothing is lost.
  void markRead([id], true).catch(() => undefined);
}

/** What happens meanwhile shows at once: the badge counts, and a list that is open is read anew. */
export function subscribe(): () => void {
  readOpened();
  // Another push may lead to the page that is open.
  window.addEventListener('hashchange', readOpened);
  const stops = [
    () => window.removeEventListener('hashchange', readOpened),
    onLive('notifications_changed', (counts) => {
      const known = queryClient.getQueryData(unreadQuery().queryKey);
      storeUnread({ unread: counts.unread, change: counts.change });
      // What this tab has done itself stands in its list already.
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
