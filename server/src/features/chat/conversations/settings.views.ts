import type { RoomEvent } from '../../../kernel/live/live.ts';

/** Returns the event for a person's own devices when they switch read receipts, because stored marks of others may no longer be visible. */
export const receiptsBroadcast = (person: number): RoomEvent => ({
  rooms: [`person:${person}`],
  event: { kind: 'resync', isAnew: true },
});
