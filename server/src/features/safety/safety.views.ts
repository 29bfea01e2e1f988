import type { RoomEvent } from '../../kernel/live/live.ts';
import type { Blocked } from '#contract/safety/endpoints.ts';
import { faceView } from '../people/people.views.ts';
import type { BlockedRow } from './safety.queries.ts';

/** A person in the list of blocked people. */
export const blockedView = (row: BlockedRow): Blocked => ({
  ...faceView(row),
  since: row.since.toISOString(),
  isShown: row.is_shown,
});

/** Tells the devices of both people about a new or deleted block, because they may no longer see what they have loaded. */
export const blockBroadcast = ({ by, person }: { by: number; person: number }): RoomEvent => ({
  rooms: [`person:${by}`, `person:${person}`],
  event: { kind: 'resync', isAnew: true },
});
