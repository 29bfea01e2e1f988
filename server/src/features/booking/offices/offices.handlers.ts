import type { Acts } from '#contract/audit-kinds.ts';
import type { BookingSlot } from '#contract/booking/endpoints.ts';
import * as offices from '#contract/booking/offices.endpoints.ts';
import type { ManagedOffice } from '#contract/booking/offices.endpoints.ts';
import { bookingLimits as limits } from '#contract/booking/limits.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { permissionsIn } from '../../../kernel/access.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { Problem, problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUseInTransaction } from '../../../kernel/security/rate-limits.ts';
import { checkQuota, ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import { day } from '../../../kernel/time/local-time.ts';
import { faceView } from '../../people/people.views.ts';
import { selectBooking, selectOffer, selectSent } from '../booking.queries.ts';
import { readAnswers } from '../booking.rules.ts';
import { kindView } from '../booking.views.ts';
import { emitChange, storeBooking } from '../changing.ts';
import { readTimesOfAll, slotsOf, timesOf, type CalendarParts } from '../free-times.ts';
import { readWindow, visibilityFor } from '../reading.ts';
import * as queries from './offices.queries.ts';

const hourly = { max: limits.hourly, seconds: 3_600 };
const canManage = async (call: Call): Promise<boolean> =>
  (await permissionsIn(call, 'school', [0]))(0).has('booking.manage');

/** Returns an office that is open. */
const readOffice = async (call: Call, id: string) => {
  const office = await queries.selectOffice(call.db, visibilityFor(call), idOf(id));
  if (office?.is_open !== true) throw problem('not_found');
  return office;
};

const officeView = (row: queries.OfficeRow) => ({
  id: String(row.id),
  name: row.name,
  note: row.note,
  isOpen: row.is_open,
  people: row.people.map(faceView),
});

/** Merges the slots of all people, each start once, from any of them. Slots without a conflict take precedence. */
const joined = (all: readonly (readonly BookingSlot[])[]): BookingSlot[] => {
  const slots = new Map<string, BookingSlot>();
  for (const one of all.flat()) if (!slots.has(one.slot)) slots.set(one.slot, { ...one, left: 1 });
  return [...slots.values()].toSorted((a, b) => (a.slot < b.slot ? -1 : 1));
};

const officeSlots = async (
  call: Call,
  parts: CalendarParts,
  office: queries.OfficeRow,
  window: { from: number; to: number },
) => {
  const offers = await queries.selectOfficeOffers(call.db, visibilityFor(call), office.id);
  const times = await readTimesOfAll(call, parts, offers, window);
  return {
    offers,
    slots: joined(
      times.map((one) => {
        const [kind] = one.offer.kinds;
        return kind === undefined ? [] : slotsOf(one, kind);
      }),
    ),
  };
};

type OfficeInput = Omit<HandlerInput<typeof offices.createOffice>, 'clientId'>;
const kindOf = ({
  needsConfirmation,
  place,
  ...kind
}: OfficeInput['kind']): queries.OfficeKind => ({
  ...kind,
  location: place,
  needs_confirmation: needsConfirmation,
});

const managedView = async (call: Call, id: number): Promise<ManagedOffice> => {
  const row = orNotFound(await queries.selectOffice(call.db, visibilityFor(call), id));
  const { needs_confirmation: needsConfirmation, location: place, ...kind } = row.kind;
  return { ...officeView(row), version: row.version, kind: { ...kind, place, needsConfirmation } };
};

const keep = (call: Call, name: string, act: Acts['booking_office_changed']) =>
  record(call, 'booking_office_changed', { name, act });

export const officesHandlers = (parts: CalendarParts) => [
  handle(offices.listOffices, async (call) => {
    const manages = await canManage(call);
    const rows = await queries.selectOffices(call.db, visibilityFor(call), manages);
    return {
      items: rows.map((row) => ({
        ...officeView(row),
        minutes: row.kind.minutes,
        can: { update: manages },
      })),
      can: { create: manages },
    };
  }),

  handle(offices.getOfficePage, async (call, { id }) => {
    const office = await readOffice(call, id);
    const from = call.now.getTime();
    const { offers, slots } = await officeSlots(call, parts, office, {
      from,
      to: from + limits.windowDays * day,
    });
    const [offer] = offers;
    const most = (of: (one: (typeof offers)[number]) => number) => Math.max(0, ...offers.map(of));
    return {
      office: officeView(office),
      daysAhead: Math.min(
        limits.windowDays,
        most((one) => one.days_ahead),
      ),
      cancelMinutes: most((one) => one.cancel_minutes),
      kinds:
        offer === undefined
          ? []
          : [
              {
                ...kindView({ ...office.kind, id: office.id, group_size: 1 }),
                first: slots.find(({ conflict }) => conflict === null) ?? null,
              },
            ],
    };
  }),

  handle(offices.listOfficeSlots, async (call, { id, from, to }) => {
    const office = await readOffice(call, id);
    return {
      items: (await officeSlots(call, parts, office, readWindow(call, { from, to }))).slots,
    };
  }),

  handle(offices.bookOffice, async (call, { id, clientId, slot, answers: sent }) => {
    const { db, me } = call;
    const view = (row: NonNullable<Awaited<ReturnType<typeof selectSent>>>) => ({
      id: String(row.id),
      dateStart: row.starts_at.toISOString(),
      dateEnd: row.ends_at.toISOString(),
      status: row.status,
      person: faceView(row.host),
    });
    const repeated = await selectSent(db, me.userId, clientId);
    if (repeated !== undefined) return view(repeated);
    const office = await readOffice(call, id);
    const answers = readAnswers(office.kind.questions, sent);
    if (answers === undefined) throw problem('booking_answers');
    await countUseInTransaction(call, `booking:${me.userId}`, hourly);
    await queries.lockOffice(db, office.id);
    const offers = await queries.selectOfficeOffers(db, visibilityFor(call), office.id);
    const from = Date.parse(slot);
    if (Number.isNaN(from)) throw problem('slot_unavailable');
    const times = await readTimesOfAll(call, parts, offers, {
      from,
      to: from + office.kind.minutes * 60_000,
    });
    const at = times.flatMap((one) => {
      const [kind] = one.offer.kinds;
      return kind === undefined ? [] : [{ host: one.offer.user_id, kind, ...timesOf(one, kind) }];
    });
    const free = at.filter((one) => one.free.some((two) => two.from === from));
    const isOffered = at.some(({ offered }) => offered.some((one) => one.from === from));
    if (free.length === 0) throw problem(isOffered ? 'slot_taken' : 'slot_unavailable');
    const coming = new Map(
      (
        await queries.selectComing(
          db,
          free.map(({ host }) => host),
          call.now,
        )
      ).map((row) => [row.id, row.coming]),
    );
    free.sort((a, b) => (coming.get(a.host) ?? 0) - (coming.get(b.host) ?? 0) || a.host - b.host);
    for (const { host, kind } of free) {
      const offer = await selectOffer(db, host, { isHeld: true });
      if (offer === undefined) continue;
      // Someone may have booked with this person directly in between, so try the next one.
      const stored = await storeBooking(call, parts, {
        offer,
        kind,
        slot,
        clientId,
        isConfirmed: !office.kind.needs_confirmation,
        answers,
      }).catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'slot_taken' && error.cause === undefined)
          return undefined;
        throw error;
      });
      if (stored === undefined) continue;
      const row = orNotFound(await selectBooking(db, me.userId, stored));
      await emitChange(call, row.id, 'made', row.starts_at);
      return view(row);
    }
    throw problem('slot_taken');
  }),

  handle(offices.getManagedOffice, async (call, { id }) => managedView(call, idOf(id))),

  handle(offices.createOffice, async (call, { clientId, people, kind, ...office }) => {
    const { db, schoolId, me } = call;
    await checkQuota(db, 'booking_offices', limits.offices, 'too_many_offices');
    const repeated = await queries.selectSentOffice(db, me.userId, clientId);
    if (repeated !== undefined) return managedView(call, repeated.id);
    const saved = { ...office, kind: kindOf(kind), by: me.userId, clientId };
    const { id } = orNotFound(await queries.insertOffice(db, schoolId, saved));
    await queries.replacePeople(db, schoolId, id, people.map(idOf));
    await keep(call, office.name, 'created');
    return managedView(call, id);
  }),

  handle(offices.updateOffice, async (call, { id, version, people, kind, ...office }) => {
    const { db, schoolId } = call;
    orNotFound(await queries.selectOffice(db, visibilityFor(call), idOf(id)));
    const saved = { ...office, kind: kindOf(kind) };
    if (!(await queries.updateOfficeRow(db, idOf(id), version, saved)))
      throw problem('booking_office_changed');
    await queries.replacePeople(db, schoolId, idOf(id), people.map(idOf));
    await keep(call, office.name, 'updated');
    return managedView(call, idOf(id));
  }),

  handle(offices.deleteOffice, async (call, { id }) => {
    const row = await queries.selectOffice(call.db, visibilityFor(call), idOf(id));
    if (row !== undefined && (await queries.deleteOfficeRow(call.db, row.id)))
      await keep(call, row.name, 'deleted');
    return ok;
  }),
];
