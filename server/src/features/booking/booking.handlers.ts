import * as booking from '#contract/booking/endpoints.ts';
import { bookingLimits as limits } from '#contract/booking/limits.ts';
import { permissionsIn } from '../../kernel/access.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { invalidParameter } from '../../kernel/http/json-parameter.ts';
import { problem } from '../../kernel/http/problem.ts';
import { pageOfRows, readCursor } from '../../kernel/page.ts';
import { countUseInTransaction } from '../../kernel/security/rate-limits.ts';
import { orNotFound, idOf } from '../../kernel/sql.ts';
import { day } from '../../kernel/time/local-time.ts';
import { findIanaZone } from '../../kernel/time/zones.ts';
import * as queries from './booking.queries.ts';
import { areHoursValid, canChange, readAnswers } from './booking.rules.ts';
import {
  bookingUrl,
  bookingView,
  hostView,
  kindView,
  offerView,
  slotView,
} from './booking.views.ts';
import { moveToSlot, withConflictErrors, storeBooking, emitChange } from './changing.ts';
import { isInOffice } from './offices/offices.queries.ts';
import { readWindow, visibilityFor } from './reading.ts';
import { offerToNext } from './waiting/holding.ts';
import { readTimes, slotsOf, timesOf, type CalendarParts } from './free-times.ts';

const hourly = { max: limits.hourly, seconds: 3_600 };

/** Returns whether the caller can offer meetings: advisors, people with a role that allows it, and people in booking offices. */
const canOffer = async (call: Call): Promise<boolean> =>
  (await permissionsIn(call, 'school', [0]))(0).has('booking.offer') ||
  (await queries.selectIsAdviser(call.db, call.me.userId)) ||
  isInOffice(call.db, call.me.userId);

/**
 * Returns a person that the caller can see, and their offer. The offer is undefined if it is closed or they can no longer offer meetings.
 */
const readHost = async (call: Call, uid: string, { isHeld = false } = {}) => {
  const host = orNotFound(await queries.selectHost(call.db, visibilityFor(call), idOf(uid)));
  const offer = await queries.selectOffer(call.db, host.id, { isHeld });
  return { host, offer: offer?.is_open === true && host.may_offer ? offer : undefined };
};

const kindOf = (offer: queries.OfferRow, id: string | undefined): queries.KindRow => {
  const kind = id === undefined ? offer.kinds[0] : offer.kinds.find((one) => one.id === idOf(id));
  if (kind === undefined) throw problem('booking_kind_unknown');
  return kind;
};

/**
 * Returns the type of a meeting that the caller reschedules, and whether its host needs to confirm the new time (`isAskedAgain`). Throws if
 * the caller can't reschedule it.
 */
const readMove = async (call: Call, row: queries.BookingRow, offer: queries.OfferRow) => {
  const { userId: me } = call.me;
  if (row.status === 'canceled') throw problem('booking_canceled');
  if (!canChange(row, me, call.now)) throw problem('booking_too_late');
  // A person's types don't include those of an office.
  const own = offer.kinds.find((one) => one.id === row.type_id);
  const isBooker = row.host_id !== me;
  // To reschedule, the booker needs the same as to book: a host they can see, who still offers meetings.
  if (isBooker) {
    const host = orNotFound(await queries.selectHost(call.db, visibilityFor(call), row.host_id));
    if (own !== undefined && !(offer.is_open && host.may_offer)) throw problem('booking_closed');
  }
  const minutes = (row.ends_at.getTime() - row.starts_at.getTime()) / 60_000;
  return {
    kind: own ?? {
      id: row.type_id,
      name: row.kind_name,
      minutes,
      location: row.location,
      link: row.link,
      questions: [],
      group_size: 1,
      needs_confirmation: false,
    },
    isAskedAgain: isBooker && own?.needs_confirmation === true,
  };
};

/** Returns a meeting that the caller wants to reschedule. */
const readMoving = async (call: Call, id: string) => {
  const row = orNotFound(await queries.selectBooking(call.db, call.me.userId, idOf(id)));
  const offer = orNotFound(await queries.selectOffer(call.db, row.host_id));
  const { kind } = await readMove(call, row, offer);
  return { row, offer, kind };
};

const horizonOf = (call: Call, offer: queries.OfferRow): number =>
  call.now.getTime() + (offer.days_ahead + 2) * day;

