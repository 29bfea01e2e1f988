import type { Context } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { replaceReservations } from '../../rooms/reserving.ts';
import { selectRoomTimes } from './event-rooms.queries.ts';

/**
 * Reserves the room of an event, or those of its dates, for its times that are not over, in place of what it had reserved; drafts and canceled events have
 * none. Called in the transaction that changes its state, times or room. A room that another event has at one of the times is
 * refused with `room_taken`.
 */
export const reserveRoom = async (
  { db, school, clock }: Pick<Context, 'db' | 'school' | 'clock'>,
  event: number,
): Promise<void> => {
  const times = await selectRoomTimes(db, event, clock.now());
  if (times.some((time) => !time.is_active)) throw problem('room_inactive');
  await replaceReservations(
    db,
    school.school_id,
    { kind: 'event', id: event },
    times.map(({ room, from, to }) => ({ room, from, to })),
  );
};
