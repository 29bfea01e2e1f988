import { queryClient } from '../../lib/call.ts';
import { onLive, onResync } from '../../lib/live.ts';
import { refreshAfter } from './connections.data.ts';

/** What another device or person did to a connection shows here: lists, counts and the profile are read anew. */
export function hearConnections(): () => void {
  const stops = [
    onLive('connections_changed', ({ uid }) => refreshAfter(queryClient, uid)),
    onResync(() => void queryClient.invalidateQueries({ queryKey: ['GET /api/v1/connections'] })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
