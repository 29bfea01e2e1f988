import type { Broadcast } from '../../../kernel/live/live.ts';
import type { ListNumbers } from './delivery-log.queries.ts';

/** What sockets of people hear of their lists. */
export const listBroadcasts = (lists: readonly ListNumbers[]): Broadcast[] =>
  lists.map(({ user, change, unread }) => ({
    rooms: [`person:${user}`],
    event: { kind: 'notifications_changed', change, unread },
  }));
