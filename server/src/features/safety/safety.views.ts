import type { RoomEvent } from '../../kernel/live/live.ts';
import type { BlockedPerson } from '#contract/safety/endpoints.ts';
import { faceView } from '../people/people.views.ts';
import type { BlockedRow } from './safety.queries.ts';

/** Returns a person in the list of blocked people. */
export const blockedView = (row: BlockedRow): BlockedPerson => ({
  ...faceView(row),
  since: row.since.toISOString(),
  isShown: row.is_shown,
});

/**
 * Returns the live event for the devices of both people when a block is added or removed, because their
 * devices can have cached data that is now hidden.
 */
export const blockBroadcast = ({ by, person }: { by: number; person: number }): RoomEvent => ({
  rooms: [`person:${by}`, `person:${person}`],
  event: { kind: 'resync', isAnew: true },
});
