import { QueryObserver } from '@tanstack/react-query';
import { queryClient } from '../../../lib/call.ts';
import { isEmbedded, postToHost } from '../../../lib/host-page.ts';
import { session } from '../../../lib/session-store.ts';
import { unreadQuery } from '../chat.data.ts';

/**
 * Tells the host's page how many messages are unread: once that is known, and whenever it changes, whatever page is shown. Who
 * signs out has none. Muted conversations do not count, as in the bars. Called once.
 */
export function reportUnread(): void {
  if (!isEmbedded()) return;
  let reported: number | null = null;
  let whose: string | null = null;
  let stop = () => undefined as void;
  const report = (count: number) => {
    if (count !== reported) postToHost({ type: 'campus:unread', count });
    reported = count;
  };
  const follow = () => {
    const uid = session.get().user?.uid ?? null;
    if (uid === whose) return;
    whose = uid;
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
