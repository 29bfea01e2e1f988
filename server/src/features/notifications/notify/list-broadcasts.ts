import type { Broadcast } from '../../../kernel/live/live.ts';
import type { ListNumbers } from './delivery-log.queries.ts';

/** Returns the live events for people's own lists. */
export const listBroadcasts = (lists: readonly ListNumbers[]): Broadcast[] =>
  lists.map(({ user, change, unread }) => ({
    rooms: [`person:${user}`],
    event: { kind: 'notifications_changed', change, unread },
  }));
