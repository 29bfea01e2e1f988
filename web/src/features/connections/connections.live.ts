import { queryClient } from '../../lib/call.ts';
import { batchRequests } from '../../lib/batched-requests.ts';
import { onLive, onResync } from '../../lib/live.ts';
import { isTransient } from '../../lib/retry.ts';
import { refreshAfter, refreshAll } from './connections.data.ts';

/** How old the answers that a page begins with are at most, in milliseconds, when its first connecting does not ask for them again. */
const youngMs = 15_000;

/** What another device or person did to a connection shows here: lists, counts and the profile are read anew. */
export function subscribe(): () => void {
  let hasConnected = false;
  const missed = batchRequests<number>(async (all) => {
    const since = Math.max(...all);
    try {
      await refreshAll(queryClient, since);
      return [];
    } catch (error) {
      return isTransient(error) ? [since] : [];
    }
  });
  const stops = [
    onLive('connections_changed', ({ uid }) => refreshAfter(queryClient, uid)),
    onResync(() => {
      const now = Date.now();
      // The first connecting follows the page's own first answers: in view are they, as old as the page.
      missed.addAnew(hasConnected ? now : now - youngMs);
      hasConnected = true;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