export const bookingHandlers = (parts: CalendarParts) => [
  handle(booking.listHosts, async (call, { search }) => {
    const rows = await queries.selectHosts(call.db, visibilityFor(call), search);
    const offer = await canOffer(call);
    const own = offer ? undefined : await queries.selectOffer(call.db, call.me.userId);
    return {
      items: rows.map((row) => ({
        ...hostView(row, call.school.field_rules),
        kinds: row.kinds,
      })),
      can: { offer, close: own?.is_open === true },
    };
  }),

  handle(booking.getBookingPage, async (call, { uid }) => {
    const { host, offer } = await readHost(call, uid);
    const page = { person: hostView(host, call.school.field_rules), note: offer?.note ?? '' };
    if (offer === undefined)
      return {
        ...page,
        timeZone: 'UTC',
        daysAhead: 0,
        cancelMinutes: 0,
        kinds: [],
        can: { book: false },
      };
    const window = { from: call.now.getTime(), to: horizonOf(call, offer) };
    const times = await readTimes(call, parts, offer, window);
    return {
      ...page,
      timeZone: offer.time_zone,
      daysAhead: offer.days_ahead,
      cancelMinutes: offer.cancel_minutes,
      kinds: offer.kinds.map((kind) => ({
        ...kindView(kind),
        first: slotsOf(times, kind).find(({ conflict }) => conflict === null) ?? null,
      })),
      can: { book: offer.kinds.length > 0 && host.id !== call.me.userId },
    };
  }),

  handle(booking.listSlots, async (call, { uid, from, to, kind: id }) => {
    const { offer } = await readHost(call, uid);
    if (offer === undefined) return { items: [] };
    const kind = kindOf(offer, id);
    const { from: begin, to: end } = readWindow(call, { from, to }, offer.time_zone);
    const window = { from: begin, to: Math.min(end, horizonOf(call, offer)) };
    return { items: slotsOf(await readTimes(call, parts, offer, window), kind) };
  }),

  handle(booking.book, async (call, { uid, clientId, slot, kind: id, answers: sent }) => {
    const { db, me } = call;
    const repeated = await queries.selectSent(db, me.userId, clientId);
    const view = (row: queries.BookingRow) => ({
      id: String(row.id),
      dateStart: row.starts_at.toISOString(),
      dateEnd: row.ends_at.toISOString(),
      status: row.status,
    });
    if (repeated !== undefined) return view(repeated);
    const { host, offer } = await readHost(call, uid, { isHeld: true });
    if (offer === undefined || host.id === me.userId) throw problem('booking_closed');
    const kind = kindOf(offer, id);
    const answers = readAnswers(kind.questions, sent);
    if (answers === undefined) throw problem('booking_answers');
    await countUseInTransaction(call, `booking:${me.userId}`, hourly);
    const isConfirmed = !kind.needs_confirmation;
    const stored = await storeBooking(call, parts, {
      offer,
      kind,
      slot,
      clientId,
      isConfirmed,
      answers,
    });
    if (stored === undefined) throw problem('slot_taken');
    const row = orNotFound(await queries.selectBooking(db, me.userId, stored));
    await emitChange(call, row.id, 'made', row.starts_at);
    return view(row);
  }),

  handle(booking.listBookings, async (call, { list, cursor, size }) => {
    const { userId: me } = call.me;
    const after = readCursor<readonly [Date, number]>(cursor, ['time', 'number']);
    const window = { now: call.now, after, size: size + 1 };
    const rows = await queries.selectBookings(call.db, me, list, window);
    return pageOfRows(rows, size, {
      view: (row) => bookingView(row, me, call.now),
      keyOf: (row) => [row.starts_at, row.id],
    });
  }),

  handle(booking.getMovingPage, async (call, { id }) => {
    const { row, offer, kind } = await readMoving(call, id);
    const window = { from: call.now.getTime(), to: horizonOf(call, offer) };
    const slots = slotsOf(await readTimes(call, parts, offer, window), kind);
    return {
      booking: bookingView(row, call.me.userId, call.now),
      note: offer.note,
      daysAhead: offer.days_ahead,
      cancelMinutes: offer.cancel_minutes,
      kind: {
        ...kindView(kind),
        first: slots.find(({ conflict }) => conflict === null) ?? null,
      },
    };
  }),

  handle(booking.listMovingSlots, async (call, { id, from, to }) => {
    const { offer, kind } = await readMoving(call, id);
    const { from: begin, to: end } = readWindow(call, { from, to }, offer.time_zone);
    const window = { from: begin, to: Math.min(end, horizonOf(call, offer)) };
    return { items: slotsOf(await readTimes(call, parts, offer, window), kind) };
  }),

  handle(booking.moveBooking, async (call, { id, slot }) => {
    const { db, me, now } = call;
    const before = orNotFound(await queries.selectBooking(db, me.userId, idOf(id)));
    const offer = orNotFound(await queries.selectOffer(db, before.host_id, { isHeld: true }));
    // Read the meeting again, because no one else can change it now.
    const row = orNotFound(await queries.selectBooking(db, me.userId, before.id));
    const { kind, isAskedAgain } = await readMove(call, row, offer);
    const reserved = await moveToSlot(call, parts, row, { offer, kind, slot });
    await withConflictErrors(
      queries.updateMoved(db, row.id, {
        slot: reserved.id,
        startsAt: reserved.startsAt,
        endsAt: reserved.endsAt,
        isAskedAgain,
        now,
      }),
    );
    if (reserved.id !== row.slot_id) await offerToNext(call, row.slot_id);
    await emitChange(call, row.id, 'moved', reserved.startsAt);
    return bookingView(
      orNotFound(await queries.selectBooking(db, me.userId, row.id)),
      me.userId,
      now,
    );
  }),

  handle(booking.confirmBooking, async (call, { id }) => {
    const { db, me, now } = call;
    const row = orNotFound(await queries.selectBooking(db, me.userId, idOf(id)));
    if (row.host_id !== me.userId) throw problem('not_found');
    await queries.selectOffer(db, row.host_id, { isHeld: true });
    const held = orNotFound(await queries.selectBooking(db, me.userId, row.id));
    if (held.status === 'canceled') throw problem('booking_canceled');
    if (held.status === 'requested') {
      await queries.updateConfirmed(db, row.id, now);
      await emitChange(call, row.id, 'confirmed', null);
    }
    return bookingView(
      orNotFound(await queries.selectBooking(db, me.userId, row.id)),
      me.userId,
      now,
    );
  }),

  handle(booking.cancelBooking, async (call, { id, reason }) => {
    const { db, me, now } = call;
    const before = orNotFound(await queries.selectBooking(db, me.userId, idOf(id)));
    await queries.selectOffer(db, before.host_id, { isHeld: true });
    const row = orNotFound(await queries.selectBooking(db, me.userId, before.id));
    if (row.status !== 'canceled') {
      if (!canChange(row, me.userId, now)) throw problem('booking_too_late');
      await queries.updateCanceled(db, row.id, { by: me.userId, reason, now });
      await queries.releaseSlot(db, row.slot_id);
      await offerToNext(call, row.slot_id);
      await emitChange(call, row.id, 'canceled', null);
    }
    return bookingView(
      orNotFound(await queries.selectBooking(db, me.userId, row.id)),
      me.userId,
      now,
    );
  }),

  handle(booking.getOffer, async (call) => {
    const { userId } = call.me;
    return offerView(await queries.selectOffer(call.db, userId), userId, await canOffer(call));
  }),

  handle(booking.updateOffer, async (call, { version, kinds, ...sent }) => {
    const { db, schoolId, me } = call;
    const offers = await canOffer(call);
    // People who can no longer offer meetings can still close their offer.
    const isClosing = !sent.isOpen && (await queries.selectOffer(db, me.userId)) !== undefined;
    if (!offers && !isClosing) throw problem('forbidden');
    const zone = findIanaZone(sent.timeZone);
    if (zone === undefined) throw invalidParameter('timeZone', 'must be a time zone');
    const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
      sent.hours.filter((one) => one.weekday === weekday),
    );
    const dates = new Set(sent.exceptions.map(({ date }) => date));
    if (
      !areHoursValid([...week, ...sent.exceptions.map(({ hours }) => hours)]) ||
      dates.size < sent.exceptions.length
    )
      throw problem('booking_hours');
    const isSaved = await queries.upsertOffer(db, schoolId, me.userId, version, {
      is_open: sent.isOpen,
      time_zone: zone.name,
      note: sent.note,
      hours: sent.hours,
      exceptions: sent.exceptions,
      notice_minutes: sent.noticeMinutes,
      cancel_minutes: sent.cancelMinutes,
      days_ahead: sent.daysAhead,
      daily_limit: sent.dailyLimit,
      buffer_before: sent.bufferBefore,
      buffer_after: sent.bufferAfter,
      wait_hours: sent.waitHours,
    });
    if (!isSaved) throw problem('booking_offer_changed');
    await queries.replaceKinds(
      db,
      schoolId,
      me.userId,
      kinds.map(({ id, groupSize, needsConfirmation, place, ...kind }) => ({
        ...kind,
        location: place,
        id: id === null ? null : idOf(id),
        group_size: groupSize,
        needs_confirmation: needsConfirmation,
      })),
    );
    return offerView(await queries.selectOffer(db, me.userId), me.userId, offers);
  }),

  handle(booking.mobileBooking, async (call, { uid }) => {
    const { host, offer } = await readHost(call, uid);
    if (offer === undefined) return { uid: String(host.id), url: null, slots: [], hasMore: false };
    const from = call.now.getTime();
    const times = await readTimes(call, parts, offer, {
      from,
      to: from + limits.mobileDays * day,
    });
    const slots = offer.kinds
      .flatMap((kind) =>
        timesOf(times, kind).free.map((slot) => {
          const { left: _, conflict: __, ...shown } = slotView(slot, offer.time_zone, null);
          return { ...shown, kind: String(kind.id), kindName: kind.name };
        }),
      )
      .toSorted((a, b) => (a.dateStart < b.dateStart ? -1 : a.dateStart > b.dateStart ? 1 : 0));
    return {
      uid: String(host.id),
      url: bookingUrl(host.id),
      slots: slots.slice(0, limits.mobileSlots),
      hasMore: slots.length > limits.mobileSlots,
    };
  }),
];
