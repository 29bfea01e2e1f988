import { parseAbsolute, toCalendarDateTime, toZoned } from '@internationalized/date';
import { decimalText, minorUnits } from '#contract/finances/money.ts';
import type { FormDefinition } from '#contract/forms/definition.ts';
import type { EventSettings } from '#contract/events/manage.endpoints.ts';
import type { EventAudience, RegistrationMode, WaitlistMode } from '#contract/events/limits.ts';
import type { InputOf } from '#contract/call.ts';
import type { Face } from '#contract/people/endpoints.ts';
import type { updateEvent } from '#contract/events/calls.ts';
import type { Days } from '../../../ui/date-field.tsx';
import type { ChosenRoom } from '../../rooms/room-field.tsx';
import { dayIn } from '../event-times.ts';
import { ownZone } from '../../../lib/date-format.ts';
import { basisPointsOf, percentText } from '../../../lib/tax.ts';

/** A ticket type in the form. */
export interface KindDraft {
  /** Null for a new one. */
  id: string | null;
  name: string;
  description: string;
  quota: number | null;
  accessCode: string;
  isHidden: boolean;
  /** A decimal; empty for a free ticket. */
  price: string;
  /** The currency of the price. */
  currency: string;
  /** Percent of tax that the price contains; empty for none. */
  tax: string;
  /** Null for the event's number of guests. */
  guestsMax: number | null;
  /** A decimal; empty for the same price. */
  guestPrice: string;
}

/** A co-hosting club, shown once it has accepted. */
export interface CohostDraft {
  id: string;
  name: string;
  isAccepted: boolean;
}

/** An additional date of an event without a repeat rule. */
export interface DateDraft {
  /** Null for a new one. */
  occurrence: string | null;
  /** An instant, or a day for an all-day event. */
  start: string | null;
  /** Duration in milliseconds; null uses the duration of the first date. */
  length: number | null;
}

/** The form's values for an event. */
export interface EventDraft {
  title: string;
  description: string;
  /** `school`, `hub:3` or `club:7`. */
  host: string;
  isAllDay: boolean;
  start: string | null;
  end: string | null;
  days: Days | null;
  timeZone: string;
  rrule: string | null;
  dates: readonly DateDraft[];
  location: string;
  room: ChosenRoom | null;
  address: string;
  mapUrl: string;
  isOnline: boolean;
  onlineUrl: string;
  onlineOpensMinutes: number | null;
  tags: readonly string[];
  audience: EventAudience;
  memberTags: readonly string[];
  invited: readonly Face[];
  hosts: readonly Face[];
  cohosts: readonly CohostDraft[];
  registration: RegistrationMode;
  isLimited: boolean;
  capacity: number | null;
  guestsMax: number | null;
  waitlist: WaitlistMode;
  offerHours: number | null;
  needsApproval: boolean;
  allowsMaybe: boolean;
  opensAt: string | null;
  closesAt: string | null;
  /** Minutes before each date. */
  closesMinutes: number | null;
  /** The ID of a survey of the club. */
  feedback: string | null;
  attendeesFor: 'everyone' | 'hosts';
  ticketKinds: readonly KindDraft[];
  /** The refund policy for people who cancel. */
  refunds: 'none' | 'hours' | 'start';
  refundHours: number | null;
  /** The currency of new prices. Empty if tickets can't have one. */
  currency: string;
  questions: FormDefinition;
}

export const noQuestions: FormDefinition = { questions: [] };

/** Default hours before the start until which tickets are refunded. */
const usualRefundHours = 24;

/** Default start hour for events created at night. */
const evening = 18;

/** Returns the default times: the next full hour a day from now, or the evening if that is at night, for two hours. */
const usualTimes = (): { start: string; end: string } => {
  const start = new Date(Date.now() + 24 * 3_600_000);
  const hour = start.getHours();
  start.setHours(hour < 8 || hour > 20 ? evening : hour, 0, 0, 0);
  return {
    start: start.toISOString(),
    end: new Date(start.getTime() + 2 * 3_600_000).toISOString(),
  };
};

export const newDraft = (host: string, currency = ''): EventDraft => ({
  title: '',
  description: '',
  host,
  isAllDay: false,
  ...usualTimes(),
  days: null,
  timeZone: ownZone(),
  rrule: null,
  dates: [],
  location: '',
  room: null,
  address: '',
  mapUrl: '',
  isOnline: false,
  onlineUrl: '',
  onlineOpensMinutes: 15,
  tags: [],
  audience: host.startsWith('hub:') ? 'hub' : 'school',
  memberTags: [],
  invited: [],
  hosts: [],
  cohosts: [],
  registration: 'event',
  isLimited: false,
  capacity: null,
  guestsMax: 0,
  waitlist: 'automatic',
  offerHours: 24,
  needsApproval: false,
  allowsMaybe: false,
  opensAt: null,
  closesAt: null,
  closesMinutes: null,
  feedback: null,
  attendeesFor: 'everyone',
  ticketKinds: [],
  refunds: 'hours',
  refundHours: usualRefundHours,
  currency,
  questions: noQuestions,
});

