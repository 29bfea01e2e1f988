import type { Context } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { replaceReservations } from '../../rooms/reserving.ts';
import { selectEventRoom, selectRoomTimes } from './event-rooms.queries.ts';

/**
 * Reserves the room of an event for its times that are not over, in place of what it had reserved; drafts and canceled events have
 * none. Called in the transaction that changes its state, times or room. A room that another event has at one of the times is
 * refused with `room_taken`.
 */
export const reserveRoom = async (
  { db, school, clock }: Pick<Context, 'db' | 'school' | 'clock'>,
  event: number,
): Promise<void> => {
  const found = await selectEventRoom(db, event);
  const room = found?.room ?? null;
  const isHeld = found?.status === 'published' || found?.status === 'in_approval';
  const holder = { kind: 'event', id: event };
  if (room === null || !isHeld) return replaceReservations(db, school.school_id, holder, []);
  if (found?.is_active !== true) throw problem('room_inactive');
  const times = await selectRoomTimes(db, event, clock.now());
  await replaceReservations(
    db,
    school.school_id,
    holder,
    times.map((time) => ({ room, ...time })),
  );
};
