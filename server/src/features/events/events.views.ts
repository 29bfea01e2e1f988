import type {
  EventCan,
  EventItem,
  EventSummary,
  EventPage,
  OwnRegistration,
} from '#contract/events/endpoints.ts';
import {
  defaultReminders,
  hostReminders,
  eventLimits as limits,
  reminderChoices,
  type AttendeeStatus,
} from '#contract/events/limits.ts';
import type { Submission } from '#contract/approvals/endpoints.ts';
import type { Occurrence } from '../../kernel/time/series.ts';
import { faceView, fileUrl } from '../people/people.views.ts';
import type {
  EventItemRow,
  EventRow,
  EventSummaryRow,
  EventSummaryValue,
  KindRow,
  OwnValue,
} from './events.queries.ts';
import type { EventPageRow } from './page/event-page.queries.ts';
import {
  closesAt,
  isEndable,
  isWritable,
  onlineOpensAt,
  placed,
  refundUntil,
  registrationState,
  ticketed,
  type StoredStatus,
  guestPriceOf,
  guestsMaxOf,
} from './events.rules.ts';
import { occurrenceAt, occurrenceBetween, timesView } from './event-times.ts';

/** Converts a stored status for replies: an offer is still waiting, and a rejection by hosts is a canceled registration. */
export const statusView = (status: StoredStatus): AttendeeStatus =>
  status === 'offered' ? 'waiting' : status === 'declined' ? 'canceled' : status;

