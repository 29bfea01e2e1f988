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

/** What the database refuses: two that overlap. */
const constraintErrors = {
  booking_slots_overlap: 'slot_taken',
  booking_slots_seats: 'slot_taken',
  bookings_overlap: 'booking_clash',
} as const;

/** As whoever booked hears it; with its cause, which has ended the transaction. */
const refused = (error: unknown): unknown => {
  const name = (error as { constraint?: unknown } | null)?.constraint;
  if (typeof name !== 'string' || !Object.hasOwn(constraintErrors, name)) return error;
  const said = problem(constraintErrors[name as keyof typeof constraintErrors]);
  said.cause = error;
  return said;
};

/** A place in a slot that the caller wants. */
interface Wanted {
  readonly offer: OfferRow;
  readonly kind: Pick<KindRow, 'id' | 'minutes' | 'group_size'>;
  readonly slot: string;
}

/**
 * Takes a place in a slot that is free now. The offer is held, so that those who want the same come one after another; what overlaps
 * all the same the database refuses.
 */
const takePlace = async (call: Call, parts: CalendarParts, { offer, kind, slot }: Wanted) => {
  const from = Date.parse(slot);
  if (!/^\d{4}-\d\d-\d\dT/.test(slot) || Number.isNaN(from)) throw problem('slot_unavailable');
  const times = await readTimes(call, parts, offer, { from, to: from + kind.minutes * minute });
  const { offered, free } = timesOf(times, kind);
  const found = free.find((one) => one.from === from);
  if (found === undefined)
    throw problem(offered.some((one) => one.from === from) ? 'slot_taken' : 'slot_unavailable');
  const startsAt = new Date(found.from);
  const endsAt = new Date(found.to);
  // A place that is held for the caller is given back, to be taken at once.
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

/** Emits a change, and of the meeting a day and an hour before it. */
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

/** Books a place; undefined where the same was booked before at the same moment. */
export const storeBooking = async (
  call: Call,
  parts: CalendarParts,
  wanted: Wanted & {
    readonly clientId: string;
    readonly isConfirmed: boolean;
    readonly answers: Readonly<Record<string, string>>;
  },
): Promise<number | undefined> => {
  const place = await takePlace(call, parts, wanted);
  return insertBooking(call.db, call.schoolId, {
    clientId: wanted.clientId,
    slot: place.id,
    host: wanted.offer.user_id,
    booker: call.me.userId,
    startsAt: place.startsAt,
    endsAt: place.endsAt,
    status: wanted.isConfirmed ? 'confirmed' : 'requested',
    answers: wanted.answers,
    now: call.now,
  }).catch((error: unknown) => {
    throw refused(error);
  });
};

/** Gives the old place back and takes the new one. */
export const movePlace = async (
  call: Call,
  parts: CalendarParts,
  row: BookingRow,
  wanted: Wanted,
) => {
  await releaseSlot(call.db, row.slot_id);
  return takePlace(call, parts, wanted);
};

/** What moving can violate. */
export const orRefused = async <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw refused(error);
  });
