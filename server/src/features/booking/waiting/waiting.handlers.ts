import * as waiting from '#contract/booking/waiting.endpoints.ts';
import { bookingLimits as limits } from '#contract/booking/limits.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { day } from '../../../kernel/time/local-time.ts';
import { selectHost } from '../booking.queries.ts';
import { readTimesOfAll, slotsOf, type CalendarParts } from '../free-times.ts';
import { selectOfficeOffers } from '../offices/offices.queries.ts';
import { visibilityFor } from '../reading.ts';
import { releaseHolds } from './holding.ts';
import { selectHold } from './holding.queries.ts';
import * as queries from './waiting.queries.ts';

/** Returns a host that the caller can see, or throws a 404 error. */
const seenHost = async (call: Call, uid: string) =>
  orNotFound(await selectHost(call.db, visibilityFor(call), idOf(uid)));

/** Returns true if the caller can book a meeting with the host or wait for one. */
const isOpenTo = async (
  { db, me }: Call,
  { id, may_offer: canOffer }: { id: number; may_offer: boolean },
): Promise<boolean> => canOffer && id !== me.userId && queries.selectIsOffered(db, id);

export const waitingHandlers = (parts: CalendarParts) => [
  handle(waiting.isOffered, async (call, { uid }) => {
    return { isOffered: await isOpenTo(call, await seenHost(call, uid)) };
  }),

  handle(waiting.listSooner, async (call, { uid, before }) => {
    const { id: host } = await seenHost(call, uid);
    const from = call.now.getTime();
    const horizon = from + limits.mobileDays * day;
    const to = before === undefined ? horizon : Math.min(horizon, Date.parse(before));
    const isWaiting = await queries.selectIsWaiting(call.db, host, call.me.userId);
    const hold = await selectHold(call.db, host, call.me.userId);
    const heldSlot =
      hold === undefined
        ? null
        : {
            slot: hold.starts_at.toISOString(),
            dateStart: hold.starts_at.toISOString(),
            dateEnd: hold.ends_at.toISOString(),
            timeZone: hold.time_zone,
            kind: { id: String(hold.type_id), name: hold.kind_name },
            until: hold.until.toISOString(),
          };
    if (to <= from) return { isWaiting, heldSlot, offices: [] };
    const offices = (await queries.selectOfficesOf(call.db, host)).slice(0, limits.soonerOffices);
    const firsts = [];
    for (const office of offices) {
      const offers = await selectOfficeOffers(call.db, visibilityFor(call), office.id);
      const others = offers.filter((offer) => offer.user_id !== host);
      const times = await readTimesOfAll(call, parts, others, { from, to });
      const [first] = times
        .flatMap((one) => one.offer.kinds.slice(0, 1).flatMap((kind) => slotsOf(one, kind)))
        .filter(({ conflict, dateStart }) => conflict === null && Date.parse(dateStart) < to)
        .toSorted((a, b) => (a.slot < b.slot ? -1 : 1));
      if (first !== undefined)
        firsts.push({
          office: { id: String(office.id), name: office.name },
          first: { ...first, left: 1 },
        });
    }
    return {
      isWaiting,
      heldSlot,
      offices: firsts.toSorted((a, b) => (a.first.slot < b.first.slot ? -1 : 1)),
    };
  }),

  handle(waiting.waitForTime, async (call, { uid }) => {
    const host = await seenHost(call, uid);
    const { db, schoolId, me, now } = call;
    if (!(await isOpenTo(call, host))) throw problem('booking_closed');
    const wait = { host: host.id, me: me.userId, now, most: limits.waits };
    return { isWaiting: await queries.insertWait(db, schoolId, wait) };
  }),

  handle(waiting.stopWaiting, async (call, { uid }) => {
    await queries.deleteWait(call.db, idOf(uid), call.me.userId);
    await releaseHolds(call, call.me.userId, idOf(uid));
    return { isWaiting: false };
  }),
];
