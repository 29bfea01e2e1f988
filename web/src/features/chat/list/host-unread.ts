import { QueryObserver } from '@tanstack/react-query';
import { queryClient } from '../../../lib/call.ts';
import { isEmbedded, tellHost } from '../../../lib/host-page.ts';
import { session } from '../../../lib/session-store.ts';
import { unreadQuery } from '../chat.data.ts';

/**
 * Tells the host's page how many messages are unread: once that is known, and whenever it changes, whatever page is shown. Who
 * signs out has none. Muted conversations do not count, as in the bars. Called once.
 */
export function tellUnread(): void {
  if (!isEmbedded()) return;
  let told: number | null = null;
  let whose: string | null = null;
  let stop = () => undefined as void;
  const tell = (count: number) => {
    if (count !== told) tellHost({ type: 'campus:unread', count });
    told = count;
  };
  const follow = () => {
    const uid = session.get().user?.uid ?? null;
    if (uid === whose) return;
    whose = uid;
    stop();
    if (uid === null) {
      stop = () => undefined;
      if (told !== null) tell(0);
    } else
      stop = new QueryObserver(queryClient, unreadQuery).subscribe(
        ({ data }) => data && tell(data.total),
      );
  };
  follow();
  session.subscribe(follow);
}
