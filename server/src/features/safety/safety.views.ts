import type { RoomEvent } from '../../kernel/live/live.ts';
import type { Blocked } from '#contract/safety/endpoints.ts';
import { faceView } from '../people/people.views.ts';
import type { BlockedRow } from './safety.queries.ts';

/** Somebody in the list of whom one has blocked. */
export const blockedView = (row: BlockedRow): Blocked => ({
  ...faceView(row),
  since: row.since.toISOString(),
  isShown: row.is_shown,
});

/** What the devices of the two hear when a block comes or goes: what they hold may be no longer what they may see. */
export const blockBroadcast = ({ by, person }: { by: number; person: number }): RoomEvent => ({
  rooms: [`person:${by}`, `person:${person}`],
  event: { kind: 'resync', isAnew: true },
});