export const draftOf = (event: EventSettings): EventDraft => ({
  title: event.title,
  description: event.description,
  host: event.host.kind === 'school' ? 'school' : `${event.host.kind}:${event.host.id ?? ''}`,
  isAllDay: event.isAllDay,
  start: event.isAllDay ? null : new Date(event.dateStart).toISOString(),
  end: event.isAllDay ? null : new Date(event.dateEnd).toISOString(),
  days: event.isAllDay
    ? {
        from: dayIn(event.dateStart, event.timeZone),
        until: dayIn(event.dateEnd, event.timeZone),
      }
    : null,
  timeZone: event.timeZone,
  rrule: event.rrule,
  dates: (event.dates ?? [])
    .filter(({ occurrence }) => occurrence !== event.occurrence)
    .map(({ occurrence, dateStart, dateEnd }) => ({
      occurrence,
      start: event.isAllDay ? dayIn(dateStart, event.timeZone) : new Date(dateStart).toISOString(),
      length: Date.parse(dateEnd) - Date.parse(dateStart),
    })),
  location: event.location,
  room: event.room,
  address: event.address,
  mapUrl: event.mapUrl ?? '',
  isOnline: event.onlineUrl !== null,
  onlineUrl: event.onlineUrl ?? '',
  onlineOpensMinutes: event.onlineOpensMinutes,
  tags: event.tags,
  audience: event.audience,
  memberTags: event.memberTags,
  invited: event.invited,
  hosts: event.hosts,
  cohosts: event.cohosts,
  registration: event.registration,
  isLimited: event.capacity !== null,
  capacity: event.capacity,
  guestsMax: event.guestsMax,
  waitlist: event.waitlist,
  offerHours: event.offerHours,
  needsApproval: event.needsApproval,
  allowsMaybe: event.allowsMaybe,
  opensAt: event.opensAt,
  closesAt: event.closesAt,
  closesMinutes: event.closesMinutes,
  feedback: event.feedback,
  attendeesFor: event.attendeesFor,
  ticketKinds: event.ticketKinds.map((kind) => ({
    id: kind.id,
    name: kind.name,
    description: kind.description,
    quota: kind.quota,
    accessCode: kind.accessCode ?? '',
    isHidden: kind.isHidden,
    price: kind.price === null ? '' : decimalText(kind.price),
    currency: kind.price?.currency ?? event.currency,
    tax: percentText(kind.taxBasisPoints),
    guestsMax: kind.guestsMax,
    guestPrice:
      kind.guestPrice === null || kind.price === null
        ? ''
        : decimalText({ ...kind.price, amount: kind.guestPrice }),
  })),
  refunds: event.refundHours === null ? 'none' : event.refundHours === 0 ? 'start' : 'hours',
  refundHours: event.refundHours || usualRefundHours,
  currency: event.currency,
  questions: event.questions,
});

/** Returns the first day of a draft, which a repeat rule needs. */
export const firstDay = ({ isAllDay, days, start, timeZone }: EventDraft): string =>
  isAllDay ? (days?.from ?? dayIn(new Date(), timeZone)) : dayIn(start ?? new Date(), timeZone);

/** Returns the same local time in another zone: 10:00 stays 10:00. */
export const inZone = (instant: string | null, from: string, to: string): string | null =>
  instant === null
    ? null
    : toZoned(toCalendarDateTime(parseAbsolute(instant, from)), to).toAbsoluteString();

export type EventInput = Omit<InputOf<typeof updateEvent>, 'id' | 'version'>;

const dayMs = 86_400_000;

/** Returns the additional dates for the API. Each keeps its duration, or gets that of the first date. */
export const datesOf = (draft: EventDraft) => {
  const { dateStart, dateEnd } = timesOf(draft);
  const defaultLength = Date.parse(dateEnd) - Date.parse(dateStart);
  return draft.dates.flatMap(({ occurrence, start, length }) => {
    if (start === null) return [];
    const end = new Date(Date.parse(start) + (length ?? defaultLength));
    return [
      {
        ...(occurrence !== null && { occurrence }),
        dateStart: start,
        dateEnd: draft.isAllDay
          ? new Date(Math.round(end.getTime() / dayMs) * dayMs).toISOString().slice(0, 10)
          : end.toISOString(),
      },
    ];
  });
};

