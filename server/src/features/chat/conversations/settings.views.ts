import type { RoomEvent } from '../../../kernel/live/live.ts';

/** What somebody's own devices hear when they switch read receipts: those of others that they hold are no longer what they may see. */
export const receiptsBroadcast = (person: number): RoomEvent => ({
  rooms: [`person:${person}`],
  event: { kind: 'resync', isAnew: true },
});
