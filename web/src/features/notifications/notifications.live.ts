import { queryClient } from '../../lib/call.ts';
import { onLive, onResync } from '../../lib/live.ts';
import { keepUnread, refreshList, unreadQuery } from './notifications.data.ts';

/** What happens meanwhile shows at once: the badge counts, and a list that is open is read anew. */
export function hearNotifications(): () => void {
  const stops = [
    onLive('notifications_changed', (counts) => {
      const known = queryClient.getQueryData(unreadQuery().queryKey);
      keepUnread({ unread: counts.unread, change: counts.change });
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
