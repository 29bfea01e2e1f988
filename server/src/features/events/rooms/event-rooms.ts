import type { Context } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { replaceReservations } from '../../rooms/reserving.ts';
import { selectRoomTimes } from './event-rooms.queries.ts';

/**
 * Reserves the room of events, or those of their dates, for their times that are not over, in place of what they had reserved;
 * drafts and canceled events have none. Called in the transaction that changes their state, times or room, with both parts of an
 * event that was divided. A room that another event has at one of the times is refused with `room_taken`. One that can no longer be
 * reserved stays at the times at which they have it, and is refused at others with `room_inactive`.
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
