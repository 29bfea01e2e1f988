import { QueryObserver } from '@tanstack/react-query';
import { queryClient } from '../../../lib/call.ts';
import { isEmbedded, postToHost } from '../../../lib/host-page.ts';
import { session } from '../../../lib/session-store.ts';
import { unreadQuery } from '../chat.data.ts';

/**
 * Reports the number of unread messages to the host page: once it is known, and after every change on any page. It
 * reports 0 after sign-out. Like the bars, it doesn't count muted conversations. Call this once.
 */
export function reportUnread(): void {
  if (!isEmbedded()) return;
  let reported: number | null = null;
  let owner: string | null = null;
  let stop = () => undefined as void;
  const report = (count: number) => {
    if (count !== reported) postToHost({ type: 'campus:unread', count });
    reported = count;
  };
  const follow = () => {
    const uid = session.get().user?.uid ?? null;
    if (uid === owner) return;
    owner = uid;
    stop();
    if (uid === null) {
      stop = () => undefined;
      if (reported !== null) report(0);
    } else
      stop = new QueryObserver(queryClient, unreadQuery).subscribe(
        ({ data }) => data && report(data.total),
      );
  };
  follow();
  session.subscribe(follow);
}
