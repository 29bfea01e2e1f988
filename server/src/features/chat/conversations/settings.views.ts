import type { RoomEvent } from '../../../kernel/live/live.ts';

/** Returns the event for a person's own devices when they switch read receipts, because the switch can hide stored marks of others. */
export const receiptsBroadcast = (person: number): RoomEvent => ({
  rooms: [`person:${person}`],
  event: { kind: 'resync', isAnew: true },
});
