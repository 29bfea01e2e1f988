import type { Context } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { replaceReservations } from '../../rooms/reserving.ts';
import { selectRoomTimes } from './event-rooms.queries.ts';

/**
 * Replaces the room reservations of events and their dates for upcoming times. Drafts and canceled events have none. Call it in the
 * transaction that changes their state, times or room, with both parts of a split event. Throws `room_taken` if another event has the room
 * at one of the times. A closed room stays reserved at the current times, and throws `room_inactive` for others.
 */
export const reserveRoom = async (
  { db, school, clock }: Pick<Context, 'db' | 'school' | 'clock'>,
  ...events: readonly number[]
): Promise<void> => {
  const wanted = [];
  for (const id of events) {
    const times = await selectRoomTimes(db, id, events, clock.now());
    if (times.some((time) => !time.is_active && !time.is_kept)) throw problem('room_inactive');
    wanted.push({ id, times });
  }
  for (const { id, times } of wanted)
    await replaceReservations(
      db,
      school.school_id,
      { kind: 'event', id },
      times.map(({ room, from, to, is_kept: isKept }) => ({ room, from, to, isKept })),
    );
};