const textOf = (time: string | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** Returns whether a registration has a ticket: it has a spot, and its order isn’t due. */
export const hasTicket = ({
  status,
  order_state: order,
}: Pick<OwnValue, 'status' | 'order_state'>): boolean =>
  ticketed.includes(status) && order !== 'due';

export const ownView = (mine: OwnValue): OwnRegistration => ({
  status: statusView(mine.status),
  occurrence: mine.original === '' ? null : mine.original,
  ticketKind: mine.kind,
  guests: mine.guests,
  position: mine.position,
  offeredUntil: textOf(mine.offered_until),
  ticket: hasTicket(mine) ? String(mine.id) : null,
  isHidden: mine.is_hidden,
  reason: mine.status === 'declined' || mine.status === 'canceled' ? mine.reason : '',
  isDeclined: mine.status === 'declined',
  order: mine.order && {
    id: mine.order.id,
    state: mine.order_state,
    total: { amount: mine.order.total, currency: mine.order.currency },
    expiresAt: new Date(mine.order.expires_at).toISOString(),
  },
  at: new Date(mine.registered_at).toISOString(),
});

/** Returns the date of the row. */
export const timeOfRow = ({
  series,
  original,
  canceled = null,
}: Pick<EventRow, 'series' | 'original'> & Partial<Pick<EventRow, 'canceled'>>): Occurrence => {
  if (canceled !== null)
    return occurrenceBetween(series, original, [canceled.starts_at, canceled.ends_at]);
  const found = occurrenceAt(series, original);
  // The index is written with the series, so it contains only dates of the series.
  if (found === undefined) throw new Error('an event has no such time');
  return found;
};

/** Returns the start of what a ticket is for: the event with all its dates, or one date. */
export const ticketStart = (row: EventRow): number =>
  row.registration === 'event' ? row.starts_at.getTime() : timeOfRow(row).startsAt;

/** Returns whether the viewer proposed an event that isn't decided yet. */
export const isOwnProposal = ({
  is_proposer: isProposer,
  proposal,
}: Pick<EventRow, 'is_proposer' | 'proposal'>): boolean => isProposer && proposal === 'open';

/** Returns whether a proposed event was rejected, after which it can't change. */
const isTurnedDown = ({ proposal }: Pick<EventRow, 'proposal'>): boolean =>
  proposal === 'declined' || proposal === 'withdrawn';

const hasSpot = (mine: OwnValue | null): boolean =>
  mine !== null && placed.includes(mine.status) && mine.status !== 'offered';

/** Returns whether the viewer can see the attendees. */
export const seesAttendees = (row: EventSummaryRow): boolean =>
  row.registration !== 'none' &&
  !row.is_only_asked &&
  (row.manages || row.attendees_for === 'everyone');

export const eventCanOf = (row: EventSummaryRow, occurrence: Occurrence, now: Date): EventCan => {
  const { manages } = row;
  const writes = manages && isWritable(row);
  const ends = manages && isEndable(row);
  const edits = (writes && !isTurnedDown(row)) || (isOwnProposal(row) && isWritable(row));
  const state = registrationState(row, occurrence, now);
  const status = row.mine?.status;
  const isOver = status === 'attended' || status === 'absent' || status === 'excused';
  const isIn = row.status === 'published' && row.registration !== 'none';
  return {
    edit: edits && row.status !== 'canceled',
    publish: writes && row.status === 'draft' && !row.is_template && !isTurnedDown(row),
    cancel: ends && row.status === 'published' && row.ends_at > now,
    delete: (ends && row.proposal !== 'open') || (row.is_proposer && isTurnedDown(row)),
    duplicate: writes,
    manageAttendees: writes && row.registration !== 'none',
    checkIn: writes && isIn,
    seeAttendees: seesAttendees(row),
    register:
      row.status === 'published' &&
      isWritable(row) &&
      !row.is_only_asked &&
      status !== 'declined' &&
      !isOver &&
      (state === 'open' || state === 'waitlist' || status === 'offered'),
    cancelRegistration:
      row.status === 'published' &&
      !isOver &&
      status !== undefined &&
      status !== 'canceled' &&
      status !== 'declined' &&
      occurrence.endsAt > now.getTime(),
    selfCheckIn: row.status === 'published' && status === 'registered' && isNear(occurrence, now),
  };
};

/** Returns the link of this date, or the event's. '' means that the date has no link. */
const onlineUrlOf = (row: EventSummaryRow): string | null => {
  const url = row.own?.online_url ?? row.online_url;
  return url === '' ? null : url;
};

/** Minutes before the start from which people can check in themselves. */
const selfMinutes = 60;
/** Returns whether people can check in themselves: from an hour before the start until the end. */
export const isNear = ({ startsAt, endsAt }: Occurrence, now: Date): boolean =>
  now.getTime() >= startsAt - selfMinutes * 60_000 && now.getTime() <= endsAt;

/** The common parts of lists and cards, for one date. */
const commonView = (row: EventSummaryRow, occurrence: Occurrence, now: Date) => ({
  id: String(row.id),
  title: row.own?.title ?? row.title,
  occurrence: row.original,
  ...timesView(row.series, occurrence),
  isRecurring: row.series.rule !== null,
  status: row.status,
  isEnded: occurrence.endsAt <= now.getTime(),
  cover: fileUrl(row.cover),
  location: row.own?.location ?? row.location,
  isOnline: onlineUrlOf(row) !== null,
  mine: row.mine === null ? null : ownView(row.mine),
  isHosting: row.is_hosting,
});

/** Converts an event for a list, at one of its dates. */
export const eventItemView = (row: EventItemRow, school: string, now: Date): EventItem => {
  const occurrence = timeOfRow(row);
  return {
    ...commonView(row, occurrence, now),
    isTemplate: row.is_template,
    isHidden: row.is_hidden,
    proposal: row.manages || row.is_proposer ? row.proposal : null,
    host: hostView(row, school),
    tags: [...row.tags],
    audience: row.audience,
    registration: {
      mode: row.registration,
      state: registrationState(row, occurrence, now),
      capacity: row.capacity,
      taken: row.taken,
      waiting: row.waiting,
      isFree: row.is_free,
    },
    going: row.is_only_asked
      ? { known: 0, people: [] }
      : { known: row.known.count, people: row.known.people.map((one) => faceView(one)) },
    overlaps: null,
    can: eventCanOf(row, occurrence, now),
  };
};

/** Converts an event for a card inside of something else. */
export const eventSummaryView = (value: EventSummaryValue, now: Date): EventSummary => {
  const at = (time: string | null) => (time === null ? null : new Date(time));
  const row: EventSummaryRow = {
    ...value,
    starts_at: new Date(value.starts_at),
    ends_at: new Date(value.ends_at),
    opens_at: at(value.opens_at),
    closes_at: at(value.closes_at),
  };
  const occurrence = timeOfRow(row);
  return {
    ...commonView(row, occurrence, now),
    registration: {
      state: registrationState(row, occurrence, now),
      capacity: row.capacity,
      taken: row.taken,
    },
    can: { register: eventCanOf(row, occurrence, now).register },
  };
};

export const hostView = (row: EventRow, school: string): EventItem['host'] => {
  const kind = row.club_id !== null ? 'club' : row.hub_id !== null ? 'hub' : 'school';
  const id = row.club_id ?? row.hub_id;
  return {
    kind,
    id: id === null ? null : String(id),
    name: row.host_name ?? school,
    logo: fileUrl(row.host_logo),
  };
};

const priceView = ({ currency }: KindRow, price: number | null) =>
  price === null || currency === null ? null : { amount: price, currency };

const kindView = (row: EventRow, kind: KindRow) => {
  const taken = row.kinds[kind.id] ?? 0;
  const hasRoom = row.capacity === null || row.taken < row.capacity;
  return {
    id: String(kind.id),
    name: kind.name,
    description: kind.description,
    quota: kind.quota,
    taken,
    price: priceView(kind, kind.price),
    taxBasisPoints: kind.tax_basis_points,
    guestsMax: guestsMaxOf(row, kind),
    guestPrice: priceView(kind, guestPriceOf(kind)),
    needsCode: kind.access_code !== null,
    // Only clubs sell tickets.
    isAvailable:
      (kind.price === null || row.club_id !== null) &&
      hasRoom &&
      (kind.quota === null || taken < kind.quota),
  };
};

export const isReminder = (minutes: number): minutes is (typeof reminderChoices)[number] =>
  (reminderChoices as readonly number[]).includes(minutes);

/** Converts an event for its page, with its parts. `code`: an entered access code. */
export const eventPageView = (
  row: EventPageRow,
  {
    school,
    now,
    code,
    submission,
    survey,
    origin,
  }: {
    school: string;
    now: Date;
    code: string | undefined;
    submission: Submission | null;
    /** The survey that asks the viewer for feedback. */
    survey: number | null;
    origin: string;
  },
): EventPage => {
  const occurrence = timeOfRow(row);
  const shownKinds = row.ticket_kinds.filter(
    (kind) =>
      !kind.is_hidden ||
      row.manages ||
      (code !== undefined && kind.access_code === code) ||
      row.mine?.kind?.id === String(kind.id),
  );
  const opens = onlineOpensAt(row.online_opens_minutes, occurrence);
  const attends = row.mine?.status === 'registered' || row.mine?.status === 'maybe';
  const isRemindedAsHost = !attends && (row.is_hosting || row.is_officer);
  const seesLink = row.manages || row.is_hosting || (hasSpot(row.mine) && opens <= now);
  return {
    ...eventItemView(row, school, now),
    description: row.description,
    address: row.own?.address ?? row.address,
    note: row.own?.note ?? '',
    mapUrl: row.map_url,
    online:
      onlineUrlOf(row) === null
        ? null
        : { url: seesLink ? onlineUrlOf(row) : null, opensAt: opens.toISOString() },
    hosts: row.hosts.map((one) => faceView(one)),
    cohosts: row.cohosts.map(({ id, name, logo }) => ({ id, name, logo: fileUrl(logo) })),
    asksClubs: row.asked_clubs.map(({ id, name }) => ({ id, name })),
    rrule: row.has_custom_dates ? null : row.series.rule,
    occurrences: row.times.flatMap(({ original, taken, waiting, status }) => {
      const time = occurrenceAt(row.series, original);
      if (time === undefined) return [];
      return [
        {
          occurrence: original,
          ...timesView(row.series, time),
          taken,
          waiting,
          status: status === null ? null : statusView(status),
        },
      ];
    }),
    pastOccurrences: row.past_times.flatMap((original) => {
      const time = occurrenceAt(row.series, original);
      return time === undefined ? [] : [{ occurrence: original, ...timesView(row.series, time) }];
    }),
    opensAt: row.opens_at?.toISOString() ?? null,
    closesAt: row.registration === 'none' ? null : closesAt(row, occurrence).toISOString(),
    guestsMax: row.guests_max,
    needsApproval: row.needs_approval,
    allowsMaybe: row.allows_maybe,
    waitlist: row.waitlist,
    refundUntil: refundUntil(row.refund_hours, ticketStart(row))?.toISOString() ?? null,
    ticketKinds: shownKinds.map((kind) => kindView(row, kind)),
    hasHiddenKinds: row.ticket_kinds.some((kind) => kind.is_hidden),
    questions: (row.questions?.definition.questions.length ?? 0) === 0 ? null : row.questions,
    attendees:
      row.going === null || row.is_only_asked
        ? null
        : {
            count: row.going.count,
            people: row.going.people.slice(0, limits.faces).map((one) => faceView(one)),
          },
    invitation: row.invitation,
    reminders: (row.reminders ?? (isRemindedAsHost ? hostReminders : defaultReminders)).filter(
      isReminder,
    ),
    isRemindedAsHost,
    feedback: survey === null ? null : String(survey),
    isDateCanceled: row.canceled !== null,
    cancelReason: row.status === 'canceled' ? row.cancel_reason : '',
    submission,
    shareUrl: row.is_shared ? `${origin}/events/${row.id}?share=1` : null,
    version: row.version,
  };
};
