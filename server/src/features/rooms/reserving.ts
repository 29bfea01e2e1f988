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
 * Replaces what something has reserved, for features whose things take place in rooms; none gives everything up. A room that another
 * has at the time is refused with `room_taken`, which ends the transaction.
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
  // One that is gone, or can no longer be reserved.
  if (stored < times.length) throw problem('not_found');
};
