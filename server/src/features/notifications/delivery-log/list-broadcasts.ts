import type { Broadcast } from '../../../kernel/live/live.ts';
import type { ListNumbers } from './delivery-log.queries.ts';

/** Returns the broadcasts to people about their lists. */
export const listBroadcasts = (lists: readonly ListNumbers[]): Broadcast[] =>
  lists.map(({ user, change, unread }) => ({
    rooms: [`person:${user}`],
    event: { kind: 'notifications_changed', change, unread },
  }));
