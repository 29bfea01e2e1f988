import type { Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { day, minute } from '../../kernel/time/local-time.ts';
import {
  insertBooking,
  releaseSlot,
  takeSlot,
  type BookingRow,
  type KindRow,
  type OfferRow,
} from './booking.queries.ts';
import { deleteHoldAt } from './waiting/holding.queries.ts';
import { readTimes, timesOf, type CalendarParts } from './free-times.ts';

/** The database's error for overlapping slots. */
const constraintErrors = {
  booking_slots_overlap: 'slot_taken',
  booking_slots_seats: 'slot_taken',
  bookings_overlap: 'booking_conflict',
} as const;

/** Converts an error for the booker. Its cause has ended the transaction. */
const refused = (error: unknown): unknown => {
  const name = (error as { constraint?: unknown } | null)?.constraint;
  if (typeof name !== 'string' || !Object.hasOwn(constraintErrors, name)) return error;
  const said = problem(constraintErrors[name as keyof typeof constraintErrors]);
  said.cause = error;
  return said;
};

/** A spot that the caller wants. */
interface SlotRequest {
  readonly offer: OfferRow;
  readonly kind: Pick<KindRow, 'id' | 'minutes' | 'group_size'>;
  readonly slot: string;
}

/**
 * Takes a spot in a slot that is available now. The offer is locked, so that simultaneous bookings run one after another. The database
 * rejects the remaining overlaps.
 */
const reserveSlot = async (
  call: Call,
  parts: CalendarParts,
  { offer, kind, slot }: SlotRequest,
) => {
  const from = Date.parse(slot);
  if (!/^\d{4}-\d\d-\d\dT/.test(slot) || Number.isNaN(from)) throw problem('slot_unavailable');
  const times = await readTimes(call, parts, offer, { from, to: from + kind.minutes * minute });
  const { offered, free } = timesOf(times, kind);
  const found = free.find((one) => one.from === from);
  if (found === undefined)
    throw problem(offered.some((one) => one.from === from) ? 'slot_taken' : 'slot_unavailable');
  const startsAt = new Date(found.from);
  const endsAt = new Date(found.to);
  // A spot that is held for the caller is released, to be taken immediately.
  await deleteHoldAt(call.db, {
    host: offer.user_id,
    kind: kind.id,
    startsAt,
    user: call.me.userId,
  });
  const taken = await takeSlot(call.db, call.schoolId, {
    host: offer.user_id,
    kind: kind.id,
    startsAt,
    endsAt,
    blockedFrom: new Date(found.blocked.from),
    blockedTo: new Date(found.blocked.to),
    capacity: kind.group_size,
  }).catch((error: unknown) => {
    throw refused(error);
  });
  if (taken === undefined) throw problem('slot_taken');
  return { id: taken, startsAt, endsAt };
};

export type BookingAct = 'made' | 'confirmed' | 'moved' | 'canceled';

/** Emits a change, and reminders a day and an hour before the meeting. */
export const emitChange = async (
  call: Call,
  booking: number,
  act: BookingAct,
  startsAt: Date | null,
): Promise<void> => {
  await emit(call, 'booking_changed', { booking, act, by: call.me.userId });
  if (startsAt === null) return;
  for (const before of [day, 60 * minute]) {
    const at = new Date(startsAt.getTime() - before);
    if (at > call.now)
      await emit(call, 'booking_near', { booking, startsAt: startsAt.toISOString() }, at);
  }
};

/** Stores a booking. Undefined if the same booking was stored at the same time. */
export const storeBooking = async (
  call: Call,
  parts: CalendarParts,
  wanted: SlotRequest & {
    readonly clientId: string;
    readonly isConfirmed: boolean;
    readonly answers: Readonly<Record<string, string>>;
  },
): Promise<number | undefined> => {
  const reserved = await reserveSlot(call, parts, wanted);
  return insertBooking(call.db, call.schoolId, {
    clientId: wanted.clientId,
    slot: reserved.id,
    host: wanted.offer.user_id,
    booker: call.me.userId,
    startsAt: reserved.startsAt,
    endsAt: reserved.endsAt,
    status: wanted.isConfirmed ? 'confirmed' : 'requested',
    answers: wanted.answers,
    now: call.now,
  }).catch((error: unknown) => {
    throw refused(error);
  });
};

/** Releases the old spot and takes the new one. */
export const moveToSlot = async (
  call: Call,
  parts: CalendarParts,
  row: BookingRow,
  wanted: SlotRequest,
) => {
  await releaseSlot(call.db, row.slot_id);
  return reserveSlot(call, parts, wanted);
};

/** Converts constraint violations of a reschedule. */
export const withConflictErrors = async <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw refused(error);
  });