/** Returns whether the price and tax of a ticket type can be sent. */
export const isPriceValid = ({ price, currency, tax }: KindDraft): boolean =>
  (price.trim() === '' || (minorUnits(price, currency) ?? 0) > 0) && basisPointsOf(tax) !== null;

/** Guests can be free. */
export const isGuestPriceValid = ({ guestPrice, currency }: KindDraft): boolean =>
  guestPrice.trim() === '' || minorUnits(guestPrice, currency) !== null;

const priceOf = ({ price, currency }: KindDraft) => {
  const amount = price.trim() === '' ? null : minorUnits(price, currency);
  return amount === null ? null : { amount, currency };
};

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Returns the times for the API. */
export const timesOf = (draft: EventDraft) => ({
  isAllDay: draft.isAllDay,
  timeZone: draft.timeZone,
  dateStart: (draft.isAllDay ? draft.days?.from : draft.start) ?? '',
  dateEnd: (draft.isAllDay ? draft.days?.until : draft.end) ?? '',
  rrule: draft.rrule,
});

/** Returns all fields for the API. */
export const sentOf = (draft: EventDraft) => ({
  ...timesOf(draft),
  title: draft.title.trim(),
  description: draft.description,
  location: draft.location.trim(),
  room: draft.room?.id ?? null,
  address: draft.address.trim(),
  mapUrl: orNull(draft.mapUrl),
  onlineUrl: draft.isOnline ? orNull(draft.onlineUrl) : null,
  onlineOpensMinutes: draft.onlineOpensMinutes ?? 0,
  tags: [...draft.tags],
  audience: draft.audience,
  memberTags: draft.audience === 'members' ? [...draft.memberTags] : [],
  invited: draft.audience === 'invited' ? draft.invited.map(({ uid }) => uid) : [],
  hosts: draft.hosts.map(({ uid }) => uid),
  cohosts: draft.cohosts.map(({ id }) => id),
  registration: draft.registration,
  capacity: draft.isLimited ? draft.capacity : null,
  guestsMax: draft.guestsMax ?? 0,
  waitlist: draft.waitlist,
  offerHours: draft.offerHours ?? 24,
  needsApproval: draft.needsApproval,
  allowsMaybe: draft.allowsMaybe,
  opensAt: draft.opensAt,
  closesAt: draft.closesAt,
  closesMinutes: draft.closesMinutes,
  feedback: draft.feedback,
  attendeesFor: draft.attendeesFor,
  ticketKinds: draft.ticketKinds.map((kind) => ({
    ...(kind.id !== null && { id: kind.id }),
    name: kind.name.trim(),
    description: kind.description.trim(),
    quota: kind.quota,
    accessCode: orNull(kind.accessCode),
    isHidden: kind.isHidden,
    price: priceOf(kind),
    taxBasisPoints: priceOf(kind) === null ? 0 : (basisPointsOf(kind.tax) ?? 0),
    guestsMax: kind.guestsMax,
    guestPrice:
      priceOf(kind) === null || kind.guestPrice.trim() === ''
        ? null
        : minorUnits(kind.guestPrice, kind.currency),
  })),
  refundHours:
    draft.refunds === 'none'
      ? null
      : draft.refunds === 'start'
        ? 0
        : (draft.refundHours ?? usualRefundHours),
  questions: draft.questions,
});

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns only the fields that changed since they were loaded. The server would validate an unchanged rule again. */
export function changesOf(
  draft: EventDraft,
  previous: EventDraft,
  /** The date that the form shows. */
  occurrence = '',
): Partial<ReturnType<typeof sentOf>> & Pick<EventInput, 'dates'> {
  const before: Record<string, unknown> = sentOf(previous);
  const changed = Object.fromEntries(
    Object.entries(sentOf(draft)).filter(([name, value]) => !isSame(value, before[name])),
  );
  const isListed = draft.dates.length > 0 || previous.dates.length > 0;
  const isMoved = ['isAllDay', 'timeZone', 'dateStart', 'dateEnd'].some((name) => name in changed);
  if (!isListed || (!isMoved && isSame(draft.dates, previous.dates))) return changed;
  // Dates without a rule are sent together, so that each stays the same date.
  const { dateStart, dateEnd, rrule: _, ...rest } = { ...changed, ...timesOf(draft) };
  return { ...rest, dates: [{ occurrence, dateStart, dateEnd }, ...datesOf(draft)] };
}
