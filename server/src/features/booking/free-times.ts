import type { BookingSlot } from '#contract/booking/endpoints.ts';
import type { CalendarPart } from '../../kernel/feature.ts';
import type { Call } from '../../kernel/handle.ts';
import { day } from '../../kernel/time/local-time.ts';
import { readZone } from '../../kernel/time/zones.ts';
import { readBusy, type BusyTime } from '../calendar/busy-times.ts';
import { hostedPrefix, selectTaken, type KindRow, type OfferRow } from './booking.queries.ts';
import {
  candidatesOf,
  conflictOf,
  freeSlots,
  type Candidate,
  type Span,
  type TakenSlot,
} from './booking.rules.ts';
import { slotView } from './booking.views.ts';

/** Returns everything that can be in a person's calendar. */
export type CalendarParts = () => readonly CalendarPart[];

/** The calendars of a host and the caller in a window. */
export interface Times {
  readonly offer: OfferRow;
  readonly window: Span;
  readonly now: number;
  readonly taken: readonly TakenSlot[];
  readonly hostBusy: readonly Span[];
  readonly ownBusy: readonly BusyTime[];
}

/** Reads the taken slots and busy times of hosts, and the busy times of the caller, in three statements for all of them. */
export const readTimesOfAll = async (
  call: Pick<Call, 'db' | 'now' | 'me'>,
  parts: CalendarParts,
  offers: readonly OfferRow[],
  { from, to }: Span,
): Promise<Times[]> => {
  const { userId: me } = call.me;
  const hosts = offers.map((offer) => offer.user_id);
  const [first] = offers;
  if (first === undefined) return [];
  // Buffers extend beyond both ends.
  const around = { from: new Date(from - day), to: new Date(to + day) };
  const [taken, busy] = await Promise.all([
    selectTaken(call.db, me, hosts, around),
    // Calendar files without a time zone use the host's time zone.
    readBusy(call, parts(), [...hosts, me], { ...around, zone: readZone(first.time_zone) }),
  ]);
  return offers.map((offer) => ({
    offer,
    window: { from, to },
    now: call.now.getTime(),
    taken: taken
      .filter((row) => row.host_id === offer.user_id)
      .map((row) => ({
        kind: row.type_id,
        startsAt: row.starts_at.getTime(),
        blocked: { from: row.blocked_from.getTime(), to: row.blocked_to.getTime() },
        left: row.capacity - row.taken,
      })),
    // Hosted meetings are already among the taken slots, which include the number of remaining spots.
    hostBusy: (busy.get(offer.user_id) ?? []).filter(
      ({ kind, id }) => !(kind === 'booking' && id.startsWith(hostedPrefix)),
    ),
    ownBusy: offer.user_id === me ? [] : (busy.get(me) ?? []),
  }));
};

/** Reads the calendars of one host and the caller. */
export const readTimes = async (
  call: Pick<Call, 'db' | 'now' | 'me'>,
  parts: CalendarParts,
  offer: OfferRow,
  window: Span,
): Promise<Times> => {
  const [times] = await readTimesOfAll(call, parts, [offer], window);
  if (times === undefined) throw new Error('times of an offer');
  return times;
};

/** Returns the times of one meeting type that the rules allow, and which of them are free. */
export const timesOf = (
  { offer, window, now, taken, hostBusy }: Times,
  kind: Pick<KindRow, 'id' | 'minutes' | 'group_size'>,
): {
  readonly offered: readonly Candidate[];
  readonly free: readonly (Candidate & { readonly left: number })[];
} => {
  const offered = candidatesOf(offer, kind.minutes, window, now);
  const free = freeSlots(offered, offer, {
    kind: kind.id,
    groupSize: kind.group_size,
    taken,
    busy: hostBusy,
  });
  return { offered, free };
};

/** Returns the free slots of one meeting type as the caller sees them, with conflicts in the caller's calendar. */
export const slotsOf = (
  times: Times,
  kind: Pick<KindRow, 'id' | 'minutes' | 'group_size'>,
): BookingSlot[] =>
  timesOf(times, kind).free.map((slot) =>
    slotView(slot, times.offer.time_zone, conflictOf(slot, times.ownBusy)),
  );
