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

/** How registrations stand in the database: beside what callers read, an offer that waits for its answer, and a refusal by hosts. */
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

/** What stands behind a status that callers read. */
export const storedOf = (status: AttendeeStatus): StoredStatus[] =>
  status === 'waiting'
    ? ['waiting', 'offered']
    : status === 'canceled'
      ? ['canceled', 'declined']
      : [status];

/** Those who have a place. */
export const placed: readonly StoredStatus[] = [
  'registered',
  'attended',
  'absent',
  'excused',
  'offered',
];
/** Those who have a ticket. */
export const ticketed: readonly StoredStatus[] = ['registered', 'attended', 'absent', 'excused'];

/** Whether anything of an event can change: of a club that is frozen or archived it cannot. */
export const isWritable = ({
  club_status: status,
}: {
  /** Of the club that hosts it, if one does. */
  readonly club_status: ClubStatus | null;
}): boolean => status === null || status === 'active' || status === 'pending';

/** Whether whoever manages an event can cancel and delete it: staff can also what is of such a club. */
export const isEndable = (event: {
  readonly club_status: ClubStatus | null;
  readonly is_staff: boolean;
}): boolean => event.is_staff || isWritable(event);

/** What rules need of an event and of its places. */
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

/** When registration closes for a time of an event: when it says, so long before the start, or at the end. */
export const closesAt = (event: EventState, { startsAt, endsAt }: Occurrence): Date => {
  const last = event.registration === 'event' ? event.ends_at.getTime() : endsAt;
  const before =
    event.closes_minutes === null ? Infinity : startsAt - event.closes_minutes * 60_000;
  return new Date(Math.min(last, before, event.closes_at?.getTime() ?? Infinity));
};

/** Whether somebody can register for a time of an event now. */
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

/** Why somebody cannot register now; undefined where the database decides. */
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

/** A tag as it is stored: small letters and single spaces, so that the same is one. */
export const tidyTags = (tags: readonly string[]): string[] =>
  [
    ...new Set(tags.map((tag) => tag.trim().replace(/^#+/, '').replace(/\s+/g, ' ').toLowerCase())),
  ].filter((tag) => tag !== '');

/** When the online link opens for those who have a place. */
export const onlineOpensAt = (minutes: number, { startsAt }: Occurrence): Date =>
  new Date(startsAt - minutes * 60_000);

/** The key of the places that a time of an event has: that time, or '' where people register for all of them. */
export const placesKey = (row: {
  readonly registration: RegistrationMode;
  readonly original: string;
}): string => (row.registration === 'occurrence' ? row.original : '');

/** By what points know a time of an event that somebody came to; '' of one that has no other. */
export const attendedKey = (event: number, original: string): string =>
  original === '' ? String(event) : `${event}:${original}`;

/** Whose form asks what an event asks of those who register. */
export const questionsOf = (event: number): FormOwner => ({ kind: 'event', id: event });
