import type { Db } from '../../kernel/database/database.ts';
import { problem } from '../../kernel/http/problem.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import {
  deleteReservations,
  insertReservations,
  type Holder,
  type Reservation,
} from './rooms.queries.ts';

/**
 * Replaces the reservations of an item, for features with items in rooms. An empty list removes all. Throws
 * `room_taken`, which rolls the transaction back, if another item has a room at that time.
 */
export const replaceReservations = async (
  db: Db,
  school: SchoolId,
  holder: Holder,
  times: readonly Reservation[],
): Promise<void> => {
  await deleteReservations(db, holder);
  if (times.length === 0) return;
  const stored = await insertReservations(db, school, holder, times).catch((error: unknown) => {
    const { constraint } = error as { constraint?: unknown };
    throw constraint === 'room_reservations_overlap' ? problem('room_taken') : error;
  });
  // A room was deleted or can no longer be reserved.
  if (stored < times.length) throw problem('not_found');
};
