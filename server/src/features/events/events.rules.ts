import type {
  AttendeeStatus,
  EditScope,
  EventStatus,
  RegistrationMode,
  RegistrationState,
  WaitlistMode,
} from '#contract/events/limits.ts';
import type { ClubStatus } from '#contract/clubs/limits.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { FormOwner } from '../forms/forms.queries.ts';
import type { Occurrence } from '../../kernel/time/series.ts';

export type EventScope = EditScope;

/** Stored statuses: those in replies, and offers that wait for a response, and rejections by hosts. */
export type StoredStatus =
  | 'registered'
  | 'waiting'
  | 'offered'
  | 'requested'
  | 'maybe'
  | 'attended'
  | 'absent'
  | 'excused'
  | 'canceled'
  | 'declined';

/** Returns the stored statuses of a status in replies. */
export const storedOf = (status: AttendeeStatus): StoredStatus[] =>
  status === 'waiting'
    ? ['waiting', 'offered']
    : status === 'canceled'
      ? ['canceled', 'declined']
      : [status];

/** Statuses with a spot. */
export const placed: readonly StoredStatus[] = [
  'registered',
  'attended',
  'absent',
  'excused',
  'offered',
];
/** Statuses of people who plan to come or wait for an answer. These registrations can be canceled. */
export const openStatuses: readonly StoredStatus[] = [
  'registered',
  'waiting',
  'offered',
  'requested',
  'maybe',
];
/** Statuses with a ticket. */
export const ticketed: readonly StoredStatus[] = ['registered', 'attended', 'absent', 'excused'];

/** Returns whether an event can change. Events of frozen or archived clubs can't. */
export const isWritable = ({
  club_status: status,
}: {
  /** The status of the hosting club, if there is one. */
  readonly club_status: ClubStatus | null;
}): boolean => status === null || status === 'active' || status === 'pending';

/** Returns whether people who manage an event can cancel and delete it. Staff can also do so for read-only clubs. */
export const isEndable = (event: {
  readonly club_status: ClubStatus | null;
  readonly is_staff: boolean;
}): boolean => event.is_staff || isWritable(event);

/** The facts about an event and its spots that rules need. */
export interface EventState {
  readonly club_status: ClubStatus | null;
  readonly status: EventStatus;
  readonly is_template: boolean;
  readonly registration: RegistrationMode;
  readonly opens_at: Date | null;
  readonly closes_at: Date | null;
  readonly closes_minutes: number | null;
  readonly ends_at: Date;
  readonly capacity: number | null;
  readonly waitlist: WaitlistMode;
  readonly taken: number;
  readonly waiting: number;
}

/** Returns when registration closes for a date: at its own time, some time before the start, or at the end. */
export const closesAt = (event: EventState, { startsAt, endsAt }: Occurrence): Date => {
  const last = event.registration === 'event' ? event.ends_at.getTime() : endsAt;
  const before =
    event.closes_minutes === null ? Infinity : startsAt - event.closes_minutes * 60_000;
  return new Date(Math.min(last, before, event.closes_at?.getTime() ?? Infinity));
};

/** Returns whether people can register for a date now. */
export const registrationState = (
  event: EventState,
  occurrence: Occurrence,
  now: Date,
): RegistrationState => {
  if (event.registration === 'none' || event.is_template) return 'none';
  if (event.status === 'canceled') return 'canceled';
  const end = event.registration === 'event' ? event.ends_at.getTime() : occurrence.endsAt;
  if (end <= now.getTime()) return 'ended';
  if (event.opens_at !== null && event.opens_at > now) return 'early';
  if (!isWritable(event) || closesAt(event, occurrence) <= now) return 'closed';
  const isFull = event.capacity !== null && event.taken >= event.capacity;
  if (!isFull && event.waiting === 0) return 'open';
  return event.waitlist === 'off' ? 'full' : 'waitlist';
};

/** Returns why a person can't register now. Undefined if the database decides. */
export const errorOf = (state: RegistrationState): ErrorCode | undefined =>
  ({
    none: 'registration_off' as const,
    canceled: 'event_canceled' as const,
    ended: 'event_ended' as const,
    early: 'registration_early' as const,
    closed: 'registration_closed' as const,
    open: undefined,
    waitlist: undefined,
    full: undefined,
  })[state];

/** Normalizes tags to lowercase and single spaces, so that equal ones match. */
export const tidyTags = (tags: readonly string[]): string[] =>
  [
    ...new Set(tags.map((tag) => tag.trim().replace(/^#+/, '').replace(/\s+/g, ' ').toLowerCase())),
  ].filter((tag) => tag !== '');

/** Returns when the online link opens for people with a spot. */
export const onlineOpensAt = (minutes: number, { startsAt }: Occurrence): Date =>
  new Date(startsAt - minutes * 60_000);

/** Returns the more generous of two refund policies: hours before the start until which canceling refunds a ticket, or null for never. */
export const longerRefund = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** Returns the refund deadline of a ticket. Null for no refunds. */
export const refundUntil = (hours: number | null, startsAt: number): Date | null =>
  hours === null ? null : new Date(startsAt - hours * 3_600_000);

/** Returns the key of a date's spots: the date, or '' if people register for all dates. */
export const spotsKey = (row: {
  readonly registration: RegistrationMode;
  readonly original: string;
}): string => (row.registration === 'occurrence' ? row.original : '');

/** Returns the id with which points identify an attended date. '' for an event with one date. */
export const attendedKey = (event: number, original: string): string =>
  original === '' ? String(event) : `${event}:${original}`;

/** Returns the owner of an event's registration questions. */
export const questionsOf = (event: number): FormOwner => ({ kind: 'event', id: event });

/** Returns the maximum number of guests of a registration with this ticket type, or without one. */
export const guestsMaxOf = (
  event: { readonly guests_max: number },
  kind: { readonly guests_max: number | null } | undefined,
): number => kind?.guests_max ?? event.guests_max;

/** Returns the price of each guest. Null if the ticket type is free. */
export const guestPriceOf = ({
  price,
  guest_price: own,
}: {
  readonly price: number | null;
  readonly guest_price: number | null;
}): number | null => (price === null ? null : (own ?? price));
