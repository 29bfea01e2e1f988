import { queryClient } from '../../lib/call.ts';
import { batchReads } from '../../lib/batched-reads.ts';
import { onLive, onResync } from '../../lib/live.ts';
import { isTransient } from '../../lib/retry.ts';
import { refreshAfter, refreshAll } from './connections.data.ts';

/** Maximum age of a page's first replies at its first connection, in milliseconds. Older ones are refetched. */
const recentMs = 15_000;

/** Shows connection changes by other devices and people live by refetching lists, counts and the profile. */
export function subscribe(): () => void {
  let hasConnected = false;
  const missed = batchReads<number>(async (all) => {
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
      // The first connection follows the page's own first calls, so visible data is as old as the page.
      missed.addAnew(hasConnected ? now : now - recentMs);
      hasConnected = true;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
