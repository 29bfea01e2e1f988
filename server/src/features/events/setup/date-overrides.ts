import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf } from '../../../kernel/sql.ts';
import { selectRoomName } from '../rooms/event-rooms.queries.ts';
import type { TimesChange } from '../event-times.ts';
import { announceChange, hasRest, promoteWaiting } from './editing.ts';
import type { EventRow } from '../events.queries.ts';
import { selectLocation } from './setup.queries.ts';
import { selectTaken, upsertOwnWords, type DateOverrides } from '../dates/dates.queries.ts';

/* Values that one date of an event can have. */

/** The part of a change that a date can have for itself. Other fields belong to the whole event. */
export interface DateFieldChanges extends TimesChange {
  readonly title?: string | undefined;
  readonly location?: string | undefined;
  readonly address?: string | undefined;
  readonly onlineUrl?: string | null | undefined;
  readonly note?: string | undefined;
  readonly room?: string | null | undefined;
  readonly capacity?: number | null | undefined;
}

/** Returns whether a change contains fields that a date can't have. */
export const hasOther = (sent: DateFieldChanges & object): boolean => {
  const {
    title: _,
    location: __,
    address: ___,
    onlineUrl: ____,
    note: _____,
    room: ______,
    capacity: _______,
    ...rest
  } = sent;
  return hasRest(rest);
};

/** Returns a date's own values, for its hosts. */
export const ownDateOf = async ({ db }: Pick<Call, 'db'>, { own }: EventRow) => ({
  title: own?.title ?? null,
  location: own?.location ?? null,
  address: own?.address ?? null,
  onlineUrl: own?.online_url ?? null,
  note: own?.note ?? '',
  hasRoom: own?.has_own_room ?? false,
  room: own?.room_id == null ? null : ((await selectRoomName(db, own.room_id)) ?? null),
  capacity: own?.capacity ?? null,
});

/** Returns the room of a date: the given one, or the current one. The event's room isn't its own. */
const roomOf = (
  said: string | null | undefined,
  event: number | null,
  before: EventRow['own'],
): Pick<DateOverrides, 'has_own_room' | 'room_id'> => {
  if (said === undefined)
    return { has_own_room: before?.has_own_room ?? false, room_id: before?.room_id ?? null };
  const room = said === null ? null : idOf(said);
  return room === event
    ? { has_own_room: false, room_id: null }
    : { has_own_room: true, room_id: room };
};

/** Throws for a capacity of a date without registration, or below the taken spots. `update` has locked the spots. */
const checkCapacity = async (call: Call, row: EventRow, capacity: number): Promise<void> => {
  if (row.registration !== 'occurrence') throw problem('event_date_capacity');
  const taken = await selectTaken(call.db, row.id, row.original);
  if (capacity < taken) throw problem('event_capacity_taken');
};

/** Stores the values of one date. Values that equal the event's aren't the date's own, and follow the event. */
export const saveDate = async (
  call: Call,
  row: EventRow,
  sent: DateFieldChanges,
): Promise<void> => {
  const { db, schoolId } = call;
  const before = row.own;
  const stored = await selectLocation(db, row.id);
  const address = stored?.address ?? '';
  const own = <T>(said: T | undefined, event: T, former: T | null | undefined): T | null =>
    said === undefined ? (former ?? null) : said === event ? null : said;
  let words: DateOverrides = {
    title: own(sent.title, row.title, before?.title),
    location: own(sent.location, row.location, before?.location),
    address: own(sent.address, address, before?.address),
    // A date without a link, if the event has one: ''.
    online_url: own(
      sent.onlineUrl === null ? '' : sent.onlineUrl,
      row.online_url ?? '',
      before?.online_url,
    ),
    note: sent.note ?? before?.note ?? '',
    ...roomOf(sent.room, stored?.room_id ?? null, before),
    // A date of a limited event is limited, too: without its own capacity, it has the event's.
    capacity: own(sent.capacity ?? undefined, row.event_capacity, before?.capacity),
  };
  if (sent.capacity === null) words = { ...words, capacity: null };
  if (!hasRest(sent)) return;
  if (typeof sent.capacity === 'number') await checkCapacity(call, row, sent.capacity);
  await upsertOwnWords(db, schoolId, { event: row.id, original: row.original }, words, call.now);
  const isElsewhere =
    words.location !== (before?.location ?? null) ||
    words.address !== (before?.address ?? null) ||
    words.online_url !== (before?.online_url ?? null) ||
    words.has_own_room !== (before?.has_own_room ?? false) ||
    words.room_id !== (before?.room_id ?? null);
  if (isElsewhere && row.status === 'published')
    await announceChange(call, row.id, { time: false, place: true }, row.original);
  if (sent.capacity !== undefined) await promoteWaiting(call, row.id, row.original);
};
