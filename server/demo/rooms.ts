import { newClientId } from '#contract/client-id.ts';
import type { Db } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { insertRoom } from '#server/features/rooms/rooms.queries.ts';

/** Invented rooms with seats. The workshop is closed. */
const rooms = [
  ['Linden', 'Great Hall', 320, 'Stage and sound. Keys at the front desk.'],
  ['Linden', 'Room 12', 24, ''],
  ['Student center', 'Lounge', 60, 'No food on the carpet, please.'],
  ['Student center', 'Room 2.04', 18, 'Screen with HDMI.'],
  ['Humanities', 'Lecture hall', 140, ''],
  ['Library', 'Group room 6', 8, 'Quiet after 8 PM.'],
  ['Makerspace', 'Workshop', 20, 'Closed for repairs.'],
] as const;

/** Adds rooms that demo events can reserve. */
export const addRooms = async (db: Db, school: SchoolId): Promise<void> => {
  for (const [building, name, capacity, note] of rooms)
    await insertRoom(
      db,
      school,
      { building, name, capacity, note, is_active: name !== 'Workshop' },
      newClientId(),
    );
};
